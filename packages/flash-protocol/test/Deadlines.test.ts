import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Deadlines from "../src/Deadlines.ts"

describe("Deadlines", () => {
  it.effect("are the contract's unless a host overrides them [FLASH-DEAD-01]", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* Deadlines.Table, {
        startup: 5_000,
        query: 50,
        live: 1_000,
        hints: 500,
        perform: 10_000,
        ping: 10_000
      })
    })
  )

  it.effect("take a host's startup and live timeouts and nothing else [FLASH-DEAD-02]", () =>
    Effect.gen(function* () {
      const table = yield* Deadlines.Table.pipe(Effect.provide(Deadlines.layer({ startup: "7 seconds", live: 250 })))
      assert.deepStrictEqual(table, { ...Deadlines.make(), startup: 7_000, live: 250 })
    })
  )

  it("never become zero or negative", () => {
    assert.strictEqual(Deadlines.make({ startup: 0 }).startup, 1)
    assert.strictEqual(Deadlines.make({ live: -5 }).live, 1)
  })

  it("let a command that waits for a person have its own [FLASH-DEAD-03]", () => {
    const table = Deadlines.make()
    assert.strictEqual(Deadlines.ofPerform(table, { timeout_ms: 300_000 }), 300_000)
    assert.strictEqual(Deadlines.ofPerform(table, {}), 10_000)
    assert.strictEqual(Deadlines.ofPerform(table), 10_000)
  })

  it.each([
    [10_000, 9_950],
    [500, 450],
    [501, 451],
    [499, 449.1],
    [60, 54],
    [50, 45],
    [1, 0.9]
  ])("stop a handler that has %d ms after %d ms [FLASH-DEAD-04]", (deadline, millis) => {
    assert.strictEqual(Deadlines.earlyStop(deadline), millis)
  })
})
