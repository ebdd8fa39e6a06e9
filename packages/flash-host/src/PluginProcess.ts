/**
 * One plugin, kept running: attempts under a restart policy, the session of the current attempt, and performs that wait
 * for a plugin on its way up. Callers never see a process; they see answers and outcomes.
 */
import { type Answer, Constants, Deadlines, Perform, type PerformParams } from "@lanyard/flash-protocol"
import { Lifecycle, RestartPolicy, Supervisor } from "@lanyard/process"
import type { PeerFailure } from "@lanyard/wire"
import { type Cause, Clock, Duration, Effect, Option, Predicate, type Scope, Stream } from "effect"
import type { AttemptFailure } from "./AttemptFailure.ts"
import { CatalogStore } from "./CatalogStore.ts"
import { HostEvent } from "./HostEvent.ts"
import { HostEvents } from "./HostEvents.ts"
import * as Inbound from "./Inbound.ts"
import type { Platform } from "./Launch.ts"
import * as PerformDeadline from "./PerformDeadline.ts"
import type { PluginSpec } from "./PluginSpec.ts"
import * as Session from "./Session.ts"

/** A plugin in a host. No operation fails because of what the plugin does. */
export interface PluginProcess {
  readonly spec: PluginSpec
  readonly state: Effect.Effect<Lifecycle.Lifecycle>
  /** Process id of the session that can be called now. */
  readonly pid: Effect.Effect<Option.Option<number>>
  /** Begins the first attempt; does not wait for it. */
  readonly start: Effect.Effect<void>
  /** Ends it as planned; settles when its process group is gone. */
  readonly stop: Effect.Effect<void>
  /** Stops, renews the failure budget and starts again; settles when the old process group is gone. */
  readonly reload: Effect.Effect<void>
  /** Answers for one input; none unless running, and none when the reply breaks the contract or comes late. */
  readonly evaluate: (params: Answer.Params, trace?: string) => Effect.Effect<ReadonlyArray<Answer.Answer>>
  /**
   * Performs within the deadline of the command or of the table. Waits for a plugin that is starting or between
   * attempts; what cannot be sent in time, or at all, is `Unhandled`. Never sent twice.
   */
  readonly perform: (params: PerformParams.Params, trace?: string) => Effect.Effect<Perform.Outcome>
  /** Probes the plugin; false when it is not running. One that does not say yes in time is replaced. */
  readonly ping: Effect.Effect<boolean>
}

/** Flash: back off from 1 s by 1 s up to 30 s; the sixth failure within 300 s parks (F1, F2). */
export const restarts = RestartPolicy.failureBudget({
  failures: Constants.restart.failures,
  window: Duration.millis(Constants.restart.window)
}).pipe(RestartPolicy.linearBackoff(Duration.millis(Constants.restart.step), Duration.millis(Constants.restart.cap)))

