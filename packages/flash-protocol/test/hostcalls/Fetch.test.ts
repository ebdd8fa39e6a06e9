import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import * as Fetch from "../../src/hostcalls/Fetch.ts"
import { answered, received, replied, written } from "../support/hostcall.ts"
import { emoji } from "../support/rows.ts"

const notHttps = "host.fetch requires a valid https url param"

describe("host.fetch", () => {
  it("takes an https address, as it came [FLASH-HOST-17]", () => {
    const url = "https://Example.com/a b"
    assert.deepStrictEqual(received("host.fetch", JSON.stringify({ url, more: 1 })), { url })
    assert.strictEqual(written("host.fetch", { url }), JSON.stringify({ url }))
  })

  it.each([
    "{}",
    '{"url":null}',
    '{"url":1}',
    '{"url":""}',
    '{"url":["https://a.test"]}',
    '{"url":"http://a.test/"}',
    '{"url":"https://"}',
    '{"url":"a.test"}'
  ])("refuses %s [FLASH-HOST-17]", (params) => {
    assert.strictEqual(received("host.fetch", params), notHttps)
  })

  it.each<[string, unknown]>([
    ['{"ok":true,"status":200,"body":"x","more":1}', { status: 200, body: "x" }],
    ['{"ok":true,"status":404,"body":""}', { status: 404, body: "" }],
    ['{"ok":false,"error":"url not in fetch_urls allowlist"}', "url not in fetch_urls allowlist"],
    ['{"ok":true,"status":200.0,"body":""}', "invalid host response"],
    ['{"ok":true,"status":-1,"body":""}', "invalid host response"],
    ['{"ok":true,"status":200}', "invalid host response"],
    ['{"ok":true,"body":""}', "invalid host response"],
    ['{"ok":true,"status":200,"body":null}', "invalid host response"]
  ])("reads %s [FLASH-HOST-03, FLASH-HOST-22]", (result, reply) => {
    assert.deepStrictEqual(replied("host.fetch", result), reply)
  })

  it("writes status and body, in this order [FLASH-HOST-22]", () => {
    assert.strictEqual(answered("host.fetch", { body: "é", status: 500 }), '{"ok":true,"status":500,"body":"é"}')
  })
})

describe("Fetch.bodyOf", () => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  const limit = 1_048_576

  it("takes 1 MiB of UTF-8 and not one byte more [FLASH-HOST-21]", () => {
    assert.strictEqual(Result.merge(Fetch.bodyOf(bytes(emoji(limit)))), emoji(limit))
    assert.strictEqual(Result.merge(Fetch.bodyOf(bytes(emoji(limit + 1)))), "response exceeds the 1 MiB host.fetch cap")
    assert.strictEqual(Result.merge(Fetch.bodyOf(new Uint8Array())), "")
  })

  it.each([[[0xff]], [[0xc3]], [[0xed, 0xa0, 0x80]], [[0x61, 0xe5, 0x62]]])(
    "refuses the bytes %j [FLASH-HOST-21]",
    (wrong) => {
      assert.strictEqual(Result.merge(Fetch.bodyOf(Uint8Array.from(wrong))), "response is not UTF-8 text")
    }
  )
})
