import { assert, describe, it } from "@effect/vitest"
import { coloured, plain } from "../../src/rendering/Style.ts"

describe("Style", () => {
  it("marks text with terminal codes only when coloured", () => {
    assert.strictEqual(plain.bad("x"), "x")
    assert.strictEqual(coloured.bad("x"), "\u001b[31mx\u001b[0m")
  })
})
