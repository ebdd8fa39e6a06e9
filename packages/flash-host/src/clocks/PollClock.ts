/**
 * The one clock of all plugins: what they registered shares its wake-ups, and nothing wakes it while nothing is registered
 * or nobody is there. Ticks that fell due in such a time come once when it ends.
 */
import type { Poll } from "@lanyard/flash-protocol"
import { Clock, Context, Effect, Layer, Stream } from "effect"
import * as Alarm from "./Alarm.ts"
import * as PollSchedule from "./PollSchedule.ts"
import { Presence } from "./Presence.ts"

/** Ticks for whoever registered them. */
export class PollClock extends Context.Service<
  PollClock,
  {
    /**
     * Replaces the registrations of an owner, one attempt of a plugin, in the turn of its call. `deliver` takes the name of
     * each tick from now on, and may be called before this returns; it must not throw.
     */
    readonly set: (owner: string, registrations: Poll.Registrations, deliver: (name: string) => void) => void
    /** Ends all that an owner registered, in the turn of its call; none of its ticks is delivered afterwards. */
    readonly release: (owner: string) => void
  }
>()("@lanyard/flash-host/PollClock") {
  static readonly layer: Layer.Layer<PollClock, never, Presence> = Layer.effect(
    PollClock,
    Effect.suspend(() => make)
  )
}

const make = Effect.gen(function* () {
  const clock = yield* Clock.Clock
  const presence = yield* Presence
  const schedule = PollSchedule.make()
  const deliveries = new Map<string, (name: string) => void>()

  const alarm = yield* Alarm.make((time) => {
    const due = presence.isHeld() ? [] : PollSchedule.take(schedule, time)
    for (const tick of due) {
      // An earlier delivery may have replaced or released what this one is for.
      if (PollSchedule.stands(schedule, tick)) deliveries.get(tick.owner)?.(tick.name)
    }
    arm()
  })
  const arm = () => alarm.at(presence.isHeld() ? Number.POSITIVE_INFINITY : PollSchedule.wakeAt(schedule))
  // A time that went by while nobody was there wakes at once.
  yield* Effect.forkScoped(Stream.runForEach(presence.held, () => Effect.sync(arm)))

  return PollClock.of({
    set: (owner, registrations, deliver) => {
      PollSchedule.set(schedule, owner, registrations, Alarm.now(clock))
      deliveries.set(owner, deliver)
      arm()
    },
    release: (owner) => {
      PollSchedule.release(schedule, owner)
      deliveries.delete(owner)
      arm()
    }
  })
})
