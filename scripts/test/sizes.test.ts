import { assert, describe, it } from "@effect/vitest"
import { oversized, sizeReport } from "../lib/sizes.ts"

const lines = (count: number) => "x\n".repeat(count)

describe("oversized", () => {
  it.each([
    ["packages/wire/src/A.ts", 300, 0],
    ["packages/wire/src/A.ts", 301, 1],
    ["packages/wire/src/testing/A.ts", 301, 1],
    ["packages/wire/src/a.gen.ts", 1000, 0],
    ["packages/wire/test/A.test.ts", 1000, 0],
    ["scripts/a.ts", 150, 0],
    ["scripts/a.ts", 151, 1],
    ["scripts/run.mjs", 151, 1],
    ["scripts/lib/a.ts", 151, 1]
  ])("finds in %s with %d lines: %d", (path, count, expected) => {
    assert.strictEqual(oversized(new Map([[path, lines(count)]])).length, expected)
  })

  it("does not count the last line end as a line, and points at the first line too many", () => {
    const [finding] = oversized(new Map([["packages/wire/src/A.ts", `${lines(300)}x`]]))
    assert.deepInclude(finding, { line: 301, wrong: "has 301 lines" })
  })
})

describe("sizeReport", () => {
  it("adds up a package's sources and names the largest", () => {
    const tree = new Map([
      ["packages/wire/src/A.ts", lines(2)],
      ["packages/wire/src/testing/B.ts", lines(10)],
      ["packages/wire/src/c.gen.ts", lines(99)],
      ["scripts/a.ts", lines(5)]
    ])
    assert.strictEqual(sizeReport(tree), "package  files  lines  largest\nwire         2     12  testing/B.ts (10)")
  })
})
