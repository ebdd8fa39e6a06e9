/**
 * One plugin, kept running as its activation asks: attempts under a restart policy, the session of the current attempt, and
 * performs that wait for it. Callers never see a process; they see answers and outcomes.
 */
import { Activation, Constants, Perform, type PerformParams } from "@lanyard/flash-protocol"
import { Lifecycle, Supervisor } from "@lanyard/process"
import { type Cause, Clock, Effect, Option, Predicate, Scheduler, type Scope, Stream } from "effect"
import * as Asking from "./Asking.ts"
import * as Attempt from "./Attempt.ts"
import type { AttemptFailure } from "./AttemptFailure.ts"
import { CallDeadlines } from "./CallDeadlines.ts"
import * as Alarm from "./clocks/Alarm.ts"
import * as Deferral from "./Deferral.ts"
import * as Failure from "./Failure.ts"
import { HostEvent } from "./HostEvent.ts"
import { HostEvents } from "./HostEvents.ts"
import * as PerformDeadline from "./PerformDeadline.ts"
import type { PluginSpec } from "./PluginSpec.ts"
import type { Requests } from "./Requests.ts"
import * as Restarts from "./Restarts.ts"
import type { Session } from "./Session.ts"
import type { Standing } from "./Standing.ts"
import * as Enforcer from "./sandbox/Enforcer.ts"
import * as SandboxMode from "./sandbox/SandboxMode.ts"
import { CatalogStore } from "./stores/CatalogStore.ts"
import { StatusStore } from "./stores/StatusStore.ts"

/** A plugin in a host. No operation fails because of what the plugin does. */
export interface PluginProcess extends Asking.Asking {
  readonly spec: PluginSpec
  readonly standing: Effect.Effect<Standing>
  /** Enables it, and begins the first attempt if it is to run now; does not wait for it. */
  readonly start: Effect.Effect<void>
  /** Ends it as planned, and performs are unhandled from now on; settles when its process group is gone. */
  readonly stop: Effect.Effect<void>
  /** Stops it, renews the failure budget and starts it again if it is to run; settles when the old process group is gone. */
  readonly reload: Effect.Effect<void>
  /** Announces that another process takes the place of this one: what it shows stays until that one says more. */
  readonly retire: Effect.Effect<void>
  /** Tells whether a surface shows one of its segments; what is status-bound starts or stops, and keeps its budget. */
  readonly observe: (isObserved: boolean) => Effect.Effect<void>
  /**
   * Performs within the deadline of the command or of the table. Starts an on-demand plugin, and waits for one that is
   * starting or between attempts; what cannot be sent in time, or at all, is `Unhandled`. Never sent twice.
   */
  readonly perform: (params: PerformParams.Params, trace?: string) => Effect.Effect<Perform.Outcome>
}

/**
 * Makes a stopped plugin that the enclosing scope owns. Its first attempt waits for `predecessor`, the end of the process
 * whose place it takes.
 */
