import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import * as TimeLimit from "../src/TimeLimit.ts"

const late = () => "late"

describe("TimeLimit", () => {
  it.effect("interrupts each effect at its own limit, to the millisecond", () =>
    Effect.gen(function* () {
      const { within } = yield* TimeLimit.make
      const long = yield* Effect.forkChild(Effect.flip(within(Effect.never, 300, late)), { startImmediately: true })
      const short = yield* Effect.forkChild(Effect.flip(within(Effect.never, 100, late)), { startImmediately: true })
      yield* TestClock.adjust(99)
      assert.isUndefined(short.pollUnsafe())
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* Fiber.join(short), "late")
      yield* TestClock.adjust(199)
      assert.isUndefined(long.pollUnsafe())
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* Fiber.join(long), "late")
    })
  )

  it.effect("leaves an effect that ends in time alone, whether it succeeds or fails", () =>
    Effect.gen(function* () {
      const { within } = yield* TimeLimit.make
      assert.strictEqual(yield* within(Effect.succeed(1), 10, late), 1)
      assert.strictEqual(yield* Effect.flip(within(Effect.fail("own"), 10, late)), "own")
    })
  )

  it.effect("waits for what the effect does when it is interrupted", () =>
    Effect.gen(function* () {
      const { within } = yield* TimeLimit.make
      const slow = Effect.onInterrupt(Effect.never, () => Effect.sleep(50))
      const limited = yield* Effect.forkChild(Effect.flip(within(slow, 100, late)), { startImmediately: true })
      yield* TestClock.adjust(149)
      assert.isUndefined(limited.pollUnsafe())
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* Fiber.join(limited), "late")
    })
  )

  it.effect("interrupts the effect with its caller", () =>
    Effect.gen(function* () {
      const { within } = yield* TimeLimit.make
      let interrupted = false
      const watched = Effect.onInterrupt(Effect.never, () =>
        Effect.sync(() => {
          interrupted = true
        })
      )
      const limited = yield* Effect.forkChild(within(watched, 100, late), { startImmediately: true })
      yield* Fiber.interrupt(limited)
      assert.isTrue(interrupted)
    })
  )
})
