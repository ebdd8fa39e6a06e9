import { assert, describe, it } from "@effect/vitest"
import { Option, Result } from "effect"
import { quotas } from "../src/Constants.ts"
import * as PerformParams from "../src/PerformParams.ts"
import { value } from "./support/json.ts"
import { entries } from "./support/rows.ts"

const read = (text: string) => Result.merge(PerformParams.decode(value(text)))

const tabOf = (args: string) => {
  const params = PerformParams.decode(value(`{"kind":"action","args":${args}}`))
  return PerformParams.tabIndex(Result.isSuccess(params) && params.success.kind === "action" ? params.success.args : {})
}

describe("PerformParams.decode", () => {
  it.each<[string, unknown]>([
    [
      '{"kind":"resolve","row":{"source":"s","title":"t","metadata":{}}}',
      { kind: "resolve", row: { source: "s", title: "t", metadata: {} } }
    ],
    ['{"kind":"command"}', { kind: "command", command: "", subcommand: "", args: [], raw: "" }],
    [
      '{"kind":"command","command":"a","subcommand":null,"args":["x"],"raw":"x","more":1}',
      { kind: "command", command: "a", subcommand: "", args: ["x"], raw: "x" }
    ],
    ['{"kind":"command","args":null}', { kind: "command", command: "", subcommand: "", args: [], raw: "" }],
    [
      '{"kind":"action","name":"tab_select","context":{"pid":7,"front_window_frame":{"x":1.0,"y":-2.5,"width":3,"height":4}},"args":{"index":2}}',
      {
        kind: "action",
        name: "tab_select",
        context: { pid: 7, front_window_frame: { x: 1, y: -2.5, width: 3, height: 4 } },
        args: { index: 2 }
      }
    ],
    ['{"kind":"action","name":"tab_new","context":null}', { kind: "action", name: "tab_new", context: null }],
    ['{"kind":"navigate","url":"tmux://x"}', { kind: "navigate", url: "tmux://x" }]
  ])("reads %s [FLASH-PERF-01, FLASH-PERF-04, FLASH-PERF-05, FLASH-PERF-06, FLASH-PERF-07]", (text, params) => {
    assert.deepStrictEqual(read(text), params)
  })

  it.each([
    ["{}", "unknown perform kind: "],
    ['{"kind":null}', "unknown perform kind: "],
    ['{"kind":"run"}', "unknown perform kind: run"],
    ['{"kind":"constructor"}', "unknown perform kind: constructor"],
    ['{"kind":5}', "invalid perform params"],
    ["[]", "invalid perform params"],
    ["null", "invalid perform params"],
    ['{"kind":"resolve"}', "invalid perform params"],
    ['{"kind":"resolve","row":null}', "invalid perform params"],
    ['{"kind":"resolve","row":{"source":"s"}}', "invalid perform params"],
    ['{"kind":"command","args":[1]}', "invalid perform params"],
    ['{"kind":"command","command":1}', "invalid perform params"],
    ['{"kind":"action","context":1.0}', "invalid perform params"],
    ['{"kind":"action","context":{"pid":1.0}}', "invalid perform params"],
    ['{"kind":"action","context":{"pid":2147483648}}', "invalid perform params"],
    ['{"kind":"action","context":{"front_window_frame":{"x":1,"y":1,"width":1}}}', "invalid perform params"],
    [
      '{"kind":"action","context":{"front_window_frame":{"x":"1","y":1,"width":1,"height":1}}}',
      "invalid perform params"
    ],
    ['{"kind":"action","args":[]}', "invalid perform params"],
    ['{"kind":"navigate","url":1}', "invalid perform params"]
  ])("refuses %s [FLASH-PERF-03, FLASH-PERF-06, FLASH-PERF-08]", (text, refusal) => {
    assert.strictEqual(read(text), refusal)
  })
})

describe("PerformParams.encode", () => {
  it("sends source, title and metadata always, the rest when there is one [FLASH-PERF-02]", () => {
    assert.deepStrictEqual(
      PerformParams.encode({
        kind: "resolve",
        row: { source: "s", title: "t", url: null, metadata: null, effect: null }
      }),
      {
        kind: "resolve",
        row: { source: "s", title: "t", metadata: { kind: "plugin" } }
      }
    )
  })

  it("keeps the row's own kind, and a key named __proto__ [FLASH-PERF-02]", () => {
    const metadata = { ["__proto__"]: "x", kind: "tab" }
    const params = PerformParams.encode({ kind: "resolve", row: { source: "s", title: "t", url: "a:b", metadata } })
    assert.strictEqual(
      JSON.stringify(params),
      '{"kind":"resolve","row":{"source":"s","title":"t","metadata":{"kind":"tab","__proto__":"x"},"url":"a:b"}}'
    )
  })

  it.each<[PerformParams.Params]>([
    [{ kind: "command", command: "a", subcommand: "b", args: ["x"], raw: "x" }],
    [{ kind: "navigate", url: "a:b" }]
  ])("sends everything else as it is: %j", (params) => {
    assert.strictEqual(PerformParams.encode(params), params)
  })

  it.each<[PerformParams.Params, string]>([
    [{ kind: "action", name: "tab_new" }, '{"kind":"action","name":"tab_new","context":{}}'],
    [{ kind: "action", name: "tab_new", context: null }, '{"kind":"action","name":"tab_new","context":{}}'],
    [
      { kind: "action", name: "tab_select", context: { bundle_id: "a.b", pid: 7 }, args: { index: 2 } },
      '{"kind":"action","name":"tab_select","context":{"bundle_id":"a.b","pid":7},"args":{"index":2}}'
    ]
  ])("always sends the context of an action: %j [FLASH-PERF-05]", (params, text) => {
    assert.strictEqual(JSON.stringify(PerformParams.encode(params)), text)
  })

  it("sends a row whose metadata was full, and a plugin reads it [FLASH-PERF-02]", () => {
    const row = { source: "s", title: "t", metadata: entries(quotas.metadata_entries) }
    const params = PerformParams.encode({ kind: "resolve", row })
    assert.deepStrictEqual<unknown>(Result.merge(PerformParams.decode(params)), {
      kind: "resolve",
      row: { ...row, metadata: { kind: "plugin", ...row.metadata } }
    })
  })
})

describe("PerformParams.tabIndex", () => {
  it.each([
    ['{"index":1}', 1],
    ['{"index":12,"more":true}', 12],
    ['{"index":"3"}', 3],
    ['{"index":"9007199254740991"}', 9007199254740991]
  ])("reads %s [FLASH-PERF-16]", (text, tab) => {
    assert.deepStrictEqual(tabOf(text), Option.some(tab))
  })

  it.each([
    "null",
    "{}",
    '{"index":null}',
    '{"index":0}',
    '{"index":-1}',
    '{"index":1.0}',
    '{"index":1.5}',
    '{"index":true}',
    '{"index":[1]}',
    '{"index":""}',
    '{"index":"0"}',
    '{"index":"1.0"}',
    '{"index":" 1"}',
    '{"index":"+1"}',
    '{"index":"0x1"}',
    '{"index":"9007199254740992"}'
  ])("finds no tab in %s [FLASH-PERF-16]", (text) => {
    assert.deepStrictEqual(tabOf(text), Option.none())
  })
})
