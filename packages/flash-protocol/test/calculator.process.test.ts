import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Fixture, hasPython, start } from "./support/fixture.ts"

const died = (plugin: Fixture) => Effect.flatMap(plugin.ended, () => Effect.die("the plugin ended"))

/** Evaluates and returns the answers' titles; the log that precedes the reply is skipped. */
const evaluate = (plugin: Fixture, query: string) =>
  Effect.gen(function* () {
    const request = plugin.ask({ id: 1, method: "evaluate", params: { query } })
    yield* Effect.raceFirst(request, died(plugin))
    const { result } = (yield* Effect.raceFirst(plugin.frame, died(plugin))) as {
      readonly result: { readonly answers: ReadonlyArray<object> }
    }
    return result.answers
  })

/** Expressions out of the calculator's own tokens, the same ones in every run. */
const expressions = (count: number): ReadonlyArray<string> => {
  const pieces = ["0", "8", ".5", "(0-8)", "(9^64)", "9.0^64"]
  const operators = ["+", "-", "*", "/", "%", "^", "**"]
  let seed = 1
  const next = (below: number) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return Math.floor((seed / 2 ** 32) * below)
  }
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + next(8) }, () => `${pieces[next(pieces.length)]}${operators[next(operators.length)]}`)
      .concat(pieces[next(pieces.length)] ?? "")
      .join("")
  )
}

describe.skipIf(!hasPython)("the calculator plugin", () => {
  it.live.each([
    "(0-8)**0.5%2",
    "(-1)^.5%.5",
    ".5%(-1)^.5",
    "8%(-1)^.5",
    "(-1)^.5*(-1)^.5",
    "(-1)^.5^2",
    "0^-1",
    "0%0",
    "1%.0",
    "9.0^64*9.0^64*9.0^64*9.0^64*9.0^64*9.0^64-9.0^64",
    "(9^64)^20*(9^64)^20*(9^64)^20*(9^64)^20",
    `${"9".repeat(256)}`,
    "(9^64)^20*9.5",
    `${"(".repeat(128)}1${")".repeat(127)}`,
    "-".repeat(256)
  ])("has no answer to %j and outlives it", (query) =>
    Effect.gen(function* () {
      const plugin = yield* start("calculator")
      assert.deepStrictEqual(yield* evaluate(plugin, query), [])
      assert.deepStrictEqual(yield* plugin.ask({ id: 2, method: "ping" }), { id: 2, result: { ok: true } })
    })
  )

  it.live("outlives whatever its operators can be given", () =>
    Effect.gen(function* () {
      const plugin = yield* start("calculator")
      for (const query of expressions(1000)) assert.isAtMost((yield* evaluate(plugin, query)).length, 1, query)
    })
  )
})
