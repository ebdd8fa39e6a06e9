/** Time that a test moves, and what it costs the host. */
import { Clock, Context, Effect, Layer, type Scope } from "effect"
import { TestClock } from "effect/testing"
import { Presence } from "../../src/clocks/Presence.ts"

/** Lets everything happen that needs no time. */
export const settle = Effect.repeat(Effect.yieldNow, { times: 30 })

/** Lets everything happen that needs no time, then lets milliseconds pass one after the other where they matter. */
export const pass = (millis: number) => Effect.andThen(settle, Effect.andThen(TestClock.adjust(millis), settle))

/** A clock that counts the sleeps that ran out; one that was given up never woke the host. */
export const counting = Effect.map(Effect.clockWith(Effect.succeed), (clock) => {
  let wakeUps = 0
  const counted: Clock.Clock = {
    ...clock,
    sleep: (duration) => Effect.tap(clock.sleep(duration), () => Effect.sync(() => wakeUps++))
  }
  return { clock: counted, wakeUps: () => wakeUps }
})

/** Builds a service that knows who is there, on a clock that counts its wake-ups. */
export const held = <Id, Service>(key: Context.Key<Id, Service>, layer: Layer.Layer<Id, never, Presence>) =>
  Effect.gen(function* () {
    const { clock, wakeUps } = yield* counting
    const services: Effect.Effect<Context.Context<Id | Presence>, never, Scope.Scope> = Layer.build(
      Layer.provideMerge(layer, Presence.layer)
    )
    const context = yield* Effect.provideService(services, Clock.Clock, clock)
    yield* settle
    return { service: Context.get(context, key), presence: Context.get(context, Presence), wakeUps }
  })
