import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Exit, Fiber, Scope } from "effect"
import { TestClock } from "effect/testing"
import * as RunDeadline from "../src/RunDeadline.ts"
import { limited } from "./support/modules.ts"
import { advance, echo, stage } from "./support/stage.ts"

const ending =
  (millis: number) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.clockWith((clock) =>
      Effect.provideService(
        effect,
        RunDeadline.RunDeadline,
        clock.monotonicTimeNanosUnsafe() + BigInt(millis) * 1_000_000n
      )
    )

describe("RunDeadline.within", () => {
  it.effect("is the limit, what is left of the run if that is less, and nothing behind its end", () =>
    Effect.gen(function* () {
      const limit = RunDeadline.within(Duration.seconds(2))
      assert.strictEqual(Duration.toMillis(yield* limit), 2000)
      assert.strictEqual(Duration.toMillis(yield* ending(500)(limit)), 500)
      assert.strictEqual(Duration.toMillis(yield* ending(500)(Effect.andThen(TestClock.adjust(700), limit))), 0)
    })
  )
})

describe("the end of a run", () => {
  it.effect("cuts a shutdown short [SOS-PLUG-15]", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const script = { answers: echo, onEndOfInput: "ignores" } as const
      const running = stage(() => script, { module: limited(5, 2) })
      const { begin, close, life } = yield* Scope.provide(ending(300)(running), scope)
      yield* Fiber.join(yield* begin())
      const closing = yield* Effect.forkChild(close, { startImmediately: true })
      yield* advance(300)
      yield* Fiber.join(closing)
      assert.include(life(), "300 SIGTERM")
      yield* Scope.close(scope, Exit.void)
    })
  )
})
