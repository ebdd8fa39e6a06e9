import { assert, describe, it } from "@effect/vitest"
import * as SafeText from "../src/SafeText.ts"

describe("oneLine", () => {
  it.each([
    ["plain text", "plain text"],
    ["two\r\n\tlines", "two lines"],
    ["\u001b[31mred\u001b[0m", "[31mred [0m"],
    ["a\u2028b\u2029c", "a b c"],
    ["turned \u202eround", "turned  round"],
    ["\u0000", ""],
    ["half \ud800 pair", "half \ufffd pair"],
    ["", ""]
  ])("makes %j one line that commands no terminal [SOS-PLUG-55]", (text, line) => {
    assert.strictEqual(SafeText.oneLine(text, 100), line)
  })

  it.each([
    ["12345", "12345"],
    ["123456", "1234…"],
    ["123😀56", "123…"],
    ["12😀56", "12😀…"]
  ])("keeps %j within five units and cuts no character in two [SOS-PLUG-55]", (text, line) => {
    assert.strictEqual(SafeText.oneLine(text, 5), line)
  })
})
