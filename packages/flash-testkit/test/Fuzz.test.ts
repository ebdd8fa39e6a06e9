import { assert, describe, it } from "@effect/vitest"
import * as Fuzz from "../src/Fuzz.ts"

const content = "CONTENT"
const corpus = [
  '{"id":7,"method":"ping","params":{"x":"y"}}',
  '{"method":"event","params":{"name":"core:space.changed"}}'
]

const lines = (seed: number, count = 500) => {
  const fuzz = Fuzz.make({ seed, corpus, content })
  return Array.from({ length: count }, () => Buffer.from(fuzz.line()).toString("latin1"))
}

describe("Fuzz", () => {
  it("gives the same lines for the same seed, and others for another", () => {
    assert.deepStrictEqual(lines(1), lines(1))
    assert.notDeepEqual(lines(1), lines(2))
  })

  it("gives lines of the corpus and many others, each with its newline, some with content", () => {
    const given = lines(3)
    assert.isTrue(given.every((line) => line.endsWith("\n")))
    assert.isTrue(corpus.every((line) => given.includes(`${line}\n`)))
    assert.isAbove(new Set(given).size, 250)
    assert.isTrue(given.some((line) => line.includes(JSON.stringify(content))))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: bytes that are no character are what is looked for
    assert.isTrue(given.some((line) => /[^\x00-\x7f]/.test(line)))
  })

  it("makes lines of a corpus that has next to nothing in it", () => {
    for (const poor of ["", "x"]) {
      const fuzz = Fuzz.make({ seed: 4, corpus: [poor], content })
      for (let count = 0; count < 200; count++) assert.strictEqual(fuzz.line().at(-1), 0x0a)
    }
  })

  it.each([0, 1, 2, 1_000, 100_000])(
    "cuts %d bytes into chunks that have all of them, in order, and none empty",
    (size) => {
      const fuzz = Fuzz.make({ seed: 5, corpus, content })
      const bytes = Uint8Array.from({ length: size }, (_, at) => at % 251)
      for (let count = 0; count < 20; count++) {
        const chunks = fuzz.chunks(bytes)
        assert.isTrue(chunks.every((chunk) => chunk.length > 0))
        assert.isTrue(Buffer.concat(chunks).equals(bytes))
      }
    }
  )

  it.each([1, 2, 7])("counts below %d", (limit) => {
    const fuzz = Fuzz.make({ seed: 6, corpus, content })
    const seen = new Set(Array.from({ length: 200 }, () => fuzz.below(limit)))
    assert.deepStrictEqual(
      [...seen].sort(),
      Array.from({ length: limit }, (_, at) => at)
    )
  })
})
