import { assert, describe, it } from "@effect/vitest"
import { type CountedModule, count } from "../lib/totals.ts"

const module = (states: ReadonlyArray<string>, suiteErrors = 0, ownErrors = 0): CountedModule => ({
  errors: () => Array.from({ length: ownErrors }),
  children: {
    allSuites: () => [{ errors: () => Array.from({ length: suiteErrors }) }],
    allTests: () => states.map((state) => ({ result: () => ({ state }) }))
  }
})

describe("count", () => {
  it.each<readonly [string, ReadonlyArray<CountedModule>, number, readonly [number, number, number]]>([
    ["nothing", [], 0, [0, 0, 0]],
    ["tests of several files", [module(["passed", "failed"]), module(["passed", "skipped"])], 0, [2, 1, 1]],
    ["a test that never ran as skipped", [module(["pending"])], 0, [0, 0, 1]],
    ["a file that does not load", [module([], 0, 1)], 0, [0, 1, 0]],
    ["a failing hook beside the tests it skipped", [module(["skipped", "skipped"], 1)], 0, [0, 1, 2]],
    ["errors outside any test", [module(["passed"])], 2, [1, 2, 0]]
  ])("adds up %s", (_, modules, stray, [passed, failed, skipped]) => {
    assert.deepStrictEqual(count(modules, stray), { passed, failed, skipped })
  })
})
