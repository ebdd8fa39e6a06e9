import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import * as LineFraming from "../src/LineFraming.ts"

const bytesOf = (text: string) => new TextEncoder().encode(text)
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

/** Feeds chunks and returns every line as text, overlong ones as the framer names them, and the discarded tail. */
const frame = (limit: number, chunks: Iterable<Uint8Array>) => {
  let framer = LineFraming.make(limit)
  const lines: Array<string> = []
  for (const chunk of chunks) {
    const [next, found] = LineFraming.push(framer, chunk)
    framer = next
    for (const framed of found) {
      if (framed === LineFraming.tooLong) lines.push("<too long>")
      else lines.push(...textOf(framed).split("\n"))
    }
  }
  return { lines, tail: LineFraming.end(framer), framer }
}

const cut = (bytes: Uint8Array, size: number) =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size))

/** What framing means, said the slow way: split at every newline, then look at each line. */
const reference = (limit: number, text: string) => {
  const parts = text.split("\n")
  const tail = bytesOf(parts.pop()!).length
  const lines = parts.map((line) => (bytesOf(line).length > limit ? "<too long>" : line))
  return { lines: tail > limit ? [...lines, "<too long>"] : lines, tail: tail > limit ? 0 : tail }
}

describe("LineFraming", () => {
  it.each([
    ["one line", 10, "abc\n", ["abc"], 0],
    ["lines that share a chunk", 10, "a\nb\nc\n", ["a", "b", "c"], 0],
    ["a blank line", 10, "\n", [""], 0],
    ["blank lines between others", 10, "a\n\n\nb\n", ["a", "", "", "b"], 0],
    ["a carriage return, which stays in the line (B042)", 10, "a\r\nb\r\n", ["a\r", "b\r"], 0],
    ["a bare carriage return, which ends nothing", 10, "a\rb\n", ["a\rb"], 0],
    ["U+2028 and U+2029, which end nothing (B044)", 20, "a\u2028b\u2029c\n", ["a\u2028b\u2029c"], 0],
    [
      "U+0085, vertical tab and form feed, which end nothing",
      20,
      "a\u0085b\u000bc\u000cd\n",
      ["a\u0085b\u000bc\u000cd"],
      0
    ],
    ["a line of exactly the cap (B039)", 3, "abc\n", ["abc"], 0],
    ["a line of the cap and one byte, and heals (B039)", 3, "abcd\nef\n", ["<too long>", "ef"], 0],
    ["a cap in bytes, not characters", 3, "éé\né\n", ["<too long>", "é"], 0],
    ["short lines that are together longer than the cap", 3, "ab\ncd\nef\n", ["ab", "cd", "ef"], 0],
    ["one overlong line among short ones", 3, "ab\ncdefg\nhi\n", ["ab", "<too long>", "hi"], 0],
    ["an unterminated tail, which is discarded (B053)", 10, 'a\n{"id":1}', ["a"], 8],
    ["clean end of input, which discards nothing (B055)", 10, "a\n", ["a"], 0],
    ["an overlong tail, which is reported as such and once", 3, "abcdefgh", ["<too long>"], 0],
    ["no input", 3, "", [], 0]
  ])("frames %s", (_title, limit, text, lines, tail) => {
    for (const size of [1, 2, 3, 7, Number.MAX_SAFE_INTEGER]) {
      const found = frame(limit, cut(bytesOf(text), Math.min(size, text.length * 4 + 1)))
      assert.deepStrictEqual({ lines: found.lines, tail: found.tail }, { lines, tail }, `in chunks of ${size}`)
    }
  })

  it.prop(
    "equals reference splitting under any chunking",
    {
      words: Schema.Array(Schema.Literals(["\n", "\n", "a", "\r", "é", "\u2028", "😀", "abc", ""])),
      sizes: Schema.Array(Schema.Literals([1, 2, 3, 5, 50])).check(Schema.isMinLength(1)),
      limit: Schema.Literals([1, 2, 4, 8, 1000])
    },
    ({ words, sizes, limit }) => {
      const text = words.join("")
      const bytes = bytesOf(text)
      const chunks: Array<Uint8Array> = []
      for (let at = 0, turn = 0; at < bytes.length; turn++) {
        const size = sizes[turn % sizes.length]!
        chunks.push(bytes.subarray(at, at + size))
        at += size
      }
      const { lines, tail } = frame(limit, chunks)
      assert.deepStrictEqual({ lines, tail }, reference(limit, text))
    },
    { arbitrary: { runs: 500 } }
  )

  it("reports an overlong line once, as soon as it passes the cap, however long it goes on (B049)", () => {
    const filler = bytesOf("x".repeat(64 * 1024))
    let framer = LineFraming.make(100)
    const found: Array<LineFraming.Framed> = []
    for (let turn = 0; turn < 320; turn++) {
      const [next, more] = LineFraming.push(framer, filler)
      framer = next
      found.push(...more)
      assert.isNull(framer.held)
    }
    assert.deepStrictEqual(found, [LineFraming.tooLong])
    const [, after] = LineFraming.push(framer, bytesOf("\ngood\n"))
    assert.deepStrictEqual(
      after.map((framed) => (framed === LineFraming.tooLong ? framed : textOf(framed))),
      ["good"]
    )
  })

  it.each([65_535, 65_536, 65_537])("delivers %d bytes whole (B038)", (length) => {
    const line = "x".repeat(length)
    assert.deepStrictEqual(frame(1 << 20, cut(bytesOf(`${line}\n${line}\n`), 4096)).lines, [line, line])
  })

  it("copies no byte of a line that lies within one chunk", () => {
    const chunk = bytesOf("one\ntwo\n")
    const [, [run]] = LineFraming.push(LineFraming.make(100), chunk)
    assert.isTrue(run instanceof Uint8Array && run.buffer === chunk.buffer)
  })

  it("holds few parts of a line that arrives byte by byte", () => {
    const { framer } = frame(1 << 20, cut(bytesOf("x".repeat(100_000)), 1))
    let parts = 0
    for (let held = framer.held; held !== null; held = held.before) parts++
    assert.isBelow(parts, 100_000 / 2048 + 12)
  })

  it("merges a part only into one of its own size or more, so that merging stays cheap (B051)", () => {
    const lengths: Array<number> = []
    for (let { held } = frame(100, cut(bytesOf("1234567"), 1)).framer; held !== null; held = held.before) {
      lengths.push(held.part.length)
    }
    assert.deepStrictEqual(lengths, [1, 2, 4])
  })

  it("copies each byte of a long line in small chunks a bounded number of times (B051)", () => {
    const chunks = cut(bytesOf(`${"x".repeat(2 * 1024 * 1024)}\n`), 4096)
    let framer = LineFraming.make(4 * 1024 * 1024)
    const parts = new Set<Uint8Array>()
    for (const chunk of chunks.slice(0, -1)) {
      framer = LineFraming.push(framer, chunk)[0]
      // A chunk of this size is kept as it is: a framer that grew one buffer would replace what it held before.
      for (let held = framer.held; held !== null && !parts.has(held.part); held = held.before) parts.add(held.part)
    }
    assert.strictEqual(parts.size, chunks.length - 1)
  })

  it("leaves an earlier framer as it was", () => {
    const [first] = LineFraming.push(LineFraming.make(10), bytesOf("ab"))
    LineFraming.push(first, bytesOf("cd"))
    const [, found] = LineFraming.push(first, bytesOf("!\n"))
    assert.deepStrictEqual(
      found.map((framed) => (framed === LineFraming.tooLong ? framed : textOf(framed))),
      ["ab!"]
    )
  })
})
