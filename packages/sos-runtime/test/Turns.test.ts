import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Scheduler } from "effect"
import { TestClock } from "effect/testing"
import * as Turns from "../src/Turns.ts"

const unlimited = (waiting: Effect.Effect<void>) => waiting

/** Effects that note when they begin and end when they are let go. */
const played = () => {
  const inTurn = Turns.make()
  const began: Array<string> = []
  const begin = Effect.fn(function* (name: string) {
    const release = yield* Deferred.make<void>()
    const effect = Effect.andThen(
      Effect.sync(() => began.push(name)),
      Deferred.await(release)
    )
    const fiber = yield* Effect.forkChild(
      inTurn(() => effect, unlimited),
      { startImmediately: true }
    )
    return { fiber, release: Effect.andThen(Deferred.succeed(release, undefined), TestClock.adjust(0)) }
  })
  return { inTurn, began, begin }
}

describe("Turns", () => {
  it.effect("begins at once where nobody is before it", () =>
    Effect.gen(function* () {
      const { began, begin } = played()
      const first = yield* begin("first")
      assert.deepStrictEqual(began, ["first"])
      yield* first.release
    })
  )

  it.effect("runs one effect at a time, in the order of asking", () =>
    Effect.gen(function* () {
      const { began, begin } = played()
      const [first, second, third] = [yield* begin("first"), yield* begin("second"), yield* begin("third")]
      yield* TestClock.adjust(0)
      assert.deepStrictEqual(began, ["first"])
      yield* first.release
      assert.deepStrictEqual(began, ["first", "second"])
      yield* second.release
      yield* third.release
      assert.deepStrictEqual(began, ["first", "second", "third"])
    })
  )

  it.effect("leaves out whoever gave its place up, first or last in the order", () =>
    Effect.gen(function* () {
      const { began, begin } = played()
      const running = yield* begin("running")
      const [first, second, third] = [yield* begin("first"), yield* begin("second"), yield* begin("third")]
      yield* Fiber.interrupt(first.fiber)
      yield* Fiber.interrupt(third.fiber)
      yield* running.release
      assert.deepStrictEqual(began, ["running", "second"])
      yield* second.release
      assert.deepStrictEqual(began, ["running", "second"])
    })
  )

  it.effect("goes on to the next when the one whose turn has come gives its place up before it begins", () =>
    Effect.gen(function* () {
      const { began, begin } = played()
      const running = yield* begin("running")
      const first = yield* begin("first")
      const second = yield* begin("second")
      yield* Fiber.interrupt(running.fiber)
      yield* Fiber.interrupt(first.fiber)
      yield* TestClock.adjust(0)
      assert.deepStrictEqual(began, ["running", "second"])
      yield* second.release
    })
  )

  it.effect("gives the place of one up whose waiting is limited", () =>
    Effect.gen(function* () {
      const { began, begin, inTurn } = played()
      const running = yield* begin("running")
      const limited = (waiting: Effect.Effect<void>) =>
        Effect.timeoutOrElse(waiting, { duration: 10, orElse: () => Effect.fail("late") })
      const impatient = yield* Effect.forkChild(
        inTurn(() => Effect.sync(() => began.push("impatient")), limited),
        { startImmediately: true }
      )
      const next = yield* begin("next")
      yield* TestClock.adjust(10)
      assert.strictEqual(yield* Effect.flip(Fiber.join(impatient)), "late")
      yield* running.release
      assert.deepStrictEqual(began, ["running", "next"])
      yield* next.release
    })
  )

  it.effect("waits on while somebody else gives a place up", () =>
    Effect.gen(function* () {
      const { began, begin } = played()
      const [first, second, third] = [yield* begin("first"), yield* begin("second"), yield* begin("third")]
      yield* TestClock.adjust(0)
      yield* Fiber.interrupt(second.fiber)
      yield* TestClock.adjust(0)
      assert.deepStrictEqual(began, ["first"])
      yield* first.release
      assert.deepStrictEqual(began, ["first", "third"])
      yield* third.release
    })
  )

  it.effect.each([
    ["fails", Effect.fail("failed")],
    ["dies", Effect.die("died")],
    ["is interrupted", Effect.interrupt]
  ] as const)("goes on after an effect that %s", ([, effect]) =>
    Effect.gen(function* () {
      const { inTurn } = played()
      yield* Effect.exit(inTurn(() => effect, unlimited))
      assert.strictEqual(yield* inTurn(() => Effect.succeed(1), unlimited), 1)
    })
  )

  it.effect.each(Array.from({ length: 11 }, (_, at) => at + 2))(
    "gives a turn back that a fiber took which yields every %d steps and is interrupted meanwhile",
    (steps) =>
      Effect.gen(function* () {
        const { inTurn } = played()
        const taking = inTurn(() => Effect.never, unlimited)
        for (let waited = 0; waited < 12; waited++) {
          const fiber = yield* Effect.forkChild(Effect.provideService(taking, Scheduler.MaxOpsBeforeYield, steps), {
            startImmediately: true
          })
          for (let at = 0; at < waited; at++) yield* Effect.yieldNow
          yield* Fiber.interrupt(fiber)
          const next = yield* Effect.forkChild(
            inTurn(() => Effect.succeed(1), unlimited),
            { startImmediately: true }
          )
          yield* TestClock.adjust(0)
          assert.isDefined(next.pollUnsafe())
        }
      })
  )

  it.effect("goes on after an effect that was interrupted from outside", () =>
    Effect.gen(function* () {
      const { began, begin } = played()
      const first = yield* begin("first")
      yield* TestClock.adjust(0)
      const second = yield* begin("second")
      yield* Fiber.interrupt(first.fiber)
      yield* TestClock.adjust(0)
      assert.deepStrictEqual(began, ["first", "second"])
      yield* second.release
    })
  )
})
