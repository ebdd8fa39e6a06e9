/**
 * One life of a plugin, from its program's start to the reason of its end: the child, what it sends, what it is told, and the
 * session others call it by. All of it belongs to the attempt's scope, so none of it can outlive the attempt.
 */
import type { Supervisor } from "@lanyard/process"
import { Clock, Effect, type Scope } from "effect"
import type { AttemptFailure } from "./AttemptFailure.ts"
import type { CallDeadlines } from "./CallDeadlines.ts"
import * as Alarm from "./clocks/Alarm.ts"
import { Liveness } from "./clocks/Liveness.ts"
import { EventBus } from "./events/EventBus.ts"
import { HostEvent } from "./HostEvent.ts"
import { HostEvents } from "./HostEvents.ts"
import * as Inbound from "./Inbound.ts"
import { Installs } from "./install/Installs.ts"
import type * as Launch from "./Launch.ts"
import type { PluginSpec } from "./PluginSpec.ts"
import * as Session from "./Session.ts"
import type { StartGate } from "./StartGate.ts"
import { SandboxNotice } from "./sandbox/SandboxNotice.ts"

/** What an attempt needs of a host. */
export type Services =
  | Launch.Platform
  | Inbound.Services
  | CallDeadlines
  | EventBus
  | HostEvents
  | Installs
  | Liveness
  | SandboxNotice
  | StartGate

/** What the attempts of one plugin share. */
export interface Options {
  readonly spec: PluginSpec
  /** Ends once no earlier process of this plugin is alive. */
  readonly predecessor: Effect.Effect<void>
  /** Whether a generation is still the plugin's own; what it sends afterwards changes nothing. */
  readonly isLive: (generation: number) => boolean
  /** Told the session when it can be called, and undefined when it no longer can. */
  readonly current: (session: Session.Session | undefined) => void
  /** Told every line of stderr that is let through. */
  readonly diagnostic: (line: string) => void
}

/** Makes the attempts of one plugin. Ids go on from one to the next (decision F3). */
export const make = ({ spec, predecessor, isLive, current, diagnostic }: Options) => {
  let nextId = 1

  return Effect.fnUntraced(function* (
    handle: Supervisor.Attempt
  ): Effect.fn.Return<never, AttemptFailure, Services | Scope.Scope> {
    const events = yield* HostEvents
    const bus = yield* EventBus
    const liveness = yield* Liveness
    const installs = yield* Installs
    const notice = yield* SandboxNotice
    const clock = yield* Clock.Clock
    yield* predecessor
    const began = Alarm.now(clock)
    const { generation } = handle
    yield* handle.stage("installing")
    yield* notice.give(spec)
    yield* installs.ensure(spec, () => isLive(generation))
    const inbound = yield* Inbound.make({ spec, generation, isLive: () => isLive(generation) })
    const { session, ended } = yield* Session.open({
      spec,
      inbound,
      attempt: handle,
      firstId: nextId,
      lastId: (next) => {
        nextId = next
      },
      diagnostic
    })
    // Told before anyone else can send to it.
    yield* bus.attach({ manifest: spec.manifest, send: session.send })
    inbound.opened(session.send)
    yield* liveness.watch(session)
    yield* Effect.acquireRelease(
      Effect.sync(() => current(session)),
      () => Effect.sync(() => current(undefined))
    )
    yield* handle.ready
    events.publish(HostEvent.Ready({ plugin: spec.manifest.id, pid: session.pid, elapsed: Alarm.now(clock) - began }))
    return yield* ended
  })
}