/** Makes a stopped plugin that the enclosing scope owns. */
export const make = Effect.fn("PluginProcess.make")(function* (
  spec: PluginSpec
): Effect.fn.Return<PluginProcess, never, Platform | CatalogStore | HostEvents | Scope.Scope> {
  const catalogs = yield* CatalogStore
  const events = yield* HostEvents
  const table = yield* Deadlines.Table
  const clock = yield* Clock.Clock
  const since = (began: bigint) => Number(clock.monotonicTimeNanosUnsafe() - began) / 1e6

  let state = Lifecycle.initial
  let current: Session.Session | undefined
  let nextId = 1
  let waiting = 0

  // The session of an attempt outlives the state in which it may be called, by the whole escalation at worst.
  const callable = () => (state._tag === "Running" ? current : undefined)

  const failed = (generation: number, cause: Cause.Cause<AttemptFailure>) => {
    if (state.generation !== generation) return
    current = undefined
    for (const reason of cause.reasons) {
      if (reason._tag === "Fail") events.publish(HostEvent.AttemptFailed({ plugin: spec.id, failure: reason.error }))
      if (reason._tag === "Die") events.publish(HostEvent.AttemptDied({ plugin: spec.id, defect: reason.defect }))
    }
  }

  const attempt = (handle: Supervisor.Attempt) =>
    Effect.gen(function* () {
      const began = clock.monotonicTimeNanosUnsafe()
      const { generation } = handle
      const isLive = () => state.generation === generation && (state._tag === "Starting" || state._tag === "Running")
      const { session, ended } = yield* Session.open({
        spec,
        inbound: Inbound.make({ spec, catalogs, events, isLive }),
        attempt: handle,
        firstId: nextId,
        lastId: (next) => {
          nextId = next
        }
      })
      yield* Effect.acquireRelease(
        Effect.sync(() => {
          current = session
        }),
        () =>
          Effect.sync(() => {
            current = undefined
          })
      )
      yield* handle.ready
      events.publish(HostEvent.Ready({ plugin: spec.id, pid: session.pid, elapsed: since(began) }))
      return yield* ended
    }).pipe(Effect.tapCause((cause) => Effect.sync(() => failed(handle.generation, cause))))

  const supervisor = yield* Supervisor.make({
    attempt,
    policy: restarts,
    rejects: (failure) => failure._tag === "HandshakeRejected",
    onChange: (next) => {
      state = next
      if (state._tag === "Parked") catalogs.drop(spec.id)
      events.publish(HostEvent.StateChanged({ plugin: spec.id, state }))
    }
  })

  // The session to send on; none once it is clear that there will be none, undefined until then.
  const settled = (): Option.Option<Session.Session> | undefined => {
    if (state._tag === "Parked" || state._tag === "Stopped") return Option.none()
    const session = callable()
    return session === undefined ? undefined : Option.some(session)
  }

  const arriving = supervisor.changes.pipe(
    Stream.map(settled),
    Stream.filter(Predicate.isNotUndefined),
    Stream.runHead,
    Effect.map(Option.flatten)
  )

  const dispatchable = (limit: number): Effect.Effect<Option.Option<Session.Session>> =>
    Effect.suspend(() => {
      const now = settled()
      if (now !== undefined) return Effect.succeed(now)
      if (waiting >= Constants.transport.host_pending_requests) return Effect.succeedNone
      waiting++
      return Effect.timeoutOption(arriving, limit).pipe(
        Effect.map(Option.flatten),
        Effect.ensuring(Effect.sync(() => waiting--))
      )
    })

  const dispatch = Effect.fnUntraced(function* (
    params: PerformParams.Params,
    left: () => number,
    trace: string | undefined
  ): Effect.fn.Return<Perform.Outcome> {
    const session = yield* dispatchable(left())
    if (Option.isNone(session) || left() <= 0) return Perform.Outcome.Unhandled()
    return yield* session.value.perform(params, left(), trace).pipe(
      Effect.catch(({ reason }) => {
        if (reason === "params") return Effect.succeed(Perform.Outcome.Unhandled())
        // Its pipes are closed although the attempt has not ended yet.
        if (current === session.value) current = undefined
        return dispatch(params, left, trace)
      })
    )
  })

  return {
    spec,
    state: supervisor.state,
    pid: Effect.sync(() => Option.fromUndefinedOr(callable()?.pid)),
    start: supervisor.start,
    stop: supervisor.stop,
    reload: supervisor.reload,
    evaluate: (params, trace) =>
      Effect.suspend(() => callable()?.evaluate(params, trace) ?? Effect.succeed([])).pipe(
        Effect.catch((failure) => {
          events.publish(HostEvent.Dropped({ plugin: spec.id, method: "evaluate", reason: reasonOf(failure) }))
          return Effect.succeed([])
        })
      ),
    perform: (params, trace) =>
      Effect.suspend(() => {
        const began = clock.monotonicTimeNanosUnsafe()
        const deadline = PerformDeadline.of(params, spec.commands, table)
        return dispatch(params, () => deadline - since(began), trace)
      }),
    ping: Effect.suspend(() => callable()?.ping ?? Effect.succeed(false))
  }
})

/** Free of content: the rule a reply broke, or the name of what befell the call. */
const reasonOf = (failure: PeerFailure.CallFailure | Answer.EvaluateFailure): string =>
  failure._tag === "PayloadRejected" ? failure.message : failure._tag
