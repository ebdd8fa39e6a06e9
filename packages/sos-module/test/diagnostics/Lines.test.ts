import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import * as Lines from "../../src/diagnostics/Lines.ts"

describe("Lines", () => {
  it("starts a line behind every newline", () => {
    assert.deepStrictEqual(Lines.make("a\r\nb\n\nc"), [0, 3, 5, 6])
    assert.deepStrictEqual(Lines.position(Lines.make("a\r\nb"), 3), { line: 2, column: 1 })
    assert.deepStrictEqual(Lines.position(Lines.make(""), 0), { line: 1, column: 1 })
  })

  it("knows no offset in a line that there is not", () => {
    assert.isUndefined(Lines.offset(Lines.make("a"), { line: 2, column: 1 }))
  })

  it.prop("finds its way back from a place to its offset", { text: Schema.String, at: Schema.Int }, ({ text, at }) => {
    const lines = Lines.make(text)
    const offset = Math.abs(at) % (text.length + 1)
    assert.strictEqual(Lines.offset(lines, Lines.position(lines, offset)), offset)
  })
})
