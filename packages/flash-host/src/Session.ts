/**
 * One life of a plugin that can be called: a child, the peer on its pipes, and typed requests over them. The scope owns
 * it all; closing it settles every open request, then ends the child.
 */
import {
  type Answer,
  Constants,
  Deadlines,
  Envelope,
  Methods,
  type Perform,
  type PerformParams,
  Refusal,
  Response
} from "@lanyard/flash-protocol"
import { Diagnostics, OwnedChild, type Supervisor, Termination } from "@lanyard/process"
import { Peer, type PeerFailure } from "@lanyard/wire"
import { Deferred, Effect, type Scope } from "effect"
import { type AttemptFailure, ConnectionLost, PluginExited, TransportOverflowed } from "./AttemptFailure.ts"
import * as Handshake from "./Handshake.ts"
import { HostEvent } from "./HostEvent.ts"
import { HostEvents } from "./HostEvents.ts"
import type { Inbound } from "./Inbound.ts"
import * as Launch from "./Launch.ts"
import type { PluginSpec } from "./PluginSpec.ts"

/** A plugin that can be called. Whatever goes wrong is the outcome, never a defect. */
export interface Session {
  readonly pid: number
  /** Answers of the evaluator, or why there are none. Not sent again, whatever happens. */
  readonly evaluate: (
    params: Answer.Params,
    trace?: string
  ) => Effect.Effect<ReadonlyArray<Answer.Answer>, PeerFailure.CallFailure | Answer.EvaluateFailure>
  /** Performs; `deadline` in milliseconds. The failure says only that no usable reply came. */
  readonly perform: (
    params: PerformParams.Params,
    deadline: number,
    trace?: string
  ) => Effect.Effect<Perform.Outcome, PeerFailure.CallFailure>
  /** Whether the plugin answered the probe in time. */
  readonly ping: Effect.Effect<boolean>
}

/** A session and its end. */
export interface Opened {
  readonly session: Session
  /** Fails once this life is over, after everything the plugin had written was handled. */
  readonly ended: Effect.Effect<never, AttemptFailure>
}

/** What a session is opened with. */
export interface Options {
  readonly spec: PluginSpec
  readonly inbound: Inbound
  readonly attempt: Supervisor.Attempt
  /** The first id to use; ids go on across restarts (F3). */
  readonly firstId: number
  /** Told the next unused id when the session is over. */
  readonly lastId: (next: number) => void
}

/** Starts the child and shakes hands; the session is usable when this returns. */
export const open = Effect.fn("Session.open")(function* (
  options: Options
): Effect.fn.Return<Opened, AttemptFailure, Launch.Platform | HostEvents | Scope.Scope> {
  const { spec, inbound, attempt } = options
  const { publish } = yield* HostEvents
  const table = yield* Deadlines.Table
  yield* attempt.stage("launching")
  const child = yield* OwnedChild.spawn(yield* Launch.childSpec(spec), {
    escalation: Termination.escalation(Constants.shutdown.grace)
  })
  yield* Effect.addFinalizer(() =>
    Effect.map(child.stop, (report) => publish(HostEvent.Stopped({ plugin: spec.id, pid: child.pid, report })))
  )
  publish(HostEvent.Launched({ plugin: spec.id, pid: child.pid }))
  yield* Diagnostics.attach(child, {
    line: (line) => publish(HostEvent.Diagnostic({ plugin: spec.id, line })),
    skipped: (lines) => publish(HostEvent.DiagnosticsDropped({ plugin: spec.id, lines }))
  })

  const overflowed = yield* Deferred.make<never, TransportOverflowed>()
  const peer = yield* Peer.make({
    duplex: child.stdio,
    envelope: Envelope.host,
    limits: {
      frameBytes: Constants.quotas.frame_bytes,
      outboxFrames: Constants.transport.host_outbound_frames,
      outboxBytes: Constants.transport.host_outbound_bytes,
      pending: Constants.transport.host_pending_requests,
      inboundRequests: Constants.transport.host_host_rpcs
    },
    firstId: options.firstId,
    handlers: {
      request: inbound.request,
      notification: inbound.notification,
      violation: (violation) => {
        if (violation._tag !== "EmptyLine") publish(HostEvent.Violated({ plugin: spec.id, violation }))
        return "drop"
      }
    },
    replies: {
      tooLong: Response.failure(Refusal.frameOverflow),
      capacity: Response.failure(Refusal.hostCallCapacity),
      defect: Response.failure("internal error")
    }
  })
  yield* Effect.addFinalizer(() => Effect.sync(() => options.lastId(peer.nextId())))

  const ready = yield* Deferred.make<void>()
  const ended = Effect.raceAllFirst([
    Effect.flatMap(OwnedChild.drained(child), (exit) =>
      Effect.fail(new PluginExited({ exit, ready: Deferred.isDoneUnsafe(ready) }))
    ),
    // A plugin that exits closes its pipes a moment before the system reports the exit, which says more.
    Effect.flatMap(Deferred.await(peer.closed), (reason) =>
      Effect.delay(Effect.fail(new ConnectionLost({ reason: reason._tag })), OwnedChild.drainLimit)
    ),
    Deferred.await(overflowed)
  ])
  yield* Effect.raceFirst(Handshake.run(peer, table.startup), ended)
  yield* Deferred.succeed(ready, undefined)

  const request = <Params, Reply>(
    method: Methods.Method<Params, unknown, Reply>,
    params: Params,
    deadline: number,
    trace?: string
  ) =>
    peer.call(method.method, method.encodeParams(params), { deadline, ...(trace === undefined ? {} : { trace }) }).pipe(
      Effect.map(method.decodeReply),
      Effect.tapErrorTag("OutboxOverflow", ({ frames, bytes }) =>
        Deferred.fail(overflowed, new TransportOverflowed({ frames, bytes }))
      )
    )

  const session: Session = {
    pid: child.pid,
    evaluate: (params, trace) =>
      Effect.flatMap(request(Methods.evaluate, params, table.query, trace), Effect.fromResult),
    perform: (params, deadline, trace) => request(Methods.perform, params, deadline, trace),
    ping: request(Methods.ping, undefined, table.ping).pipe(Effect.orElseSucceed(() => false))
  }
  return { session, ended }
})
