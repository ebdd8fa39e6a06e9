/**
 * Lets a few plugins start at a time. To start a process blocks the event loop for milliseconds, and a process keeps a
 * processor busy until it is up: with many at once the host can do nothing else for as long as all of them take, and none
 * of them is up any sooner.
 */
import { Context, Deferred, Effect, FiberSet, Layer, type Scope, Semaphore } from "effect"

/** How many plugins may start at a time; a host should allow two for each processor. */
export const StartsAtOnce = Context.Reference<number>("@lanyard/flash-host/StartsAtOnce", { defaultValue: () => 4 })

/** Milliseconds after which a plugin that is not up yet no longer keeps others waiting. */
export const patience = 250

/** Makes plugins wait for their turn to start. */
export class StartGate extends Context.Service<
  StartGate,
  {
    /**
     * Waits until a process may be started, which is to happen in the turn in which this settles; no other one is let in during
     * that turn. Returns what tells that the plugin is up, which lets in another one; the end of the scope does so, too.
     */
    readonly enter: Effect.Effect<() => void, never, Scope.Scope>
  }
>()("@lanyard/flash-host/StartGate") {
  static readonly layer: Layer.Layer<StartGate> = Layer.effect(
    StartGate,
    Effect.suspend(() => make)
  )
}

const make = Effect.gen(function* () {
  const places = yield* Semaphore.make(yield* StartsAtOnce)
  const door = yield* Semaphore.make(1)
  const later = yield* FiberSet.makeRuntime()

  return StartGate.of({
    enter: Effect.uninterruptibleMask(
      Effect.fnUntraced(function* (restore) {
        yield* restore(places.take(1))
        const up = Deferred.makeUnsafe<void>()
        // In this turn, or an end before its first step would keep the place for ever.
        yield* Effect.timeoutOption(Deferred.await(up), patience).pipe(
          Effect.ensuring(places.release(1)),
          Effect.forkScoped({ startImmediately: true })
        )
        yield* restore(door.take(1))
        later(Effect.andThen(Effect.yieldNow, door.release(1)))
        return () => Deferred.doneUnsafe(up, Effect.void)
      })
    )
  })
})
