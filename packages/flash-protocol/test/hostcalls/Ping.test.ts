import { assert, describe, it } from "@effect/vitest"
import { answered, received, replied, written } from "../support/hostcall.ts"

describe("host.ping", () => {
  it.each(["{}", '{"a":[1,null],"ok":false,"__proto__":1}'])("echoes %s [FLASH-HOST-11]", (params) => {
    const echo = received("host.ping", params)
    assert.strictEqual(JSON.stringify(echo), params)
    assert.strictEqual(answered("host.ping", { echo }), `{"ok":true,"echo":${params}}`)
    assert.deepStrictEqual(replied("host.ping", `{"ok":true,"echo":${params}}`), { echo })
  })

  it("takes what is no object for no params, and writes any [FLASH-HOST-09, FLASH-HOST-11]", () => {
    assert.deepStrictEqual(received("host.ping", "[1]"), {})
    assert.strictEqual(written("host.ping", { b: 1, a: null }), '{"b":1,"a":null}')
  })

  it("needs the echo in its reply [FLASH-HOST-03, FLASH-HOST-11]", () => {
    assert.strictEqual(replied("host.ping", '{"ok":true}'), "invalid host response")
    assert.deepStrictEqual(replied("host.ping", '{"ok":true,"echo":null}'), { echo: null })
  })
})
