import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { parse } from "smol-toml"
import type { Range } from "../../src/diagnostics/Diagnostic.ts"
import * as Lines from "../../src/diagnostics/Lines.ts"
import * as TomlSpans from "../../src/toml/TomlSpans.ts"
import { document } from "../support/Documents.ts"

/** The text of a range, or the range itself when there is none. */
const cut = (text: string, range: Range | undefined): string | undefined => {
  if (range === undefined) return undefined
  const lines = Lines.make(text)
  return text.slice(Lines.offset(lines, range.start), Lines.offset(lines, range.end))
}

const weather = `# a definition
schema = 1

[module]
path = "example.com/acme/weather" # the identity
version = '1.2.0'

[runtime.requires]
10 = ">=1"
2 = ">=2"
python = ">=3.11"

[[action]]
name = "current"
  [[action.parameter]]
  name = "city"
  [action.result]
  type = "WeatherReport"

[[action]]
name = "later"
command = { program = "git", arguments = [
  "status", # first
  "--branch",
] }
limits.stdout_bytes = 10
limits.stderr_bytes = 20
`

describe("TomlSpans", () => {
  it.each<readonly [TomlSpans.Path, string | undefined, string | undefined]>([
    [["schema"], "schema", "1"],
    [["module"], "module", "[module]"],
    [["module", "path"], "path", '"example.com/acme/weather"'],
    [["module", "version"], "version", "'1.2.0'"],
    [["runtime"], "runtime", "runtime"],
    [["runtime", "requires"], "requires", "[runtime.requires]"],
    [["runtime", "requires", "10"], "10", '">=1"'],
    [["action"], "action", "action"],
    [["action", 0], "action", "[[action]]"],
    [["action", 0, "parameter", 0, "name"], "name", '"city"'],
    [["action", 0, "result"], "result", "[action.result]"],
    [["action", 0, "result", "type"], "type", '"WeatherReport"'],
    [["action", 1, "name"], "name", '"later"'],
    [["action", 1, "command", "arguments", 1], undefined, '"--branch"'],
    [["action", 1, "limits"], "limits", "limits"],
    [["action", 1, "limits", "stderr_bytes"], "stderr_bytes", "20"],
    [["action", 2], undefined, undefined],
    [["action", "name"], undefined, undefined],
    [["module", 0], undefined, undefined],
    [["nothing", "here"], undefined, undefined],
    [[], undefined, ""]
  ])("finds the key and the value of %j [SOS-TOML-03]", (path, key, value) => {
    const spans = TomlSpans.make(weather)
    assert.strictEqual(cut(weather, spans.key(path)), key)
    assert.strictEqual(cut(weather, spans.value(path)), value)
  })

  it("counts lines and columns from one, in UTF-16 units, across both ends of lines [SOS-TOML-03]", () => {
    const spans = TomlSpans.make('a = 1\r\n"😀" = 2\n')
    assert.deepStrictEqual(spans.key(["😀"]), { start: { line: 2, column: 1 }, end: { line: 2, column: 5 } })
    assert.deepStrictEqual(spans.value(["😀"]), { start: { line: 2, column: 8 }, end: { line: 2, column: 9 } })
  })

  it("does not count a byte order mark as a column [SOS-TOML-01]", () => {
    assert.deepStrictEqual(TomlSpans.make("\ufeffa = 1").key(["a"])?.start, { line: 1, column: 1 })
  })

  it("keeps the order of every key, of integer-like ones too [SOS-TOML-04]", () => {
    const spans = TomlSpans.make(weather)
    assert.deepStrictEqual(spans.keys([]), ["schema", "module", "runtime", "action"])
    assert.deepStrictEqual(spans.keys(["runtime", "requires"]), ["10", "2", "python"])
    assert.deepStrictEqual(spans.keys(["action", 1, "limits"]), ["stdout_bytes", "stderr_bytes"])
    assert.deepStrictEqual(spans.keys(["action"]), [])
    assert.deepStrictEqual(spans.keys(["absent"]), [])
  })

  it("shows a missing key at the nearest table around it", () => {
    const spans = TomlSpans.make(weather)
    assert.strictEqual(cut(weather, spans.nearest(["action", 1, "result", "type"])), "[[action]]")
    assert.deepStrictEqual(spans.nearest(["distribution", "mode"]).start, { line: 1, column: 1 })
  })

  it("prefers the header of a table to a longer key that mentioned it before", () => {
    const text = "[a.b]\nx = 1\n[a]\ny = 2\n"
    const spans = TomlSpans.make(text)
    assert.strictEqual(spans.key(["a"])?.start.line, 3)
    assert.strictEqual(cut(text, spans.value(["a"])), "[a]")
    assert.strictEqual(cut(text, spans.value(["a", "b", "x"])), "1")
  })

  it.each([
    ["an unfinished value", "a = \nb = 2\n", ["b"], "2"],
    ["an unfinished string", 'a = "x\nb = 2\n', ["b"], "2"],
    ["an unfinished header", "[a\nb = 2\n", ["a", "b"], "2"],
    ["a key without a value", "a\nb = 2\n", ["b"], "2"],
    ["a key that is none", "= 1\n!! = 2\nb = 2\n", ["b"], "2"],
    ["a bracket too many", "a = [1]]\nb = 2\n", ["b"], "2"],
    ["brackets of two kinds", "a = [1}\nb = 2\n", ["b"], "2"],
    ["an inline table that the end of a list closes", "a = [{ x = 1 ]\nb = 2\n", ["b"], "2"],
    ["an inline table without a value", "a = { x, y = 1, = , z = }\nb = 2\n", ["a", "y"], "1"],
    ["a repeated key, at its first place", "b = 2\nb = 3\n", ["b"], "2"],
    ["a value that is used as a table", "b = 2\n[b]\nc = 3\n[b.d]\ne = 4\n", ["b", "d", "e"], "4"]
  ] as const)("finds the rest of a document with %s [SOS-TOML-05]", (_, text, path, value) => {
    assert.strictEqual(cut(text, TomlSpans.make(text).value(path)), value)
  })

  it.prop(
    "agrees with the parser on every key and value of a valid document [SOS-TOML-03]",
    { seed: Schema.Int },
    ({ seed }) => {
      const text = document(seed)
      const spans = TomlSpans.make(text)
      const waiting: Array<{ readonly value: unknown; readonly path: TomlSpans.Path }> = [
        { value: parse(text), path: [] }
      ]
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        const { value, path } = next
        const last = path.at(-1)
        if (typeof last === "string") {
          const [name] = Object.keys(parse(`${cut(text, spans.key(path))} = 1`))
          assert.strictEqual(name, last)
        }
        if (Array.isArray(value)) {
          assert.isUndefined(spans.value([...path, value.length]))
          for (const [index, inner] of value.entries()) waiting.push({ value: inner, path: [...path, index] })
        } else if (typeof value === "object" && value !== null && !(value instanceof Date)) {
          const ordered = Object.keys(value).filter((key) => !/^\d+$/.test(key))
          assert.deepStrictEqual(
            spans.keys(path).filter((key) => !/^\d+$/.test(key)),
            ordered
          )
          assert.strictEqual(spans.keys(path).length, Object.keys(value).length)
          for (const [key, inner] of Object.entries(value)) waiting.push({ value: inner, path: [...path, key] })
        } else assert.deepStrictEqual(parse(`v = ${cut(text, spans.value(path))}`).v, value)
      }
    },
    { arbitrary: { runs: 500 } }
  )

  it.each([
    ["open lists", `a = ${"[".repeat(300_000)}`],
    ["open tables", `a = ${"{x=".repeat(200_000)}`],
    ["a key of very many parts", `[${"a.".repeat(300_000)}a]\nb = 1`],
    ["comments", "# x\n".repeat(200_000)],
    ["one key again and again", "a = 1\n".repeat(100_000)],
    ["quotes", `a = """${'"'.repeat(300_000)}`],
    ["a long header and repeated keys below it", `[${"a.".repeat(100_000)}a]\n${"b = 1\n".repeat(50_000)}`]
  ])("takes linear time for %s [SOS-TOML-05]", (_, text) => {
    assert.isAbove(TomlSpans.make(text).nearest(["a", "b", 0]).start.line, 0)
  })
})

describe("TomlSpans.printPath", () => {
  it.each<readonly [TomlSpans.Path, string]>([
    [[], ""],
    [["action", 0, "command", "program"], "action[0].command.program"],
    [["runtime", "requires", "a b"], 'runtime.requires."a b"'],
    [["a.b", "", "é"], '"a.b".""."é"'],
    [["x".repeat(100)], `${"x".repeat(80)}…`]
  ])("prints %j", (path, text) => {
    assert.strictEqual(TomlSpans.printPath(path), text)
  })
})
