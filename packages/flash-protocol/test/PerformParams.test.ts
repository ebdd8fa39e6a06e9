import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import * as PerformParams from "../src/PerformParams.ts"
import { value } from "./support/json.ts"

const read = (text: string) => Result.merge(PerformParams.decode(value(text)))

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
  ])("reads %s", (text, params) => {
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
    ['{"kind":"action","context":{"pid":1.0}}', "invalid perform params"],
    ['{"kind":"action","context":{"pid":2147483648}}', "invalid perform params"],
    ['{"kind":"action","context":{"front_window_frame":{"x":1,"y":1,"width":1}}}', "invalid perform params"],
    [
      '{"kind":"action","context":{"front_window_frame":{"x":"1","y":1,"width":1,"height":1}}}',
      "invalid perform params"
    ],
    ['{"kind":"action","args":[]}', "invalid perform params"],
    ['{"kind":"navigate","url":1}', "invalid perform params"]
  ])("refuses %s", (text, refusal) => {
    assert.strictEqual(read(text), refusal)
  })
})

describe("PerformParams.encode", () => {
  it("sends source, title and metadata always, the rest when there is one", () => {
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

  it("keeps the row's own kind, and a key named __proto__", () => {
    const metadata = { ["__proto__"]: "x", kind: "tab" }
    const params = PerformParams.encode({ kind: "resolve", row: { source: "s", title: "t", url: "a:b", metadata } })
    assert.strictEqual(
      JSON.stringify(params),
      '{"kind":"resolve","row":{"source":"s","title":"t","metadata":{"kind":"tab","__proto__":"x"},"url":"a:b"}}'
    )
  })

  it.each<[PerformParams.Params]>([
    [{ kind: "command", command: "a", subcommand: "b", args: ["x"], raw: "x" }],
    [{ kind: "action", name: "tab_new", context: { bundle_id: "a.b" } }],
    [{ kind: "navigate", url: "a:b" }]
  ])("sends everything else as it is: %j", (params) => {
    assert.strictEqual(PerformParams.encode(params), params)
  })
})
