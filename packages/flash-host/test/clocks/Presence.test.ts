import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Exit, Fiber, Latch, Layer, Scope, Stream } from "effect"
import { isHeld, Presence, present } from "../../src/clocks/Presence.ts"
import { settle } from "../support/time.ts"

const reading = Effect.fnUntraced(function* (presence: Presence["Service"]) {
  const seen: Array<boolean> = []
  yield* presence.held.pipe(
    Stream.runForEach((held) => Effect.sync(() => seen.push(held))),
    Effect.forkScoped({ startImmediately: true })
  )
  yield* settle
  return seen
})

describe("Presence", () => {
  it.effect.each(["displaysAsleep", "sessionInactive", "systemSleeping"] as const)("is held by %s alone", (reason) =>
    Effect.gen(function* () {
      const presence = yield* Presence
      assert.isFalse(presence.isHeld())
      yield* presence.set({ [reason]: true })
      assert.isTrue(presence.isHeld())
      assert.deepStrictEqual(yield* presence.state, { ...present, [reason]: true })
      yield* presence.set({ [reason]: false })
      assert.isFalse(presence.isHeld())
    }).pipe(Effect.provide(Presence.layer))
  )

  it("is not held without a reason", () => {
    assert.isFalse(isHeld(present))
  })

  it.effect("stays held until the last reason is gone, and tells each change once", () =>
    Effect.gen(function* () {
      const presence = yield* Presence
      const seen = yield* reading(presence)
      const held: Array<boolean> = []
      for (const change of [
        { displaysAsleep: true },
        { systemSleeping: true },
        { systemSleeping: false },
        {},
        { displaysAsleep: false },
        { displaysAsleep: false }
      ]) {
        yield* presence.set(change)
        yield* settle
        held.push(presence.isHeld())
      }
      assert.deepStrictEqual(seen, [false, true, false])
      assert.deepStrictEqual(held, [true, true, true, true, false, false])
    }).pipe(Effect.provide(Presence.layer))
  )

  it.effect("tells a late reader how it is now, and a slow one no more than the newest", () =>
    Effect.gen(function* () {
      const presence = yield* Presence
      yield* presence.set({ sessionInactive: true })
      const busy = yield* Latch.make()
      const seen: Array<boolean> = []
      yield* presence.held.pipe(
        Stream.runForEach((held) =>
          Effect.andThen(
            busy.await,
            Effect.sync(() => seen.push(held))
          )
        ),
        Effect.forkScoped({ startImmediately: true })
      )
      yield* settle
      for (let turn = 0; turn < 1001; turn++) yield* presence.set({ sessionInactive: turn % 2 === 1 })
      yield* busy.open
      yield* settle
      assert.deepStrictEqual(seen, [true, false])
    }).pipe(Effect.provide(Presence.layer))
  )

  it.effect("ends for its readers with the host", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const presence = Context.get(yield* Layer.buildWithScope(Presence.layer, scope), Presence)
      const reader = yield* Effect.forkChild(Stream.runDrain(presence.held), { startImmediately: true })
      yield* settle
      yield* Scope.close(scope, Exit.void)
      yield* Fiber.await(reader)
    })
  )
})
