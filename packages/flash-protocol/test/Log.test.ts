import { assert, describe, it } from "@effect/vitest"
import * as Log from "../src/Log.ts"
import { json, value } from "./support/json.ts"

const entry = (fields: object): Log.Entry => ({ level: "info", message: "", fields: new Map(), ...fields })

describe("Log.decode", () => {
  it.each<[string, Log.Entry]>([
    [
      '{"level":"warn","message":"m","fields":{"a":"1"},"trace":"a1"}',
      { level: "warn", message: "m", fields: new Map([["a", "1"]]), trace: "a1" }
    ],
    ['{"level":"loud","message":"m"}', entry({ message: "m" })],
    ['{"level":5,"message":5,"fields":5,"trace":5}', entry({})],
    ['{"fields":{"a":"1","b":2}}', entry({})],
    ['{"fields":["a"]}', entry({})],
    ['{"fields":{"__proto__":"1"}}', entry({ fields: new Map([["__proto__", "1"]]) })],
    ['{"trace":"NOT-VALID"}', entry({})],
    ['{"trace":"0123456789abcdefg"}', entry({})],
    ["{}", entry({})]
  ])("reads %s [FLASH-LOG-02, FLASH-LOG-03, FLASH-LOG-04, FLASH-LOG-05]", (text, expected) => {
    assert.deepStrictEqual(Log.decode(json(text)), expected)
  })

  it.each(["null", "[]", "1.0", '"x"'])("reads %s as an empty line", (text) => {
    assert.deepStrictEqual(Log.decode(value(text)), entry({}))
  })
})

describe("Log.encode", () => {
  it("always writes fields, and a trace only when there is one [FLASH-LOG-01, FLASH-LOG-05]", () => {
    assert.strictEqual(JSON.stringify(Log.encode(entry({}))), '{"level":"info","message":"","fields":{}}')
    assert.deepStrictEqual(Log.decode(Log.encode(entry({ trace: "a1" }))), entry({ trace: "a1" }))
  })
})
