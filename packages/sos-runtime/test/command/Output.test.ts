import { assert, describe, it } from "@effect/vitest"
import { Json } from "@lanyard/wire"
import { Result } from "effect"
import { readings } from "../../src/command/Output.ts"

const read = (name: keyof typeof readings, output: string | Uint8Array) =>
  Result.merge(readings[name](typeof output === "string" ? new TextEncoder().encode(output) : output))

describe("readings", () => {
  it("ignores what an action without output wrote [SOS-CMD-10]", () => {
    assert.isNull(read("none", new Uint8Array([0xff])))
  })

  it.each([
    ["", ""],
    ["a", "a"],
    ["a\n", "a"],
    ["a\n\n", "a\n"],
    ["a\r\n", "a\r"],
    ["\n", ""],
    ["\ufeffa", "\ufeffa"]
  ])("takes %j as text but for one newline [SOS-CMD-11]", (output, expected) => {
    assert.strictEqual(read("text", output), expected)
  })

  it.each([
    [" 1 \n", 1],
    ["1.0", new Json.Decimal(1)],
    ["\ufeff{}", {}],
    ['["a\u2028b"]\r\n', ["a\u2028b"]]
  ])("takes %j as one JSON value (B043) [SOS-CMD-12]", (output, expected) => {
    assert.deepStrictEqual(read("json", output), expected)
  })

  it.each([
    ["", "no JSON value"],
    [" \n", "no JSON value"],
    ["{} {}", "something that is not one JSON value"],
    ["nul", "something that is not one JSON value"],
    ["1e999", "a number that is too large"],
    ['"\\ud800"', "text that is no Unicode"]
  ])("refuses %j as one JSON value [SOS-CMD-12]", (output, reason) => {
    assert.strictEqual(read("json", output), reason)
  })

  it.each([
    ["", []],
    ["1\n2\n", [1, 2]],
    ["1\r\n2", [1, 2]],
    ['{"a":1}\n', [{ a: 1 }]]
  ])("takes %j as a value a line (B042, B053) [SOS-CMD-13]", (output, expected) => {
    assert.deepStrictEqual(read("json-lines", output), expected)
  })

  it.each([
    ["1\n\n2\n", "a blank line 2"],
    ["\n", "a blank line 1"],
    ["1\n2 3\n", "something that is not one JSON value in line 2"]
  ])("refuses %j as a value a line, and says which [SOS-CMD-13]", (output, reason) => {
    assert.strictEqual(read("json-lines", output), reason)
  })

  it.each(["text", "json", "json-lines"] as const)("refuses bytes that are not UTF-8 as %s [SOS-CMD-14]", (name) => {
    assert.strictEqual(read(name, new Uint8Array([0x22, 0xff, 0x22])), "bytes that are not UTF-8")
  })
})
