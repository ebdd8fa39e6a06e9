import { assert, describe, it } from "@effect/vitest"
import * as Table from "../../src/rendering/Table.ts"

const wide = "x".repeat(Table.cellLimit)

describe("Table.lines", () => {
  it("lines up the cells and leaves no blanks at the end", () => {
    assert.deepStrictEqual(
      Table.lines([
        ["a", "long", ""],
        ["bbb", "c", "d"]
      ]),
      ["a     long", "bbb   c      d"]
    )
  })

  it("counts the columns of a terminal, not characters", () => {
    assert.deepStrictEqual(
      Table.lines([
        ["日本", "1"],
        ["e\u0301", "2"],
        ["👍", "3"],
        ["four", "4"]
      ]),
      ["日本   1", "e\u0301      2", "👍     3", "four   4"]
    )
  })

  it("takes rows of different lengths, and none", () => {
    assert.deepStrictEqual(Table.lines([["a"], ["b", "c"]]), ["a", "b   c"])
    assert.deepStrictEqual(Table.lines([]), [])
  })

  it("cuts a cell that others follow, and never the last one", () => {
    assert.deepStrictEqual(Table.lines([[`${wide}y`, "z"]]), [`${"x".repeat(Table.cellLimit - 1)}…   z`])
    assert.deepStrictEqual(Table.lines([[wide, "z"]]), [`${wide}   z`])
    assert.deepStrictEqual(Table.lines([["z", `${wide}y`]]), [`z   ${wide}y`])
  })

  it("cuts between characters, wide ones included", () => {
    const [line] = Table.lines([["日".repeat(Table.cellLimit), "z"]])
    assert.strictEqual(line, `${"日".repeat(Table.cellLimit / 2 - 1)}…   z`)
  })

  it("keeps a row on one line that drives no terminal", () => {
    assert.deepStrictEqual(Table.lines([["a\n\u001b[2Jb\u009b", "c\u2028d\re"]]), ["a [2Jb   c d e"])
  })
})
