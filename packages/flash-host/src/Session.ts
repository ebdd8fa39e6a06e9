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
  Perform,
  type PerformParams,
  Refusal,
  Response
} from "@lanyard/flash-protocol"
import { Diagnostics, OwnedChild, type Supervisor, Termination } from "@lanyard/process"
import { Peer, type PeerFailure } from "@lanyard/wire"
import { Data, Deferred, Effect, Fiber, type Scope } from "effect"
import { type AttemptFailure, ConnectionLost, PingMissed, PluginExited, TransportOverflowed } from "./AttemptFailure.ts"
import * as Handshake from "./Handshake.ts"
import { HostEvent } from "./HostEvent.ts"
import { HostEvents } from "./HostEvents.ts"
import type { Inbound } from "./Inbound.ts"
import * as Launch from "./Launch.ts"
import type { PluginSpec } from "./PluginSpec.ts"

/** A perform never left the host, so that its effect cannot have happened. */
export class NotSent extends Data.TaggedError("NotSent")<{
  /** The connection is over, or the params fit no frame. */
  readonly reason: "connection" | "params"
}> {}

/** A plugin that can be called. Whatever goes wrong is the outcome, never a defect. */
export interface Session {
  readonly pid: number
  /** Answers of the evaluator, or why there are none. Not sent again, whatever happens. */
  readonly evaluate: (
    params: Answer.Params,
    trace?: string
  ) => Effect.Effect<ReadonlyArray<Answer.Answer>, PeerFailure.CallFailure | Answer.EvaluateFailure>
  /** Performs; `deadline` in milliseconds. The outcome of one that may have been sent is `Failed` without a reply. */
  readonly perform: (
    params: PerformParams.Params,
    deadline: number,
    trace?: string
  ) => Effect.Effect<Perform.Outcome, NotSent>
  /** Whether the plugin answered the probe in time; if it did not, this life is over. */
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

  const doomed = yield* Deferred.make<never, TransportOverflowed | PingMissed>()
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
  // One fiber for the whole life: to give up a wait for the output behind an exit would drop that output.
  const end = yield* Effect.raceAllFirst([
    Effect.flatMap(OwnedChild.drained(child), (exit) =>
      Effect.fail(new PluginExited({ exit, ready: Deferred.isDoneUnsafe(ready) }))
    ),
    Effect.flatMap(Deferred.await(peer.closed), lost),
    Deferred.await(doomed)
  ]).pipe(Effect.forkScoped({ startImmediately: true }))
  const ended = Fiber.join(end)
  yield* Effect.raceFirst(Handshake.run(peer, table[Methods.initialize.deadline]), ended)
  yield* Deferred.succeed(ready, undefined)

  const request = <Params, Reply>(
    method: Methods.Method<Params, unknown, Reply>,
    params: Params,
    trace?: string,
    deadline = table[method.deadline]
  ) =>
    peer.call(method.method, method.encodeParams(params), { deadline, ...(trace === undefined ? {} : { trace }) }).pipe(
      Effect.map(method.decodeReply),
      Effect.tapErrorTag("OutboxOverflow", ({ frames, bytes }) =>
        Deferred.fail(doomed, new TransportOverflowed({ frames, bytes }))
      )
    )
  const miss = (reason: PingMissed["reason"]) => Deferred.fail(doomed, new PingMissed({ reason }))

  const session: Session = {
    pid: child.pid,
    evaluate: (params, trace) => Effect.flatMap(request(Methods.evaluate, params, trace), Effect.fromResult),
    perform: (params, deadline, trace) =>
      Effect.suspend(() => {
        const id = peer.nextId()
        return request(Methods.perform, params, trace, deadline).pipe(
          // An id is used up only by a request that was queued.
          Effect.catch((failure) => unanswered(failure, peer.nextId() > id))
        )
      }),
    ping: request(Methods.ping, undefined).pipe(
      Effect.tap((alive) => (alive ? Effect.void : miss("bad reply"))),
      Effect.tapErrorTag("MalformedReply", () => miss("bad reply")),
      Effect.tapErrorTag("DeadlineExceeded", () => miss("no reply")),
      Effect.orElseSucceed(() => false)
    )
  }
  return { session, ended }
})

const lost = (reason: PeerFailure.CloseReason): Effect.Effect<never, ConnectionLost | TransportOverflowed> => {
  switch (reason._tag) {
    case "Overflowed":
      return Effect.fail(new TransportOverflowed({}))
    // A plugin that exits closes its pipes a moment before the system reports the exit, which says more.
    case "EndOfInput":
    case "BrokenPipe":
      return Effect.delay(Effect.fail(new ConnectionLost({ reason: reason._tag })), OwnedChild.drainLimit)
    case "Violated":
    case "Released":
      return Effect.fail(new ConnectionLost({ reason: reason._tag }))
  }
}

const unanswered = (failure: PeerFailure.CallFailure, sent: boolean): Effect.Effect<Perform.Outcome, NotSent> => {
  switch (failure._tag) {
    case "ConnectionClosed":
      return sent ? Effect.succeed(Perform.noReply) : Effect.fail(new NotSent({ reason: "connection" }))
    case "FrameTooLong":
    case "NotEncodable":
      return Effect.fail(new NotSent({ reason: "params" }))
    // By contract too much at once counts as no reply, although it was not sent.
    case "PendingFull":
    case "OutboxOverflow":
    case "DeadlineExceeded":
    case "MalformedReply":
      return Effect.succeed(Perform.noReply)
  }
}
