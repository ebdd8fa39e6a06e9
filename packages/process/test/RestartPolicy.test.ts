import { assert, describe, it } from "@effect/vitest"
import { Cause, Clock, Duration, Effect, Exit, Option, Schedule } from "effect"
import { TestClock } from "effect/testing"
import * as RestartPolicy from "../src/RestartPolicy.ts"

const restarts = RestartPolicy.failureBudget({ failures: 5, window: Duration.seconds(300) }).pipe(
  RestartPolicy.linearBackoff(Duration.seconds(1), Duration.seconds(30))
)

type Step = Effect.Success<ReturnType<typeof Schedule.toStep<number, unknown, never, never>>>

/** One failure: the count and the delay in seconds, or the count that ended the schedule. */
const fail = (step: Step) =>
  Effect.gen(function* () {
    const exit = yield* Effect.exit(step(yield* Clock.currentTimeMillis, undefined))
    if (Exit.isSuccess(exit)) return [exit.value[0], Duration.toSeconds(exit.value[1])] as const
    const done = Option.getOrThrow(Cause.findErrorOption(exit.cause))
    return ["parked", done.value] as const
  })

describe("RestartPolicy", () => {
  it.effect("waits one step for each failure in the window and ends at the sixth", () =>
    Effect.gen(function* () {
      const step = yield* Schedule.toStep(restarts)
      const seen = yield* Effect.forEach([1, 2, 3, 4, 5, 6], () => fail(step))
      assert.deepStrictEqual(seen, [
        [1, 1],
        [2, 2],
        [3, 3],
        [4, 4],
        [5, 5],
        ["parked", 6]
      ])
    })
  )

  it.effect("never waits longer than the cap", () =>
    Effect.gen(function* () {
      const patient = RestartPolicy.failureBudget({ failures: 40, window: Duration.seconds(300) }).pipe(
        RestartPolicy.linearBackoff(Duration.seconds(1), Duration.seconds(30))
      )
      const step = yield* Schedule.toStep(patient)
      const delays = yield* Effect.forEach(Array(33), () => Effect.map(fail(step), ([, delay]) => delay))
      assert.deepStrictEqual(delays.slice(28), [29, 30, 30, 30, 30])
    })
  )

  it.effect.each([
    [299_999, ["parked", 6]],
    [300_000, ["parked", 6]],
    [300_001, [5, 5]]
  ] as const)("with the sixth failure %d ms after the first, gives %j (B071)", ([age, expected]) =>
    Effect.gen(function* () {
      const step = yield* Schedule.toStep(restarts)
      yield* fail(step)
      yield* TestClock.adjust("1 second")
      yield* Effect.forEach([2, 3, 4, 5], () => fail(step))
      yield* TestClock.adjust(age - 1000)
      assert.deepStrictEqual(yield* fail(step), expected)
    })
  )

  it.effect("drops each failure by its own age", () =>
    Effect.gen(function* () {
      const step = yield* Schedule.toStep(restarts)
      const counts: Array<unknown> = []
      for (let failure = 0; failure < 8; failure++) {
        counts.push((yield* fail(step))[0])
        yield* TestClock.adjust("100 seconds")
      }
      assert.deepStrictEqual(counts, [1, 2, 3, 4, 4, 4, 4, 4])
    })
  )

  it.effect("ignores a wall clock that is set back by an hour (B155)", () =>
    Effect.gen(function* () {
      const step = yield* Schedule.toStep(restarts)
      yield* TestClock.adjust("2 hours")
      yield* Effect.forEach([1, 2, 3, 4, 5], () => fail(step))
      yield* TestClock.setTime(3_600_000)
      assert.deepStrictEqual(yield* fail(step), ["parked", 6])
      yield* TestClock.adjust("301 seconds")
      assert.deepStrictEqual(yield* fail(step), [1, 1])
    })
  )

  it.effect("ignores what its driver believes the time is", () =>
    Effect.gen(function* () {
      const step = yield* Schedule.toStep(restarts)
      const counts = yield* Effect.forEach([0, 9e9, -9e9], (now) =>
        Effect.map(step(now, undefined), ([count]) => count)
      )
      assert.deepStrictEqual(counts, [1, 2, 3])
    })
  )

  it.effect("counts for each driver apart", () =>
    Effect.gen(function* () {
      const first = yield* Schedule.toStep(restarts)
      yield* fail(first)
      const second = yield* Schedule.toStep(restarts)
      assert.deepStrictEqual(yield* fail(second), [1, 1])
      assert.deepStrictEqual(yield* fail(first), [2, 2])
    })
  )

  it.effect("serves Effect.retry as it serves a supervisor", () =>
    Effect.gen(function* () {
      const starts: Array<number> = []
      const attempt = Effect.flatMap(Clock.currentTimeMillis, (now) => {
        starts.push(now / 1000)
        return Effect.fail("died")
      })
      const fiber = yield* Effect.forkChild(Effect.exit(Effect.retry(attempt, restarts)))
      yield* TestClock.adjust("1 minute")
      assert.isDefined(fiber.pollUnsafe())
      assert.deepStrictEqual(starts, [0, 1, 3, 6, 10, 15])
    })
  )
})
