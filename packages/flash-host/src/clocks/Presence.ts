/**
 * Whether somebody can see and use what the host shows. While nobody can, the host's clocks are held: no poll tick, no
 * probe and no carousel wakes it. A host says what its system reports; without that, somebody is always there.
 */
import { Context, Effect, Layer, PubSub, Stream } from "effect"

/** What keeps somebody away. */
export interface Absence {
  readonly displaysAsleep: boolean
  /** The session is locked or switched out. */
  readonly sessionInactive: boolean
  /** The system is asleep or on its way there. */
  readonly systemSleeping: boolean
}

/** Nothing does. */
export const present: Absence = { displaysAsleep: false, sessionInactive: false, systemSleeping: false }

/** Tells whether clocks are held: one reason is enough. */
export const isHeld = (absence: Absence): boolean =>
  absence.displaysAsleep || absence.sessionInactive || absence.systemSleeping

/** Knows whether somebody is there. */
export class Presence extends Context.Service<
  Presence,
  {
    /** Changes what is known, and leaves the rest as it was. */
    readonly set: (change: Partial<Absence>) => Effect.Effect<void>
    readonly state: Effect.Effect<Absence>
    /** Whether clocks are held at this moment. */
    readonly isHeld: () => boolean
    /** Whether clocks are held: now, and at every change. A reader that falls behind finds the newest. */
    readonly held: Stream.Stream<boolean>
  }
>()("@lanyard/flash-host/Presence") {
  /** Somebody is there until the host says otherwise. */
  static readonly layer: Layer.Layer<Presence> = Layer.effect(
    Presence,
    Effect.suspend(() => make)
  )
}

const make = Effect.gen(function* () {
  const held = yield* Effect.acquireRelease(PubSub.sliding<boolean>({ capacity: 1, replay: 1 }), PubSub.shutdown)
  let state = present
  yield* PubSub.publish(held, isHeld(state))

  return Presence.of({
    set: (change) =>
      Effect.suspend(() => {
        const before = isHeld(state)
        state = { ...state, ...change }
        return isHeld(state) === before ? Effect.void : Effect.asVoid(PubSub.publish(held, isHeld(state)))
      }),
    state: Effect.sync(() => state),
    isHeld: () => isHeld(state),
    held: Stream.fromPubSub(held)
  })
})
