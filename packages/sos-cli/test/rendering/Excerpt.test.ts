import { assert, describe, it } from "@effect/vitest"
import * as Excerpt from "../../src/rendering/Excerpt.ts"

const range = (line: number, column: number, end: number, endLine = line) => ({
  start: { line, column },
  end: { line: endLine, column: end }
})

/** The line and the mark below it. */
const take = (text: string, place: ReturnType<typeof range>) => {
  const taken = Excerpt.take(Excerpt.source(text), place)
  return taken === undefined ? undefined : [taken.line, taken.before + taken.mark]
}

describe("Excerpt.take", () => {
  it("marks a place below its line [SOS-CLI-11]", () => {
    assert.deepStrictEqual(take("a = 1\r\nkey = 2\n", range(2, 7, 8)), ["key = 2", "      ^"])
    assert.deepStrictEqual(take("key = 2", range(1, 1, 4)), ["key = 2", "^^^"])
  })

  it("marks the rest of the first line of a longer place", () => {
    assert.deepStrictEqual(take("a = [\n1]", range(1, 5, 2, 2)), ["a = [", "    ^"])
    assert.deepStrictEqual(take('a = """x\ny"""', range(1, 5, 5, 2)), ['a = """x', "    ^^^^"])
  })

  it("marks what is missing behind the end, and an empty place", () => {
    assert.deepStrictEqual(take("a =", range(1, 4, 4)), ["a =", "   ^"])
    assert.deepStrictEqual(take("", range(1, 1, 1)), ["", "^"])
  })

  it("counts a character of two units as one place, and lets none drive the terminal", () => {
    assert.deepStrictEqual(take('a = "😀" # \u001b[2J\t\u202e', range(1, 10, 11)), ['a = "😀" #  [2J  ', "        ^"])
  })

  it("shows a part of a long line, with the place in it", () => {
    const long = `a = "${"x".repeat(5000)}!${"y".repeat(5000)}"`
    const [line = "", mark = ""] = take(long, range(1, 5006, 5007)) ?? []
    assert.strictEqual(line.length, 100)
    assert.strictEqual(line[mark.indexOf("^")], "!")
    assert.strictEqual(mark.trim(), "^")
    const [start = ""] = take(long, range(1, 1, 2)) ?? []
    assert.isTrue(start.startsWith("a = "))
  })

  it("has none of a line that there is not", () => {
    assert.isUndefined(take("a", range(2, 1, 1)))
  })

  it("gives the mark a gap as wide as the number of the line", () => {
    const taken = Excerpt.take(Excerpt.source("\n".repeat(99)), range(100, 1, 1))
    assert.deepStrictEqual([taken?.number, taken?.gap], ["100", "   "])
  })
})
