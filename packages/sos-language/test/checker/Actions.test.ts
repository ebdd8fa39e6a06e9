import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { told } from "../support/checks.ts"

const described = "to current with city as text:\n  # external implementation: a/b"

describe("Actions.check", () => {
  it.effect("refuses an action without a body, which only describes one, also where it is imported [SOS-CHK-01]", () =>
    Effect.gen(function* () {
      const message = "current has no body; expected statements below it"
      assert.deepStrictEqual(yield* told(described), [`main.sos:1:1: ${message}`])
      const main = 'import "./weather" as weather\ncall weather.current with "Lima"'
      assert.deepStrictEqual(yield* told(main, { "/p/weather.sos": described }), [`weather.sos:1:1: ${message}`])
    })
  )
})
