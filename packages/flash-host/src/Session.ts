/**
 * One life of a plugin that can be called: a child, the peer on its pipes, and typed requests over them. The scope owns
 * it all; closing it settles every open request, then ends the child.
 */
import { Constants, Envelope, Methods, Refusal, Response } from "@lanyard/flash-protocol"
import { type Child, Diagnostics, OwnedChild, type Supervisor, Termination } from "@lanyard/process"
import { Peer, type PeerFailure } from "@lanyard/wire"
import { Deferred, Effect, Fiber, type Scope } from "effect"
import {
  type AttemptFailure,
  ConnectionLost,
  type PingMissed,
  PluginExited,
  TransportOverflowed
} from "./AttemptFailure.ts"
import { CallDeadlines } from "./CallDeadlines.ts"
import * as Handshake from "./Handshake.ts"
import { HostEvent } from "./HostEvent.ts"
import { HostEvents } from "./HostEvents.ts"
import { HostProcess } from "./HostProcess.ts"
import type { Inbound } from "./Inbound.ts"
import * as Launch from "./Launch.ts"
import type { PluginSpec } from "./PluginSpec.ts"
import * as Requests from "./Requests.ts"
import { StartGate } from "./StartGate.ts"
import * as Enforcer from "./sandbox/Enforcer.ts"
import * as Seatbelt from "./sandbox/Seatbelt.ts"

/** A plugin that can be called. Whatever goes wrong is the outcome, never a defect. */
export interface Session extends Requests.Requests {
  readonly pid: number
  /** Whether the child's exit was seen; what it wrote before may still be on its way. */
  readonly hasExited: () => boolean
  /** Requests that wait for a reply. */
  readonly pendingCount: () => number
  /** Monotonic milliseconds of the plugin's last frame, at first of the start. */
  readonly lastFrameAt: () => number
  /** What waits for the plugin to read it. */
  readonly queued: () => Queued
}

/** Frames that wait to be written, and their bytes. */
export interface Queued {
  readonly frames: number
  readonly bytes: number
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
  /** Told every line of stderr that is let through. */
  readonly diagnostic: (line: string) => void
}

/** Starts the child and shakes hands; the session is usable when this returns. */
export const open = Effect.fn("Session.open")(function* (
  options: Options
): Effect.fn.Return<Opened, AttemptFailure, Launch.Services | CallDeadlines | HostEvents | StartGate | Scope.Scope> {
  const { spec, inbound, attempt } = options
  const { id } = spec.manifest
  const { publish } = yield* HostEvents
  const gate = yield* StartGate
  const deadlines = yield* CallDeadlines
  const enforcer = yield* Enforcer.here
  yield* attempt.stage("launching")
  const program = yield* Launch.childSpec(spec)
  const up = yield* gate.enter
  const host = yield* HostProcess
  const child = yield* OwnedChild.spawn(program, {
    escalation: Termination.escalation(Constants.shutdown.grace),
    marks: [`FLASH_PLUGIN_ID=${id}`, `FLASH_PLUGIN_PARENT_PID=${host.pid}`]
  })
  yield* Effect.addFinalizer(() =>
    Effect.map(child.stop, (report) => publish(HostEvent.Stopped({ plugin: id, pid: child.pid, report })))
  )
  publish(HostEvent.Launched({ plugin: id, pid: child.pid }))
  yield* Diagnostics.attach(child, {
    line: (line) => {
      options.diagnostic(line)
      publish(HostEvent.Diagnostic({ plugin: id, line }))
    },
    skipped: (lines) => publish(HostEvent.DiagnosticsDropped({ plugin: id, lines }))
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
        if (violation._tag !== "EmptyLine") publish(HostEvent.Violated({ plugin: id, violation }))
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
      Effect.fail(exited(exit, Deferred.isDoneUnsafe(ready), enforcer))
    ),
    Effect.flatMap(Deferred.await(peer.closed), lost),
    Deferred.await(doomed)
  ]).pipe(Effect.forkScoped({ startImmediately: true }))
  const ended = Fiber.join(end)
  yield* Effect.raceFirst(Handshake.run(peer, deadlines.now()[Methods.initialize.deadline]), ended)
  yield* Deferred.succeed(ready, undefined)
  up()

  const requests = yield* Requests.make({
    peer,
    deadlines: deadlines.now,
    sources: new Set(spec.manifest.sources.map(({ name }) => name)),
    doom: (failure) => Deferred.doneUnsafe(doomed, Effect.fail(failure)),
    unsent: (reason) => publish(HostEvent.Dropped({ plugin: id, method: "event", reason }))
  })
  const session: Session = {
    ...requests,
    pid: child.pid,
    hasExited: () => Deferred.isDoneUnsafe(child.exited),
    pendingCount: peer.pendingCount,
    lastFrameAt: peer.lastFrameAt,
    queued: peer.queued
  }
  return { session, ended }
})

const exited = (exit: Child.ChildExit, ready: boolean, enforcer: Enforcer.Enforcer): PluginExited => {
  const refused = enforcer._tag === "Seatbelt" && !ready ? Seatbelt.refusal(exit) : undefined
  return new PluginExited({ exit, ready, ...(refused === undefined ? {} : { refused }) })
}

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