export const make = Effect.fn("PluginProcess.make")(function* (
  spec: PluginSpec,
  predecessor: Effect.Effect<void> = Effect.void
): Effect.fn.Return<PluginProcess, never, Attempt.Services | Scope.Scope> {
  const { manifest } = spec
  const { id } = manifest
  const catalogs = yield* CatalogStore
  const statuses = yield* StatusStore
  const events = yield* HostEvents
  const deadlines = yield* CallDeadlines
  const clock = yield* Clock.Clock
  const enforcer = yield* Enforcer.Current

  let state = Lifecycle.initial
  let current: Session | undefined
  let enabled = false
  let isPlanned = false
  let activation = Activation.make(Activation.of(manifest), false)
  let lastFailure: Failure.Failure | undefined
  let lastLine = ""

  // A session whose process or attempt is over, or not ready yet, cannot be called.
  const callable = () => (state._tag === "Running" && current?.hasExited() === false ? current : undefined)

  const change = (change: Activation.Change): Activation.Move => {
    const [next, move] = Activation.transition(activation, change)
    activation = next
    return move
  }

  const failed = (generation: number, cause: Cause.Cause<AttemptFailure>) => {
    if (state.generation !== generation) return
    current = undefined
    isPlanned = false
    const phase = state._tag === "Starting" ? Option.getOrElse(state.stage, () => "starting") : "running"
    lastFailure = Failure.make(clock.currentTimeMillisUnsafe(), phase, cause, lastLine)
    for (const reason of cause.reasons) {
      if (reason._tag === "Fail") events.publish(HostEvent.AttemptFailed({ plugin: id, failure: reason.error }))
      if (reason._tag === "Die") events.publish(HostEvent.AttemptDied({ plugin: id, defect: reason.defect }))
    }
  }

  const attempt = Attempt.make({
    spec,
    predecessor,
    isLive: (generation) => state.generation === generation && (state._tag === "Starting" || state._tag === "Running"),
    current: (session) => {
      current = session
      if (session === undefined) return
      lastFailure = undefined
      isPlanned = false
    },
    diagnostic: (line) => {
      lastLine = line
    }
  })

  const supervisor = yield* Supervisor.make({
    attempt: (handle) =>
      Effect.suspend(() => {
        lastLine = ""
        return attempt(handle)
      }).pipe(Effect.tapCause((cause) => Effect.sync(() => failed(handle.generation, cause)))),
    policy: yield* Restarts.Current,
    rejects: (failure) => failure._tag === "HandshakeRejected",
    onChange: (next) => {
      state = next
      // What a plugin shows goes with its process, unless another one follows as planned.
      if (state._tag !== "Running" && state._tag !== "Starting" && !isPlanned) statuses.clear(id)
      if (state._tag === "Parked") {
        change("stopped")
        catalogs.drop(id)
      }
      events.publish(HostEvent.StateChanged({ plugin: id, state }))
    }
  })

  const settled = (): Option.Option<Requests> | undefined => {
    if (state._tag === "Parked" || state._tag === "Stopped") return Option.none()
    const session = callable()
    return session === undefined ? undefined : Option.some(session)
  }
  const dispatch = Deferral.make({
    settled,
    arriving: supervisor.changes.pipe(
      Stream.map(settled),
      Stream.filter(Predicate.isNotUndefined),
      Stream.runHead,
      Effect.map(Option.flatten)
    ),
    lost: (requests) => {
      if (current === requests) current = undefined
    }
  })

  const retire = () => {
    isPlanned = true
    statuses.beginReload(id)
  }

  const isToRun = () => enabled && manifest.exec !== undefined && Activation.isWanted(activation)
  const start = inOneTurn(Effect.suspend(() => (isToRun() ? supervisor.start : Effect.void)))

  return {
    ...Asking.make(id, callable, events),
    spec,
    standing: Effect.zipWith(enforcer, supervisor.failures, (means, failures) => ({
      plugin: id,
      state,
      activation: Activation.effective(activation),
      pid: Option.fromUndefinedOr(callable()?.pid),
      queued: callable()?.queued() ?? { frames: 0, bytes: 0 },
      sandbox: SandboxMode.of(spec, means),
      failures: failures.filter(({ at }) => clock.currentTimeMillisUnsafe() - at < Constants.restart.window).length,
      lastFailure: Option.fromUndefinedOr(lastFailure)
    })),
    start: Effect.suspend(() => {
      enabled = true
      return start
    }),
    stop: Effect.suspend(() => {
      enabled = false
      change("stopped")
      return supervisor.stop
    }),
    reload: inOneTurn(
      Effect.suspend(() => {
        change("stopped")
        if (!isToRun()) return supervisor.reset
        retire()
        return supervisor.reload
      })
    ),
    retire: Effect.sync(retire),
    observe: (isObserved) =>
      Effect.suspend(() => {
        const move = change(isObserved ? "observed" : "unobserved")
        if (!enabled || move === "none") return Effect.void
        if (move === "start") return start
        // What is parked stays so until a reload: a stop would make it startable again.
        if (state._tag === "Parked") return Effect.void
        isPlanned = false
        return supervisor.stop
      }),
    perform: (params, trace) =>
      Effect.suspend(() => {
        if (!enabled || manifest.exec === undefined || state._tag === "Parked") {
          return Effect.succeed(Perform.Outcome.Unhandled())
        }
        const due = Alarm.now(clock) + PerformDeadline.of(params, manifest, deadlines.now())
        const started = change("performed") === "start" ? start : Effect.void
        return Effect.andThen(started, dispatch({ params, left: () => due - Alarm.now(clock), trace }))
      })
  }
})

/** Decides and begins what it decided before anybody else does anything, as a fiber may yield between any two steps. */
const inOneTurn = Effect.provideService(Scheduler.PreventSchedulerYield, true)
