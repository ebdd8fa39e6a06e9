import { assert, describe, it } from "@effect/vitest"
import { ManifestRejected, print, toProblems } from "../../src/manifest/Problem.ts"

const expected = "text"

describe("toProblems", () => {
  it.each([
    [[], ""],
    [["a"], "a"],
    [["a", 2, "b-c"], "a[2].b-c"],
    [["action_bindings", "tab_new", "org.example"], 'action_bindings.tab_new["org.example"]'],
    [["a", ""], 'a[""]'],
    [["a\n"], '["a\\n"]'],
    [["x".repeat(81)], `${"x".repeat(80)}…`],
    [["a", ".".repeat(81)], `a[${JSON.stringify(`${".".repeat(80)}…`)}]`]
  ])("prints the path %j", (at, path) => {
    assert.deepStrictEqual(toProblems([{ at, expected }]), [{ path, expected }])
  })

  it("orders by position and name, an object before what is in it", () => {
    const findings = [["b"], ["a", 10], ["a", 9, "z"], ["a", 9], []].map((at) => ({ at, expected }))
    assert.deepStrictEqual(
      toProblems(findings).map(({ path }) => path),
      ["", "a[9]", "a[9].z", "a[10]", "b"]
    )
  })
})

describe("print", () => {
  it("says where, what, which keys and what was probably meant", () => {
    assert.strictEqual(print({ path: "", expected }), "expected text")
    assert.strictEqual(print({ path: "a", expected }), "a: expected text")
    assert.strictEqual(
      print({ path: "a", expected: "no other key", keys: ["b", 'c"'], hint: "did you mean d?" }),
      'a: expected no other key, found "b", "c\\"" (did you mean d?)'
    )
  })
})

describe("ManifestRejected", () => {
  const many = (count: number) => Array.from({ length: count }, () => ({ path: "a", expected }))
  const message = (count: number) =>
    new ManifestRejected({ problems: [{ path: "b", expected }, ...many(count - 1)] }).message

  it("says every problem on a line, and counts the rest of very many", () => {
    assert.strictEqual(message(2), "b: expected text\na: expected text")
    assert.strictEqual(message(50).split("\n").length, 50)
    assert.notInclude(message(50), "more")
    assert.strictEqual(message(52).split("\n").at(-1), "and 2 more")
  })
})
