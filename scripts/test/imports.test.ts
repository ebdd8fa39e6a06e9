import { assert, describe, it } from "@effect/vitest"
import { hostGlobals, imports, packageOf } from "../lib/imports.ts"

const found = (text: string) => imports(text).map(({ specifier, line }) => `${line} ${specifier}`)

describe("imports", () => {
  it.each<readonly [string, string, ReadonlyArray<string>]>([
    ["a named import", 'import { a } from "x"', ["1 x"]],
    ["a type import", 'import type { A } from "x"', ["1 x"]],
    ["a namespace", 'import * as A from "./A.ts"', ["1 ./A.ts"]],
    ["a bare import", 'import "x"', ["1 x"]],
    ["re-exports", 'export * as A from "./A.ts"\nexport type * from "y"', ["1 ./A.ts", "2 y"]],
    ["several lines, at the line of the name", 'import {\n  a,\n  b\n} from "x"', ["4 x"]],
    ["a dynamic import", 'const a = await import("x")', ["1 x"]],
    ["an import type", 'type A = import("x").A', ["1 x"]],
    ["single quotes", "import a from 'x'", ["1 x"]],
    ["one after a declaration", 'export const a = "from"\nimport "x"', ["2 x"]]
  ])("finds %s", (_, text, expected) => {
    assert.deepStrictEqual(found(text), expected)
  })

  it.each([
    ["a line comment", '// import "x"'],
    ["a docstring", '/**\n * ```ts\nimport "x"\n * ```\n */'],
    ["a string", `const a = 'import("x")'`],
    ["a template", 'const a = `\nimport "x"\n`'],
    [
      "a template after a regular expression with a quote and a backtick",
      'const r = /["`]/\nconst a = `\nimport "x"\n`'
    ],
    ["an exported string", 'export const a = "x"']
  ])("ignores %s", (_, text) => {
    assert.deepStrictEqual(found(text), [])
  })

  it("does not take a division for a regular expression", () => {
    assert.deepStrictEqual(found('const a = b / c // "\nconst d = e / "f".length\nimport "x"'), ["3 x"])
  })
})

describe("hostGlobals", () => {
  it.each<readonly [string, string, ReadonlyArray<string>]>([
    ["a member of process", "const a = 1\nprocess.exit(1)", ["2 process"]],
    ["process by index", 'process["env"]', ["1 process"]],
    ["console", "console.log(1)", ["1 console"]],
    ["nothing in a comment", "// process.exit(1)", []],
    ["nothing in a string", 'const a = "process.exit"', []],
    ["nothing that belongs to another object", "self.process.kill()", []],
    ["nothing that the module binds", "const kill = (process: Child) => process.kill()", []],
    ["nothing that an arrow binds", "all.map(process => process.pid)", []]
  ])("finds %s", (_, text, expected) => {
    assert.deepStrictEqual(
      hostGlobals(text).map(({ name, line }) => `${line} ${name}`),
      expected
    )
  })
})

describe("packageOf", () => {
  it.each([
    ["effect", "effect"],
    ["effect/testing", "effect"],
    ["@lanyard/wire/node", "@lanyard/wire"],
    ["./A.ts", undefined],
    ["/a", undefined],
    ["node:fs", undefined],
    ["fs", "fs"]
  ])("%s is of %s", (specifier, expected) => {
    assert.strictEqual(packageOf(specifier), expected)
  })
})
