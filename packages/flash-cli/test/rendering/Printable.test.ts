import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import * as Printable from "../../src/rendering/Printable.ts"

const dangerous = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u

const Units = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 0xffff })))

/** Text of any code units, lone surrogates included, with what drives terminals in it more often than by chance. */
const textOf = (units: ReadonlyArray<number>) =>
  units.map((unit) => String.fromCharCode(unit % 3 === 0 ? unit : (hostile[unit % hostile.length] ?? unit))).join("")

const hostile = [0x1b, 0x5b, 0x9b, 0x0a, 0x0d, 0x08, 0x202e, 0x2028, 0x2029, 0xd800, 0xdc00, 0xdb40, 0xdc01, 0x20, 0x61]

describe("Printable.line", () => {
  it.each([
    ["plain text", "plain text"],
    ["a\u001b[31mred\u001b[0m", "a [31mred [0m"],
    ["\u009b2Jb", "2Jb"],
    ["a\r\n\tb", "a b"],
    ["a\u202eb", "a b"],
    ["a\u2028b\u2029c", "a b c"],
    ["half\ud800", "half"],
    ["a\u0000b\u007f", "a b"],
    ["é🚀 日本 \ue0b0", "é🚀 日本 \ue0b0"]
  ])("makes %j %j", (text, expected) => assert.strictEqual(Printable.line(text), expected))

  it.prop("lets nothing through that could drive a terminal", [Units], ([units]) => {
    assert.notMatch(Printable.line(textOf(units)), dangerous)
  })
})

describe("Printable.json", () => {
  it("escapes what JSON does not ask to escape", () => {
    assert.strictEqual(
      Printable.json({ a: "\u009b\u202e\u2028\n\u{e0001}é" }),
      String.raw`{"a":"\u009b\u202e\u2028\n\udb40\udc01é"}`
    )
  })

  it.prop("says the same to who reads it, and nothing to a terminal", [Units, Units], ([key, value]) => {
    const object = { [textOf(key)]: textOf(value) }
    const text = Printable.json(object)
    assert.notMatch(text, dangerous)
    assert.deepStrictEqual(JSON.parse(text), JSON.parse(JSON.stringify(object)))
  })
})
