import { assert, describe, it } from "@effect/vitest"
import * as HostCalls from "../../src/hostcalls/HostCalls.ts"
import { answered, received, replied, written } from "../support/hostcall.ts"

const key = { key_code: 9, modifiers: ["command"] } as const
const strokes = (fields: object = {}) => JSON.stringify({ pid: 7, keys: [key], ...fields })
const one = (fields: object) => strokes({ keys: [key, { ...key, ...fields }] })

describe("host.post_media_key", () => {
  it.each([0, 31])("takes the code %d [FLASH-HOST-27]", (key_code) => {
    assert.deepStrictEqual(received("host.post_media_key", JSON.stringify({ key_code })), { key_code })
    assert.strictEqual(written("host.post_media_key", { key_code }), `{"key_code":${key_code}}`)
  })

  it.each([
    "{}",
    '{"key_code":-1}',
    '{"key_code":32}',
    '{"key_code":1.0}',
    '{"key_code":"1"}',
    '{"key_code":true}',
    '{"key_code":null}'
  ])("refuses %s [FLASH-HOST-07, FLASH-HOST-27]", (params) => {
    assert.strictEqual(received("host.post_media_key", params), "host.post_media_key requires key_code 0-31")
  })
})

describe("host.post_keys", () => {
  const plan = (fields: object = {}) => ({ pid: 7, keys: [key], interval_ms: 35, ...fields })

  it.each<[string, unknown]>([
    [strokes(), plan()],
    [strokes({ pid: 2147483647, more: 1 }), plan({ pid: 2147483647 })],
    [strokes({ keys: Array(32).fill(key) }), plan({ keys: Array(32).fill(key) })],
    [one({ key_code: 0, more: 1 }), plan({ keys: [key, { ...key, key_code: 0 }] })],
    [one({ key_code: 127 }), plan({ keys: [key, { ...key, key_code: 127 }] })]
  ])("takes case %# [FLASH-HOST-08, FLASH-HOST-28, FLASH-HOST-29]", (params, expected) => {
    assert.deepStrictEqual(received("host.post_keys", params), expected)
  })

  it.each([
    "{}",
    "[]",
    strokes({ pid: 0 }),
    strokes({ pid: null }),
    strokes({ pid: 2147483648 }),
    '{"pid":7.0,"keys":[{"key_code":9,"modifiers":["command"]}]}',
    strokes({ keys: [] }),
    strokes({ keys: null }),
    strokes({ keys: key }),
    strokes({ keys: Array(33).fill(key) })
  ])("refuses the strokes of case %# [FLASH-HOST-07, FLASH-HOST-28]", (params) => {
    assert.strictEqual(received("host.post_keys", params), "host.post_keys requires pid and 1-32 keys")
  })

  it.each([
    one({ key_code: 128 }),
    one({ key_code: -1 }),
    one({ key_code: "9" }),
    '{"pid":7,"keys":[{"key_code":9.0,"modifiers":["command"]}]}',
    one({ modifiers: [] }),
    one({ modifiers: null }),
    one({ modifiers: "command" }),
    one({ modifiers: ["command", 1] }),
    strokes({ keys: [null] }),
    strokes({ keys: [[]] }),
    strokes({ keys: [{ key_code: 9 }] })
  ])("refuses the key of case %# [FLASH-HOST-07, FLASH-HOST-29]", (params) => {
    assert.strictEqual(received("host.post_keys", params), "each key needs key_code and non-empty modifiers")
  })

  it.each<[ReadonlyArray<string>, ReadonlyArray<string>]>([
    [["command"], ["command"]],
    [
      ["SHIFT", "Option", "cOnTrOl", "Command"],
      ["command", "control", "option", "shift"]
    ],
    [
      ["shift", "Shift", "command", "shift"],
      ["command", "shift"]
    ]
  ])("reads the modifiers %j as %j [FLASH-HOST-30]", (modifiers, expected) => {
    assert.deepStrictEqual(received("host.post_keys", strokes({ keys: [{ key_code: 9, modifiers }] })), {
      pid: 7,
      keys: [{ key_code: 9, modifiers: expected }],
      interval_ms: 35
    })
  })

  it.each([
    [["cmd"], "cmd"],
    [["command", "Fn", "alt"], "Fn"],
    [[""], ""],
    [["command "], "command "],
    [["constructor"], "constructor"],
    [["$&"], "$&"]
  ])("does not know a modifier of %j [FLASH-HOST-10, FLASH-HOST-30]", (modifiers, name) => {
    assert.strictEqual(received("host.post_keys", one({ modifiers })), `unknown modifier: ${name}`)
  })

  it("refuses by the first key that breaks a rule [FLASH-HOST-29, FLASH-HOST-30]", () => {
    const keys = [key, { ...key, modifiers: ["fn"] }, { ...key, key_code: 128 }]
    assert.strictEqual(received("host.post_keys", strokes({ keys })), "unknown modifier: fn")
    assert.strictEqual(
      received("host.post_keys", strokes({ keys: keys.toReversed() })),
      "each key needs key_code and non-empty modifiers"
    )
  })

  it.each([
    ["1", 8],
    ["8", 8],
    ["9", 9],
    ["99", 99],
    ["100", 100],
    ["101", 100],
    ["-9007199254740991", 8],
    ["9007199254740991", 100],
    ["9007199254740993", 35],
    ["1e300", 35],
    ["20.0", 35],
    ["20.5", 35],
    ['"20"', 35],
    ["true", 35],
    ["null", 35]
  ])("moves an interval of %s to %d ms [FLASH-HOST-06, FLASH-HOST-31]", (interval, expected) => {
    const params = `{"pid":7,"keys":[{"key_code":9,"modifiers":["command"]}],"interval_ms":${interval}}`
    assert.deepStrictEqual(received("host.post_keys", params), plan({ interval_ms: expected }))
  })

  it("writes what it was given [FLASH-HOST-28]", () => {
    assert.strictEqual(
      written("host.post_keys", { interval_ms: 20, keys: [key], pid: 7 }),
      '{"pid":7,"keys":[{"key_code":9,"modifiers":["command"]}],"interval_ms":20}'
    )
    assert.strictEqual(written("host.post_keys", { pid: 7, keys: [key] }), strokes())
  })
})

