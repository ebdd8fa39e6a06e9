import { assert, describe, it } from "@effect/vitest"
import { Diagnostic } from "@lanyard/sos-module"
import { Effect } from "effect"
import * as Excerpt from "../../src/rendering/Excerpt.ts"
import * as Problems from "../../src/rendering/Problems.ts"
import { coloured, plain } from "../../src/rendering/Screen.ts"
import { call } from "../support/folders.ts"

const at = (line: number, column: number, end: number): Diagnostic.Range => ({
  start: { line, column },
  end: { line, column: end }
})

const conflict = Diagnostic.error("sos.toml", at(4, 8, 11), "a is registered twice", {
  hint: "remove one",
  related: [{ file: "config.toml", range: at(1, 1, 2), message: "first here" }]
})

const style = (parts: Partial<Problems.Style> = {}): Problems.Style => ({
  prefix: "sos: module check: ",
  marks: plain,
  sources: new Map(),
  ...parts
})

describe("Problems.lines", () => {
  it("gives a problem one line, and one to each place that explains it [SOS-CLI-06]", () => {
    assert.deepStrictEqual(Problems.lines(conflict, style()), [
      "sos: module check: sos.toml:4:8: a is registered twice (remove one)",
      "  config.toml:1:1: first here"
    ])
  })

  it("calls a warning one [SOS-CLI-07]", () => {
    assert.deepStrictEqual(Problems.lines(Diagnostic.warning("a.toml", at(1, 2, 3), "unused"), style()), [
      "sos: module check: a.toml:1:2: warning: unused"
    ])
  })

  it("lets no name or message drive the terminal", () => {
    const [line] = Problems.lines(Diagnostic.error("a\u001b[2J", at(1, 1, 1), "b\nc\u202e"), style())
    assert.strictEqual(line, "sos: module check: a [2J:1:1: b c ")
  })

  it("shows the line of each place that is at hand, in colours [SOS-CLI-11]", () => {
    const sources = new Map([["sos.toml", Excerpt.source('\n\n\npath = "a"\n')]])
    const e = "\u001b"
    assert.deepStrictEqual(Problems.lines(conflict, style({ sources, marks: coloured })), [
      `${e}[2msos: module check: ${e}[0m${e}[1msos.toml:4:8:${e}[0m a is registered twice (remove one)`,
      `  ${e}[2m4 |${e}[0m path = "a"`,
      `  ${e}[2m  |${e}[0m        ${e}[31m^^^${e}[0m`,
      `  ${e}[1mconfig.toml:1:1:${e}[0m first here`
    ])
  })
})

describe("a terminal", () => {
  it.effect("gets excerpts of the files that can still be read, and a pipe none [SOS-CLI-11]", () =>
    Effect.gen(function* () {
      const files = { "/w/m.toml": "schema = 2\n" }
      const words = ["module", "check", "m.toml"]
      const screen = { marks: plain, excerpts: true }
      const { stderr } = yield* call(words, files, screen)
      assert.include(
        stderr,
        "sos: module check: m.toml:1:10: schema is 2; expected 1\n  1 | schema = 2\n    |          ^\n"
      )
      assert.notInclude((yield* call(words, files)).stderr, "1 |")
    })
  )
})
