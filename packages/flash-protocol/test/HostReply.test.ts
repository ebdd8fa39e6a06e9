import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import * as HostReply from "../src/HostReply.ts"
import { value } from "./support/json.ts"

const invalid = "invalid host response"

describe("HostReply.decode", () => {
  it.each([
    ['{"ok":true}'],
    ['{"ok":true,"present":false}'],
    ['{"ok":true,"target_pid":2147483647,"navigation_url":"not absolute","message":""}'],
    ['{"ok":true,"target_pid":null,"navigation_url":null,"message":null}']
  ])("takes %s as it came [FLASH-HOST-01, FLASH-HOST-02]", (text) => {
    assert.deepStrictEqual(Result.getOrThrow(HostReply.decode(value(text))), value(text))
  })

  it.each([
    ['{"ok":false,"error":"open failed"}', "open failed"],
    ['{"ok":false,"error":"missing open capability"}', "missing open capability"],
    ['{"ok":false,"error":" x "}', " x "]
  ])("reads the refusal of %s [FLASH-HOST-01]", (text, refusal) => {
    assert.strictEqual(Result.getOrThrow(Result.flip(HostReply.decode(value(text)))), refusal)
  })

  it.each([
    '{"ok":true,"error":null}',
    '{"ok":true,"unhandled":null}',
    '{"ok":1}',
    '{"ok":"true"}',
    "{}",
    '{"ok":false}',
    '{"ok":false,"error":""}',
    '{"ok":false,"error":" \\t\\n"}',
    '{"ok":false,"error":1}',
    '{"ok":false,"error":"x","code":1}',
    '{"ok":false,"unhandled":true}',
    "null",
    "[]",
    "1.0"
  ])("cannot use %s [FLASH-HOST-01, FLASH-HOST-03]", (text) => {
    assert.strictEqual(Result.getOrThrow(Result.flip(HostReply.decode(value(text)))), invalid)
  })

  it.each([
    '{"ok":true,"message":1}',
    '{"ok":true,"navigation_url":[]}',
    '{"ok":true,"target_pid":0}',
    '{"ok":true,"target_pid":2147483648}',
    '{"ok":true,"target_pid":1.0}',
    '{"ok":true,"target_pid":true}'
  ])("knows the types of what every reply may carry: %s [FLASH-HOST-02, FLASH-HOST-03]", (text) => {
    assert.strictEqual(Result.getOrThrow(Result.flip(HostReply.decode(value(text)))), invalid)
  })
})

describe("HostReply.check", () => {
  it("returns a lawful reply as it came, refusals included [FLASH-HOST-01]", () => {
    const said = { ok: true, message: null, more: [1] }
    assert.strictEqual(HostReply.check(said), said)
    assert.deepStrictEqual(HostReply.check({ ok: false, error: "open failed" }), { ok: false, error: "open failed" })
  })

  it("puts a refusal in the place of any other [FLASH-HOST-03]", () => {
    assert.deepStrictEqual(HostReply.check({ ok: true, error: "x" }), { ok: false, error: invalid })
    assert.deepStrictEqual(HostReply.check(undefined), { ok: false, error: invalid })
  })
})

describe("a host call without a reply", () => {
  it.each([
    [HostReply.hostClosed, "host closed stdin"],
    [HostReply.timedOut, "host call timed out"],
    [HostReply.capacity, "host call capacity exceeded"],
    [HostReply.overflow, "host call exceeded outbound frame limit"]
  ])("is the result object %j [FLASH-HOST-04]", (body, error) => {
    assert.deepStrictEqual(body, { ok: false, error })
    assert.strictEqual(HostReply.check(body).error, error)
  })
})