describe("host.post_global_key", () => {
  it("takes one key [FLASH-HOST-32]", () => {
    assert.deepStrictEqual(
      received("host.post_global_key", '{"key_code":127,"modifiers":["Shift","command"],"more":1}'),
      { key_code: 127, modifiers: ["command", "shift"] }
    )
    assert.strictEqual(written("host.post_global_key", key), JSON.stringify(key))
  })

  it.each([
    "{}",
    "null",
    '{"key_code":128,"modifiers":["shift"]}',
    '{"key_code":-1,"modifiers":["shift"]}',
    '{"key_code":1.0,"modifiers":["shift"]}',
    '{"key_code":1}',
    '{"key_code":1,"modifiers":[]}',
    '{"key_code":1,"modifiers":["fn"]}',
    '{"key_code":1,"modifiers":[1]}'
  ])("refuses %s [FLASH-HOST-07, FLASH-HOST-32]", (params) => {
    assert.strictEqual(
      received("host.post_global_key", params),
      "host.post_global_key requires key_code and valid non-empty modifiers"
    )
  })
})

describe("posting keys", () => {
  it.each(["host.post_media_key", "host.post_keys", "host.post_global_key"] as const)(
    "answers nothing but ok: %s [FLASH-HOST-28]",
    (method) => {
      assert.strictEqual(HostCalls.table[method].wait, 5_000)
      assert.strictEqual(answered(method, undefined), '{"ok":true}')
      assert.isUndefined(replied(method, '{"ok":true,"more":null}'))
      assert.strictEqual(replied(method, '{"ok":false,"error":"key posting unavailable"}'), "key posting unavailable")
    }
  )
})
