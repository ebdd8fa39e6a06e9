import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import * as Response from "../src/Response.ts"
import { value, verdict } from "./support/json.ts"

describe("the response law", () => {
  it.each(['{"ok":true}', '{"ok":true,"answers":[]}', '{"ok":true,"__proto__":1}'])(
    "takes %s as a yes [FLASH-RESP-01]",
    (text) => {
      const result = Result.getOrThrow(Response.decode(value(text)))
      assert.strictEqual(result._tag, "Succeeded")
    }
  )

  it("takes a lone error as a no [FLASH-RESP-02]", () => {
    assert.deepStrictEqual(
      Result.getOrThrow(Response.decode(value('{"ok":false,"error":" x "}'))),
      Response.Response.Refused({ error: " x " })
    )
  })

  it.each([
    ['{"ok":1}', "ok: expected a boolean"],
    ['{"ok":1.0}', "ok: expected a boolean"],
    ['{"ok":"true"}', "ok: expected a boolean"],
    ['{"ok":null}', "ok: expected a boolean"],
    ["{}", "ok: expected a boolean"],
    ["[]", "expected an object"],
    ["null", "expected an object"],
    ["1.0", "expected an object"],
    ['{"ok":true,"error":null}', "error: expected no such key beside success"],
    ['{"ok":true,"unhandled":null}', "unhandled: expected no such key beside success"],
    ['{"ok":false}', "error: expected text that is not blank"],
    ['{"ok":false,"error":null}', "error: expected text that is not blank"],
    ['{"ok":false,"error":""}', "error: expected text that is not blank"],
    ['{"ok":false,"error":" \\t\\n"}', "error: expected text that is not blank"],
    ['{"ok":false,"unhandled":true}', "error: expected text that is not blank"],
    ['{"ok":false,"error":"x","secret":1}', "*: expected no key but those of the contract"],
    ['{"ok":false,"error":"x","unhandled":false}', "*: expected no key but those of the contract"]
  ])(
    "refuses %s [FLASH-RESP-01, FLASH-RESP-02, FLASH-RESP-03, FLASH-RESP-04, FLASH-RESP-05, FLASH-RESP-06]",
    (text, message) => {
      assert.strictEqual(verdict(Response.decode(value(text))), message)
    }
  )

  it("builds what it reads", () => {
    assert.strictEqual(verdict(Response.decode(Response.success({ rows: [] }))), "accepted")
    assert.strictEqual(verdict(Response.decode(Response.failure("no"))), "accepted")
  })
})

describe("Response.decodeSuccess", () => {
  it.each([
    ['{"ok":true,"answers":[]}', "accepted"],
    ['{"ok":true}', "accepted"],
    ['{"ok":true,"answers":[],"more":1}', "*: expected no key but those of the contract"],
    ['{"ok":false,"error":"no"}', "ReplyRefused"],
    ['{"ok":false,"unhandled":true}', "error: expected text that is not blank"]
  ])("reads %s", (text, expected) => {
    assert.strictEqual(verdict(Response.decodeSuccess(value(text), "answers")), expected)
  })
})
