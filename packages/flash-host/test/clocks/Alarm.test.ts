import { assert, describe, it } from "@effect/vitest"
import { Clock, Duration, Effect, Exit, Fiber, Scope } from "effect"
import { TestClock } from "effect/testing"
import * as Alarm from "../../src/clocks/Alarm.ts"
import { counting, pass, settle } from "../support/time.ts"

const alarmed = Effect.gen(function* () {
  const woken: Array<number> = []
  const { clock, wakeUps } = yield* counting
  const scope = yield* Scope.make()
  const make = Scope.provide(
    Alarm.make((time) => woken.push(time)),
    scope
  )
  const alarm = yield* Effect.provideService(make, Clock.Clock, clock)
  yield* settle
  return { ...alarm, woken, wakeUps, scope }
})

describe("Alarm", () => {
  it.effect("wakes at its time, once, and not a millisecond earlier", () =>
    Effect.gen(function* () {
      const { at, woken, wakeUps } = yield* alarmed
      at(100)
      yield* pass(99)
      assert.deepStrictEqual(woken, [])
      yield* pass(1)
      assert.deepStrictEqual(woken, [100])
      yield* TestClock.adjust("1 day")
      assert.deepStrictEqual([woken, wakeUps()], [[100], 1])
    })
  )

  it.effect("wakes at once for a time that has passed, without a timer", () =>
    Effect.gen(function* () {
      const { at, woken, wakeUps } = yield* alarmed
      yield* pass(50)
      at(10)
      yield* settle
      assert.deepStrictEqual([woken, wakeUps()], [[50], 0])
    })
  )

  it.effect("can be moved to an earlier time, to a later one and to none, at the cost of no other wake-up", () =>
    Effect.gen(function* () {
      const { at, woken, wakeUps } = yield* alarmed
      at(100)
      yield* pass(10)
      at(50)
      yield* pass(30)
      at(70)
      yield* pass(29)
      assert.deepStrictEqual(woken, [])
      yield* pass(1)
      assert.deepStrictEqual(woken, [70])
      at(90)
      yield* settle
      at(Number.POSITIVE_INFINITY)
      yield* TestClock.adjust("1 day")
      assert.deepStrictEqual([woken, wakeUps()], [[70], 1])
    })
  )

  it.effect("sleeps again when a timer fires early, and does not spin through a fraction of a millisecond", () =>
    Effect.gen(function* () {
      const woken: Array<number> = []
      const clock = yield* Effect.clockWith(Effect.succeed)
      let looks = 0
      const early: Clock.Clock = {
        ...clock,
        monotonicTimeNanosUnsafe: () => {
          looks++
          return clock.monotonicTimeNanosUnsafe()
        },
        sleep: (duration) => clock.sleep(Duration.subtract(duration, Duration.micros(500n)))
      }
      const alarm = yield* Effect.provideService(
        Alarm.make((time) => woken.push(time)),
        Clock.Clock,
        early
      )
      alarm.at(10)
      yield* pass(9.5)
      assert.deepStrictEqual(woken, [])
      yield* pass(0.5)
      assert.deepStrictEqual(woken, [10])
      alarm.at(20.25)
      yield* pass(10.5)
      assert.deepStrictEqual(woken, [10, 20.5])
      assert.isAtMost(looks, 8)
    })
  )

  it.effect("can be set again by what it wakes", () =>
    Effect.gen(function* () {
      const woken: Array<number> = []
      const alarm: Alarm.Alarm = yield* Alarm.make((time) => {
        woken.push(time)
        alarm.at(time + 10)
      })
      alarm.at(10)
      yield* settle
      yield* TestClock.adjust(35)
      assert.deepStrictEqual(woken, [10, 20, 30])
    })
  )

  it.effect("wakes nobody after its scope closed", () =>
    Effect.gen(function* () {
      const { at, woken, scope, wakeUps } = yield* alarmed
      at(100)
      yield* settle
      yield* Scope.close(scope, Exit.void)
      yield* TestClock.adjust("1 day")
      assert.deepStrictEqual([woken, wakeUps()], [[], 0])
    })
  )

  it.effect("wakes nobody after its owner was interrupted", () =>
    Effect.gen(function* () {
      const woken: Array<number> = []
      const owner = Alarm.make((time) => woken.push(time)).pipe(
        Effect.tap(({ at }) => Effect.sync(() => at(100))),
        Effect.andThen(Effect.never),
        Effect.scoped
      )
      const fiber = yield* Effect.forkChild(owner)
      yield* settle
      yield* Fiber.interrupt(fiber)
      yield* TestClock.adjust("1 day")
      assert.deepStrictEqual(woken, [])
    })
  )

  it.each([
    [100, 10, 100, 110],
    [100, 10, 109.5, 110],
    [100, 10, 110, 120],
    [100, 10, 1005, 1010],
    [0.5, 1, 3.25, 3.5]
  ])("follows %d by steps of %d past %d with %d", (due, period, time, next) => {
    assert.strictEqual(Alarm.next(due, period, time), next)
  })
})
