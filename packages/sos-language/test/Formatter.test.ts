import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import * as Formatter from "../src/Formatter.ts"
import { read } from "./support/tree.ts"

const format = (text: string) => Result.getOrThrow(Formatter.format("a.sos", text))

describe("Formatter.format", () => {
  it.each([
    ["show a", "show a\n"],
    ["show a\r\nshow b  \r\n\r\n", "show a\nshow b\n"],
    ["show a \t", "show a\n"],
    ["\n\nshow a\n\n\n", "\n\nshow a\n"],
    ["show a # why  ", "show a # why\n"],
    ['show "a  "', 'show "a  "\n'],
    ["+++\nversion = 1  \n+++\nshow a  ", "+++\nversion = 1  \n+++\nshow a\n"],
    ["", ""],
    ["\n \n", ""],
    ["when a:\n      # far\n  show   a", "when a:\n      # far\n  show   a\n"]
  ])("tidies white space alone: %j [SOS-FMT-01]", (text, formatted) => {
    assert.strictEqual(format(text), formatted)
  })

  it("refuses what cannot be read, with all of its problems [SOS-FMT-02]", () => {
    const refused = Formatter.format("a.sos", "show\nmake\n")
    assert.isTrue(Result.isFailure(refused))
    if (Result.isFailure(refused))
      assert.deepStrictEqual(
        refused.failure.map(({ range }) => range.start.line),
        [1, 2]
      )
  })

  it("does not refuse words that nobody knows [SOS-FMT-02]", () => {
    assert.strictEqual(format("frobnicate 3"), "frobnicate 3\n")
  })

  it("takes the interface that a module is described by [SOS-FMT-02]", () => {
    const text = "define R:\n  a as text\n\nto current with city as text:\n  # external implementation: a/b\n"
    assert.strictEqual(format(text), text)
  })

  const line = Schema.Literals([
    "show a",
    "show  a  ",
    "",
    "   ",
    "# x  ",
    "when a:\n  show b ",
    'show "x  {a} "',
    "call a.b \r"
  ])
  it.prop(
    "changes nothing the second time, and never what a program means [SOS-FMT-03]",
    { lines: Schema.Array(line), end: Schema.Literals(["", "\n", "\r\n\n "]) },
    ({ end, lines }) => {
      const text = lines.join("\n") + end
      const once = format(text)
      assert.strictEqual(format(once), once)
      assert.deepStrictEqual(read(once), read(text))
    }
  )

  it("takes linear time, whatever a line is full of", () => {
    const text = `show a${" ".repeat(500_000)}# b${"\n".repeat(400_000)}show c`
    assert.strictEqual(format(text).length, text.length + 1)
  })
})
