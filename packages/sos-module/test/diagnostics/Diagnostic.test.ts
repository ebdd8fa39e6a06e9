import { assert, describe, it } from "@effect/vitest"
import * as Diagnostic from "../../src/diagnostics/Diagnostic.ts"

const at = (line: number, column: number): Diagnostic.Range => ({
  start: { line, column },
  end: { line, column: column + 1 }
})

describe("Diagnostic", () => {
  it("prints one line with file, line and column, and the hint behind it", () => {
    assert.strictEqual(Diagnostic.print(Diagnostic.error("a/b.toml", at(3, 5), "no")), "a/b.toml:3:5: no")
    assert.strictEqual(
      Diagnostic.print(Diagnostic.warning("b.toml", at(1, 1), "no", { hint: 'did you mean "x"?' })),
      'b.toml:1:1: warning: no (did you mean "x"?)'
    )
  })

  it("sorts by file, line and column and keeps the order of one place", () => {
    const sorted = Diagnostic.sort([
      Diagnostic.error("b", at(1, 1), "5"),
      Diagnostic.error("a", at(2, 1), "4"),
      Diagnostic.error("a", at(1, 9), "2"),
      Diagnostic.error("a", at(1, 9), "3"),
      Diagnostic.error("a", at(1, 2), "1")
    ])
    assert.deepStrictEqual(
      sorted.map(({ message }) => message),
      ["1", "2", "3", "4", "5"]
    )
  })

  it("tells errors from warnings", () => {
    const warning = Diagnostic.warning("a", Diagnostic.fileStart, "w")
    assert.isFalse(Diagnostic.hasErrors([warning]))
    assert.isTrue(Diagnostic.hasErrors([warning, Diagnostic.error("a", Diagnostic.fileStart, "e")]))
  })

  it("fills in what a problem does not have", () => {
    const { key, hint, related } = Diagnostic.error("a", Diagnostic.fileStart, "e")
    assert.deepStrictEqual([key, hint, related], [undefined, undefined, []])
  })
})
