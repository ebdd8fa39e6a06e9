/**
 * One plugin, kept running: attempts under a restart policy, the session of the current attempt, and performs that wait
 * for a plugin on its way up. Callers never see a process; they see answers and outcomes.
 */
import { type Answer, Constants, Deadlines, Perform, type PerformParams } from "@lanyard/flash-protocol"
import { type Lifecycle, RestartPolicy, Supervisor } from "@lanyard/process"
import type { PeerFailure } from "@lanyard/wire"
import { Clock, Duration, Effect, Option, type Scope, Stream } from "effect"
import { CatalogStore } from "./CatalogStore.ts"
import { HostEvent } from "./HostEvent.ts"
import { HostEvents } from "./HostEvents.ts"
import * as Inbound from "./Inbound.ts"
import type { Platform } from "./Launch.ts"
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
  /** Stops, renews the failure budget and starts again. */
  readonly reload: Effect.Effect<void>
  /** Answers for one input; none unless running, and none when the reply breaks the contract or comes late. */
  readonly evaluate: (params: Answer.Params, trace?: string) => Effect.Effect<ReadonlyArray<Answer.Answer>>
  /**
   * Performs within the deadline of the command or of the table. Waits for a plugin that is starting or between
   * attempts; one that cannot be dispatched in time, or at all, is `Unhandled`. Never sent twice.
   */
  readonly perform: (params: PerformParams.Params, trace?: string) => Effect.Effect<Perform.Outcome>
  /** Probes the plugin; false when it is not running, or does not answer in time. */
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
  const inbound = Inbound.make(spec, catalogs, events)
  const since = (began: bigint) => Number(clock.monotonicTimeNanosUnsafe() - began) / 1e6

  let current: Session.Session | undefined
  let nextId = 1
  let waiting = 0

  const attempt = (handle: Supervisor.Attempt) =>
    Effect.gen(function* () {
      const began = clock.monotonicTimeNanosUnsafe()
      const { session, ended } = yield* Session.open({
        spec,
        inbound,
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
    }).pipe(
      Effect.tapError((failure) =>
        Effect.sync(() => events.publish(HostEvent.AttemptFailed({ plugin: spec.id, failure })))
      )
    )

  const supervisor = yield* Supervisor.make({
    attempt,
    policy: restarts,
    rejects: (failure) => failure._tag === "HandshakeRejected"
  })

  yield* supervisor.changes.pipe(
    Stream.runForEach((state) =>
      Effect.sync(() => events.publish(HostEvent.StateChanged({ plugin: spec.id, state }))).pipe(
        Effect.andThen(state._tag === "Parked" ? catalogs.drop(spec.id) : Effect.void)
      )
    ),
    Effect.forkScoped({ startImmediately: true })
  )

  // The session of the attempt that is coming up; none once it is clear that there will be none.
  const arriving = supervisor.changes.pipe(
    Stream.filter(({ _tag }) => current !== undefined || _tag === "Parked" || _tag === "Stopped"),
    Stream.runHead,
    Effect.map(() => Option.fromNullishOr(current))
  )

  const dispatchable = (deadline: number): Effect.Effect<Option.Option<Session.Session>> =>
    Effect.suspend(() => {
      if (current !== undefined) return Effect.succeedSome(current)
      if (waiting >= Constants.transport.host_pending_requests) return Effect.succeedNone
      waiting++
      return Effect.timeoutOption(arriving, deadline).pipe(
        Effect.map(Option.flatten),
        Effect.ensuring(Effect.sync(() => waiting--))
      )
    })

  return {
    spec,
    state: supervisor.state,
    pid: Effect.sync(() => Option.fromNullishOr(current?.pid)),
    start: supervisor.start,
    stop: supervisor.stop,
    reload: supervisor.reload,
    evaluate: (params, trace) =>
      current === undefined
        ? Effect.succeed([])
        : current.evaluate(params, trace).pipe(
            Effect.catch((failure) => {
              events.publish(HostEvent.Dropped({ plugin: spec.id, method: "evaluate", reason: reasonOf(failure) }))
              return Effect.succeed([])
            })
          ),
    perform: Effect.fnUntraced(function* (params, trace) {
      const began = clock.monotonicTimeNanosUnsafe()
      const deadline = performDeadline(spec, params, table)
      const session = yield* dispatchable(deadline)
      const left = deadline - since(began)
      if (Option.isNone(session) || left <= 0) return Perform.Outcome.Unhandled()
      return yield* session.value.perform(params, left, trace).pipe(Effect.orElseSucceed(() => Perform.noReply))
    }),
    ping: Effect.suspend(() => current?.ping ?? Effect.succeed(false))
  }
})

const performDeadline = (spec: PluginSpec, params: PerformParams.Params, table: Deadlines.Deadlines): number => {
  if (params.kind !== "command") return Deadlines.ofPerform(table)
  const command = spec.commands.find(
    ({ command, subcommand }) => command === params.command && (subcommand === params.subcommand || subcommand === "*")
  )
  return Deadlines.ofPerform(table, command)
}

/** Free of content: the rule a reply broke, or the name of what befell the call. */
const reasonOf = (failure: PeerFailure.CallFailure | Answer.EvaluateFailure): string =>
  failure._tag === "PayloadRejected" ? failure.message : failure._tag
