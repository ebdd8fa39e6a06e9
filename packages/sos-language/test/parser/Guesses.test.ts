import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Guesses from "../../src/parser/Guesses.ts"
import { told } from "../support/checks.ts"

describe("Guesses", () => {
  it.each([
    ["if", 'did you mean "when"?'],
    ["else", 'did you mean "otherwise:"?'],
    ["whlie", 'did you mean "while"?'],
    ["while", undefined],
    ["zebra", undefined],
    ["constructor", undefined]
  ])("guesses which statement is meant by %s", (word, hint) => {
    assert.strictEqual(Guesses.hint(word), hint)
  })

  it("guesses words that begin statements", () => {
    const guesses = [...Guesses.foreign.values()].map((statement) => /^[a-z]+/.exec(statement)?.[0] ?? "")
    assert.deepStrictEqual(
      guesses.filter((word) => !Guesses.words.includes(word)),
      []
    )
    assert.deepStrictEqual(
      Guesses.words.filter((word) => Guesses.foreign.has(word)),
      []
    )
  })

  it.effect("helps with a line that could be the action of an import", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* told("echo 1"), [
        'main.sos:1:1: "echo" begins no statement, and no action is called so (did you mean "show"?)'
      ])
    })
  )
})
