import { assert, describe, it } from "@effect/vitest"
import type { ByteDuplex } from "../../src/ByteDuplex.ts"
import { type Allowance, bounded } from "../../src/conformance/Allowance.ts"

/** What is read of these chunks, and how often more came than is allowed. */
const read = (allowance: Allowance, ...chunks: ReadonlyArray<string>) => {
  let write = (_: Uint8Array) => {}
  let end = () => {}
  const duplex: ByteDuplex = {
    open: (reader) => {
      write = reader.chunk
      end = reader.end
      return () => {}
    },
    write: () => true,
    end: () => {}
  }
  const seen: Array<string> = []
  let exceeded = 0
  let ended = 0
  bounded(duplex, allowance, () => exceeded++).open({
    chunk: (bytes) => void seen.push(new TextDecoder().decode(bytes)),
    end: () => ended++,
    drain: () => {},
    broken: () => {}
  })
  for (const chunk of chunks) write(new TextEncoder().encode(chunk))
  end()
  return { seen, exceeded, ended }
}

describe("Allowance", () => {
  it("reads as many bytes as are allowed", () => {
    assert.deepStrictEqual(read({ lines: 9, bytes: 4 }, "ab", "cd"), { seen: ["ab", "cd"], exceeded: 0, ended: 1 })
  })

  it("drops the chunk with a byte more and all that follow, says so once, and tells the end", () => {
    assert.deepStrictEqual(read({ lines: 9, bytes: 3 }, "ab", "cd", "e"), { seen: ["ab"], exceeded: 1, ended: 1 })
  })

  it("reads as many lines as are allowed", () => {
    assert.deepStrictEqual(read({ lines: 2, bytes: 99 }, "a\nb\n", "c"), {
      seen: ["a\nb\n", "c"],
      exceeded: 0,
      ended: 1
    })
  })

  it("drops the chunk with a line more", () => {
    assert.deepStrictEqual(read({ lines: 2, bytes: 99 }, "a\n", "b\nc\n", "d"), {
      seen: ["a\n"],
      exceeded: 1,
      ended: 1
    })
  })
})
