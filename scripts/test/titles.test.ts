import { assert, describe, it } from "@effect/vitest"
import { citations, titles } from "../lib/titles.ts"

const found = (source: string) => titles(source).map(({ text, line }) => `${line} ${text}`)

describe("titles", () => {
  it.each<readonly [string, string, ReadonlyArray<string>]>([
    ["it", 'it("a", () => {})', ["1 a"]],
    ["test", "test('a', run)", ["1 a"]],
    ["describe and what is in it", 'describe("a", () => {\n  it("b", run)\n})', ["1 a", "2 b"]],
    ["it.effect", 'it.effect("a", () => Effect.void)', ["1 a"]],
    ["it.prop", 'it.prop("a", [FastCheck.string()], ([text]) => text)', ["1 a"]],
    ["a title on a line of its own", 'it.effect(\n  "a",\n  run\n)', ["2 a"]],
    ["a title under a table", 'it.each([\n  ["x", f(1)],\n  ["y", (a) => a]\n])("a %s", run)', ["4 a %s"]],
    ["it.effect.each", 'it.effect.each(table)("a %s", run)', ["1 a %s"]],
    ["a typed table", 'it.each<readonly [string, () => Array<string>]>(table)("a", run)', ["1 a"]],
    ["a condition", 'describe.skipIf(isWindows)("a", run)', ["1 a"]],
    ["a template", `it(\`a \${b} [FLASH-A-01]\`, run)`, [`1 a \${b} [FLASH-A-01]`]],
    ["a template of two lines, and what follows it", 'it(`a\nb`, run)\nit("c", run)', ["1 a\nb", "3 c"]]
  ])("finds %s", (_, source, expected) => {
    assert.deepStrictEqual(found(source), expected)
  })

  it.each([
    ["a skipped test", 'it.skip("a", run)'],
    ["a test that is still to be written", 'it.effect.todo("a")'],
    ["a comment", '// it("a", run)'],
    ["a string", "const source = 'it(\"a\", run)'"],
    ["a template", 'const source = `\nit("a", run)\n`'],
    ["a method of something else", 'pattern.test("a")'],
    ["a longer name", 'omit("a")\nit2("a")'],
    ["a title that is a variable", "it(name, run)"],
    ["a string that is no first argument", 'it(name, "a")'],
    ["a call that nothing closes", "it.each([1, 2"]
  ])("ignores %s", (_, source) => {
    assert.deepStrictEqual(found(source), [])
  })
})

describe("citations", () => {
  it.each<readonly [string, ReadonlyArray<string>, ReadonlyArray<string>]>([
    ["does it [FLASH-CAT-03]", ["FLASH-CAT-03"], []],
    ["does it [FLASH-CAT-03, SOS-VAL-101]", ["FLASH-CAT-03", "SOS-VAL-101"], []],
    ["reads %j as [1,2] [FLASH-CAT-03]", ["FLASH-CAT-03"], []],
    ["does it", [], []],
    ["takes [1, 2]", [], []],
    ["takes [a list]", [], []],
    ["does it [FLASH-CAT-3]", [], ["FLASH-CAT-3"]],
    ["does it [flash-cat-03]", [], ["flash-cat-03"]],
    ["does it [FLASH-CAT-03,]", ["FLASH-CAT-03"], [""]],
    ["does it [FLASH-CAT-03 FLASH-CAT-04]", [], ["FLASH-CAT-03 FLASH-CAT-04"]],
    ["does it (FLASH-CAT-03)", [], ["FLASH-CAT-03"]],
    ["[FLASH-CAT-03] does it", [], ["FLASH-CAT-03"]],
    ["does [FLASH-CAT-03] it [FLASH-CAT-04]", ["FLASH-CAT-04"], ["FLASH-CAT-03"]]
  ])("reads %j", (title, ids, malformed) => {
    assert.deepStrictEqual(citations(title), { ids, malformed })
  })
})
