import { assert, describe, it } from "@effect/vitest"
import { answered, received, replied, written } from "../support/hostcall.ts"
import { emoji } from "../support/rows.ts"

const limit = 1_048_576

describe("host.clipboard_write", () => {
  it.each<[string, string]>([
    ["nothing", ""],
    ["a line", "a\n"],
    ["1 MiB in one byte each", "x".repeat(limit)],
    ["1 MiB in four bytes each", emoji(limit)]
  ])("takes text of %s [FLASH-HOST-37]", (_, text) => {
    assert.deepStrictEqual(received("host.clipboard_write", JSON.stringify({ text, more: 1 })), { text })
  })

  it.each<[string, unknown]>([
    ["a byte too many", emoji(limit + 1)],
    ["a character too many", "x".repeat(limit + 1)],
    ["null", null],
    ["a number", 1],
    ["a list", ["x"]],
    ["nothing at all", undefined]
  ])("refuses %s [FLASH-HOST-37]", (_, text) => {
    assert.strictEqual(
      received("host.clipboard_write", JSON.stringify({ text })),
      "host.clipboard_write requires text under 1 MiB"
    )
  })

  it("writes the text, and answers nothing but ok [FLASH-HOST-37]", () => {
    assert.strictEqual(written("host.clipboard_write", { text: "é" }), '{"text":"é"}')
    assert.strictEqual(answered("host.clipboard_write", undefined), '{"ok":true}')
    assert.isUndefined(replied("host.clipboard_write", '{"ok":true}'))
  })
})
