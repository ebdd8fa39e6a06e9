import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Exit, Fiber, Scope } from "effect"
import { TestClock } from "effect/testing"
import { Fault } from "../src/Fault.ts"
import * as TimeLimit from "../src/TimeLimit.ts"

const late = () => new Fault({ phase: "cancel", message: "late" })

describe("TimeLimit", () => {
  it.effect("interrupts each effect at its own limit, to the millisecond", () =>
    Effect.gen(function* () {
      const limit = yield* TimeLimit.make
      const long = yield* Effect.forkChild(Effect.flip(limit(300, late).within(Effect.never)), {
        startImmediately: true
      })
      const short = yield* Effect.forkChild(Effect.flip(limit(100, late).within(Effect.never)), {
        startImmediately: true
      })
      yield* TestClock.adjust(99)
      assert.isUndefined(short.pollUnsafe())
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(yield* Fiber.join(short), late())
      yield* TestClock.adjust(199)
      assert.isUndefined(long.pollUnsafe())
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(yield* Fiber.join(long), late())
    })
  )

  it.effect("wakes for each limit in its turn, whatever their order, and for none once its scope has closed", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const limit = yield* Scope.provide(TimeLimit.make, scope)
      const endedAt: Array<number> = []
      for (const millis of [100, 300, 200, 1000]) {
        yield* limit(millis, late)
          .within(Effect.never)
          .pipe(
            Effect.flip,
            Effect.andThen(Effect.map(Clock.currentTimeMillis, (now) => endedAt.push(now))),
            Effect.forkChild({ startImmediately: true })
          )
      }
      yield* TestClock.adjust(300)
      assert.deepStrictEqual(endedAt, [100, 200, 300])
      yield* Scope.close(scope, Exit.void)
      yield* TestClock.adjust(1000)
      assert.deepStrictEqual(endedAt, [100, 200, 300])
    })
  )

  it.effect("leaves an effect that ends in time alone, whether it succeeds or fails", () =>
    Effect.gen(function* () {
      const limit = yield* TimeLimit.make
      assert.strictEqual(yield* limit(10, late).within(Effect.succeed(1)), 1)
      assert.strictEqual(yield* Effect.flip(limit(10, late).within(Effect.fail("own"))), "own")
    })
  )

  it.effect("waits for what the effect does when it is interrupted", () =>
    Effect.gen(function* () {
      const limit = yield* TimeLimit.make
      const slow = Effect.onInterrupt(Effect.never, () => Effect.sleep(50))
      const limited = yield* Effect.forkChild(Effect.flip(limit(100, late).within(slow)), { startImmediately: true })
      yield* TestClock.adjust(149)
      assert.isUndefined(limited.pollUnsafe())
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(yield* Fiber.join(limited), late())
    })
  )

  it.effect("interrupts the effect with its caller", () =>
    Effect.gen(function* () {
      const limit = yield* TimeLimit.make
      let interrupted = false
      const watched = Effect.onInterrupt(Effect.never, () =>
        Effect.sync(() => {
          interrupted = true
        })
      )
      const limited = yield* Effect.forkChild(limit(100, late).within(watched), { startImmediately: true })
      yield* Fiber.interrupt(limited)
      assert.isTrue(interrupted)
    })
  )

  it.effect("tells what is left of it", () =>
    Effect.gen(function* () {
      const limit = yield* TimeLimit.make
      const { left } = limit(100, late)
      yield* TestClock.adjust(30)
      assert.strictEqual(left(), 70)
      assert.strictEqual(TimeLimit.none.left(), Number.POSITIVE_INFINITY)
      assert.strictEqual(yield* TimeLimit.none.within(Effect.succeed(1)), 1)
    })
  )
})
