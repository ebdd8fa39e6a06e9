import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Exit, Fiber, Layer, Scope, Stream } from "effect"
import { TestClock } from "effect/testing"
import { Liveness, type Watched } from "../../src/clocks/Liveness.ts"
import { Presence } from "../../src/clocks/Presence.ts"
import { held, pass, settle } from "../support/time.ts"

const liveness = held(Liveness, Liveness.layer)

/** A session without frames since it began, that answers a probe after some milliseconds. */
const session = Effect.fnUntraced(function* (answersAfter = 0) {
  const clock = yield* Effect.clockWith(Effect.succeed)
  const now = () => Number(clock.monotonicTimeNanosUnsafe()) / 1e6
  const pings: Array<number> = []
  const state = { frameAt: now(), pending: 0, interrupted: 0 }
  const watched: Watched = {
    lastFrameAt: () => state.frameAt,
    pendingCount: () => state.pending,
    ping: Effect.suspend(() => {
      pings.push(now())
      return Effect.sleep(answersAfter)
    }).pipe(
      Effect.tap(() => Effect.sync(() => (state.frameAt = now()))),
      Effect.onInterrupt(() => Effect.sync(() => state.interrupted++))
    )
  }
  return { watched, pings, state }
})

describe("Liveness", () => {
  it.effect("pings after 60 s without a frame, and not a millisecond earlier [FLASH-LIVE-02]", () =>
    Effect.gen(function* () {
      const { service } = yield* liveness
      const { watched, pings } = yield* session()
      yield* service.watch(watched)
      yield* pass(59_999)
      assert.deepStrictEqual(pings, [])
      yield* pass(1)
      assert.deepStrictEqual(pings, [60_000])
    })
  )

  it.effect.each([
    [0, 60_000],
    [1, 90_000],
    [15_000, 90_000],
    [29_999, 90_000],
    [30_000, 90_000],
    [30_001, 120_000]
  ] as const)(
    "pings a plugin whose last frame came at %d ms at %d ms, 60 to 90 s later [FLASH-LIVE-02]",
    ([frame, ping]) =>
      Effect.gen(function* () {
        const { service } = yield* liveness
        const { watched, pings, state } = yield* session()
        yield* service.watch(watched)
        state.frameAt = frame
        yield* pass(ping - 1)
        assert.deepStrictEqual(pings, [])
        yield* pass(1)
        assert.deepStrictEqual(pings, [ping])
        assert.isAtMost(Math.abs(ping - frame - 75_000), 15_000)
      })
  )

  it.effect("never pings a plugin that sends something every 50 ms", () =>
    Effect.gen(function* () {
      const { service } = yield* liveness
      const { watched, pings } = yield* session()
      const clock = yield* Effect.clockWith(Effect.succeed)
      const lastFrameAt = () => Math.floor(clock.currentTimeMillisUnsafe() / 50) * 50
      yield* service.watch({ ...watched, lastFrameAt })
      yield* pass(3_600_000)
      assert.deepStrictEqual(pings, [])
    })
  )

  it.effect("does not ping while a request is in flight, however long that takes [FLASH-LIVE-06]", () =>
    Effect.gen(function* () {
      const { service } = yield* liveness
      const { watched, pings, state } = yield* session()
      state.pending = 1
      yield* service.watch(watched)
      yield* pass(90_000)
      assert.deepStrictEqual(pings, [])
      state.pending = 0
      yield* pass(30_000)
      assert.deepStrictEqual(pings, [120_000])
    })
  )

  it.effect("has one ping at a time in flight, even if the session does not count it", () =>
    Effect.gen(function* () {
      const { service } = yield* liveness
      const { watched, pings } = yield* session(70_000)
      yield* service.watch(watched)
      yield* pass(209_999)
      // Answered at 130 s, which counts as a frame.
      assert.deepStrictEqual(pings, [60_000])
      yield* pass(1)
      assert.deepStrictEqual(pings, [60_000, 210_000])
    })
  )

  it.effect("pings again after another 60 to 90 s of silence, each plugin on its own account", () =>
    Effect.gen(function* () {
      const { service } = yield* liveness
      const silent = yield* session(10)
      const busy = yield* session(10)
      yield* service.watch(silent.watched)
      yield* service.watch(busy.watched)
      yield* pass(45_000)
      busy.state.frameAt = 45_000
      yield* pass(135_000)
      assert.deepStrictEqual([silent.pings, busy.pings], [[60_000, 150_000], [120_000]])
    })
  )

  it.effect("wakes once in 30 s for any number of plugins, and never for none [FLASH-LIVE-07]", () =>
    Effect.gen(function* () {
      const { service, wakeUps } = yield* liveness
      yield* pass(300_000)
      assert.strictEqual(wakeUps(), 0)
      const scope = yield* Scope.make()
      for (let plugin = 0; plugin < 20; plugin++) {
        const { watched, state } = yield* session()
        state.pending = 1
        yield* Scope.provide(service.watch(watched), scope)
        yield* pass(100)
      }
      yield* pass(298_000)
      assert.strictEqual(wakeUps(), 10)
      yield* Scope.close(scope, Exit.void)
      yield* pass(300_000)
      assert.strictEqual(wakeUps(), 10)
    })
  )

  it.effect("counts from the first plugin again after a time without any", () =>
    Effect.gen(function* () {
      const { service } = yield* liveness
      const first = yield* session()
      yield* Effect.scoped(service.watch(first.watched))
      yield* pass(10_000)
      const { watched, pings } = yield* session()
      yield* service.watch(watched)
      yield* pass(60_000)
      assert.deepStrictEqual([first.pings, pings], [[], [70_000]])
    })
  )

  it.effect.each(["displaysAsleep", "sessionInactive", "systemSleeping"] as const)(
    "does not look for silence under %s, and looks at once when that ends [FLASH-LIVE-07]",
    (reason) =>
      Effect.gen(function* () {
        const { service, presence, wakeUps } = yield* liveness
        const { watched, pings } = yield* session()
        yield* service.watch(watched)
        yield* pass(59_999)
        yield* presence.set({ [reason]: true })
        yield* pass(600_000)
        assert.deepStrictEqual([pings, wakeUps()], [[], 1])
        yield* presence.set({ [reason]: false })
        yield* settle
        assert.deepStrictEqual(pings, [659_999])
        yield* pass(30_000)
        assert.strictEqual(wakeUps(), 2)
      })
  )

  it.effect("does not ping in the moment before it is told that nobody is there [FLASH-LIVE-07]", () =>
    Effect.gen(function* () {
      let held = false
      const late = Layer.mock(Presence, { isHeld: () => held, held: Stream.never })
      const service = Context.get(yield* Layer.build(Layer.provide(Liveness.layer, late)), Liveness)
      const { watched, pings } = yield* session()
      yield* service.watch(watched)
      yield* pass(59_999)
      held = true
      yield* pass(60_001)
      assert.deepStrictEqual(pings, [])
    })
  )

  it.effect("interrupts a probe and watches no longer once the scope closes", () =>
    Effect.gen(function* () {
      const { service, wakeUps } = yield* liveness
      const { watched, pings, state } = yield* session(10_000)
      const scope = yield* Scope.make()
      yield* Scope.provide(service.watch(watched), scope)
      yield* pass(60_000)
      yield* Scope.close(scope, Exit.void)
      yield* pass(600_000)
      assert.deepStrictEqual([pings.length, state.interrupted, wakeUps()], [1, 1, 2])
    })
  )

  it.effect("interrupts a probe and watches no longer once the owner was interrupted", () =>
    Effect.gen(function* () {
      const { service, wakeUps } = yield* liveness
      const { watched, pings, state } = yield* session(10_000)
      const owner = yield* Effect.forkChild(Effect.scoped(Effect.andThen(service.watch(watched), Effect.never)))
      yield* pass(60_000)
      yield* Fiber.interrupt(owner)
      yield* TestClock.adjust(600_000)
      assert.deepStrictEqual([pings.length, state.interrupted, wakeUps()], [1, 1, 2])
    })
  )

  it.effect("goes on for the others when a probe fails", () =>
    Effect.gen(function* () {
      const { service } = yield* liveness
      const broken = yield* session()
      const { watched, pings } = yield* session()
      yield* service.watch({ ...broken.watched, ping: Effect.die("defect") })
      yield* service.watch(watched)
      yield* pass(150_000)
      assert.deepStrictEqual(pings, [60_000, 120_000])
    })
  )
})
