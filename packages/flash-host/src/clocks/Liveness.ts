/**
 * Looks for plugins that have gone silent. One sweep serves them all; it costs one wake-up in 30 s while something is
 * watched and somebody is there, and none otherwise. What a missed probe means is the session's business.
 */
import { Constants } from "@lanyard/flash-protocol"
import { Clock, Context, Effect, FiberHandle, Layer, type Scope, Stream } from "effect"
import * as Alarm from "./Alarm.ts"
import { Presence } from "./Presence.ts"

/** A session that may go silent. */
export interface Watched {
  /** Monotonic milliseconds of the last frame. */
  readonly lastFrameAt: () => number
  /** Requests that the plugin owes an answer. */
  readonly pendingCount: () => number
  /** Probes the plugin. Never begun while an earlier one runs, whatever `pendingCount` says. */
  readonly ping: Effect.Effect<unknown>
}

/** Probes plugins that are silent and owe nothing. */
export class Liveness extends Context.Service<
  Liveness,
  {
    /** Watches a session until the scope closes, which interrupts a probe. */
    readonly watch: (session: Watched) => Effect.Effect<void, never, Scope.Scope>
  }
>()("@lanyard/flash-host/Liveness") {
  static readonly layer: Layer.Layer<Liveness, never, Presence> = Layer.effect(
    Liveness,
    Effect.suspend(() => make)
  )
}

const make = Effect.gen(function* () {
  const clock = yield* Clock.Clock
  const presence = yield* Presence
  const { idle_before_ping: silence, sweep: period } = Constants.liveness
  const probes = new Map<Watched, () => void>()
  let due = Number.POSITIVE_INFINITY

  const alarm = yield* Alarm.make((time) => {
    // Left due, so that the sweep follows as soon as somebody is back.
    if (presence.isHeld()) return
    due = Alarm.next(due, period, time)
    alarm.at(due)
    for (const [{ lastFrameAt, pendingCount }, probe] of probes) {
      if (pendingCount() === 0 && time - lastFrameAt() >= silence) probe()
    }
  })
  const arm = () => alarm.at(presence.isHeld() ? Number.POSITIVE_INFINITY : due)
  yield* Effect.forkScoped(Stream.runForEach(presence.held, () => Effect.sync(arm)))

  const add = (session: Watched, probe: () => void) => {
    if (probes.size === 0) due = Alarm.now(clock) + period
    probes.set(session, probe)
    arm()
  }
  const remove = (session: Watched) => {
    probes.delete(session)
    if (probes.size === 0) due = Number.POSITIVE_INFINITY
    arm()
  }

  return Liveness.of({
    watch: Effect.fnUntraced(function* (session) {
      const run = yield* FiberHandle.makeRuntime<never>()
      const probe = () => run(session.ping, { onlyIfMissing: true })
      yield* Effect.acquireRelease(
        Effect.sync(() => add(session, probe)),
        () => Effect.sync(() => remove(session))
      )
    })
  })
})
