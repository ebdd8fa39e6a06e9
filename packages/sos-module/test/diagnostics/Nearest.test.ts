import { assert, describe, it } from "@effect/vitest"
import * as Nearest from "../../src/diagnostics/Nearest.ts"

const keys = ["program", "arguments", "working_directory_parameter", "stdin", "stdout", "stderr"]

describe("Nearest", () => {
  it.each([
    ["progam", "program"],
    ["porgram", "program"],
    ["Program", "program"],
    ["workingDirectoryParameter", "working_directory_parameter"],
    ["args", undefined],
    ["arg", "arguments"],
    ["stdot", "stdout"],
    ["shell", undefined],
    ["x".repeat(100_000), undefined]
  ])("guesses for %s", (word, expected) => {
    assert.strictEqual(Nearest.nearest(word, keys), expected)
  })

  it("asks about one word, and says which is which among several", () => {
    assert.strictEqual(Nearest.hint(["progam"], keys), 'did you mean "program"?')
    assert.strictEqual(
      Nearest.hint(["progam", "zzz", "stdon"], keys),
      'did you mean "program" for "progam", "stdin" for "stdon"?'
    )
    assert.isUndefined(Nearest.hint(["zzz"], keys))
  })
})
