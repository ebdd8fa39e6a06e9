import { assert, describe, it } from "@effect/vitest"
import { collect, locate, toModule } from "../lib/fences.ts"
import { print } from "../lib/tree.ts"

const from = (file: string, lines: ReadonlyArray<string>) => collect(new Map([[file, lines.join("\n")]]))

describe("collect", () => {
  it("finds the ts fences of Markdown and leaves the others", () => {
    const { fences, findings } = from("a.md", ["# A", "```ts", "const a = 1", "```", "```json", "{}", "```"])
    assert.deepStrictEqual(findings, [])
    assert.deepStrictEqual(fences, [{ file: "a.md", line: 2, code: "const a = 1" }])
  })

  it("finds the fences of docstrings, and none in code or strings", () => {
    const { fences } = from("packages/a/src/A.ts", [
      "/**",
      " * Says it.",
      " *",
      " * ```ts",
      " * if (a) {",
      " *   b()",
      " * }",
      " * ```",
      " */",
      "const text = `",
      "```ts",
      "not code",
      "```",
      "`"
    ])
    assert.deepStrictEqual(fences, [{ file: "packages/a/src/A.ts", line: 4, code: "if (a) {\n  b()\n}" }])
  })

  it("takes a list's indentation from the code", () => {
    const { fences } = from("a.md", ["- so:", "  ```ts", "  if (a) {", "    b()", "  }", "  ```"])
    assert.strictEqual(fences[0]?.code, "if (a) {\n  b()\n}")
  })

  it("closes a fence only with as many ticks", () => {
    const lines = ["````md", "```ts", "shown, not run", "```", "````"]
    assert.deepStrictEqual(from("a.md", lines), { fences: [], findings: [] })
  })

  it("reads files with Windows line ends", () => {
    const { fences } = collect(new Map([["a.md", "```ts\r\nconst a = 1\r\n```\r\n"]]))
    assert.strictEqual(fences[0]?.code, "const a = 1")
  })

  it.each([
    [
      ["```ts no-check", "a", "```"],
      'a.md:1: marks an example "no-check"; every ts fence compiles, so none carries a mark'
    ],
    [["", "```ts", "a"], "a.md:2: opens a fence that nothing closes; close it with ```"]
  ] as const)("refuses %j", (lines, expected) => {
    assert.deepStrictEqual(from("a.md", lines).findings.map(print), [expected])
  })
})

describe("toModule", () => {
  it("keeps line numbers and keeps two examples' names apart", () => {
    assert.strictEqual(toModule({ file: "a.md", line: 1, code: "const a = 1" }), "const a = 1\nexport {}\n")
  })
})

describe("locate", () => {
  const fences = [
    { file: "a.md", line: 10, code: "" },
    { file: "b.md", line: 20, code: "" }
  ]

  it.each([
    ["dist/docs-x/1.ts(3,5): error TS2304: Cannot find name 'a'.", "b.md:23: Cannot find name 'a'."],
    ["dist\\docs-x\\0.ts(1,1): error TS1: No.", "a.md:11: No."],
    ["  Type 'a' is not 'b'.", "  Type 'a' is not 'b'."],
    ["packages/wire/src/A.ts(1,1): error TS1: No.", "packages/wire/src/A.ts(1,1): error TS1: No."]
  ])("maps %j", (line, expected) => {
    assert.deepStrictEqual(locate(`${line}\n`, fences), [expected])
  })
})
