/**
 * A host over any duplex, for tests of plugins: it asks, tells of events and ticks, and answers the plugin's calls as its
 * script says, after the capabilities of the manifest were judged. What the plugin tells it reads as a real host does.
 */
import {
  Constants,
  Deadlines,
  Envelope,
  Event,
  type Initialize,
  type Manifest,
  Methods,
  Refusal,
  Response
} from "@lanyard/flash-protocol"
import { type Duplex, Peer, type PeerFailure, type Violation } from "@lanyard/wire"
import { Effect, type Scope } from "effect"
import * as Answers from "./Answers.ts"
import * as Heard from "./Heard.ts"
import type * as Inbox from "./Inbox.ts"
import type { NothingCame } from "./NothingCame.ts"

/** What the host knows of the plugin, and how it answers. */
export interface Options extends Inbox.Patience {
  /** What the manifest declares; nothing of what is left out. */
  readonly manifest?: Partial<Pick<Manifest.Manifest, "capabilities" | "sources" | "status">>
  readonly answers?: Answers.Answers
  /** Answers every call instead, whatever the manifest declares. */
  readonly answering?: (method: string, params: unknown) => Effect.Effect<Response.Body>
  /** Told of every notification, in the turn it came. */
  readonly hears?: (told: Heard.Told) => void
}

/** What a request takes beside its params. */
export interface Asking {
  /** Milliseconds until the host gives up; that of the method, or of `perform`, if not given. */
  readonly deadline?: number
  readonly trace?: string
}

/** A call that the plugin made, and what it was answered. */
export interface HostCall {
  readonly method: string
  readonly params: unknown
  readonly answer: Response.Body
}

/** A host with one plugin. */
export interface ScriptedHost extends Heard.Heard {
  /** The handshake. */
  readonly initialize: Effect.Effect<Initialize.Handshake, PeerFailure.CallFailure>
  /** Asks by a method of the contract; `given` is what reading the reply takes, such as the sources of a search. */
  readonly ask: <Params, Received, Reply, Given extends ReadonlyArray<unknown>>(
    method: Methods.Method<Params, Received, Reply, Given>,
    params: Params,
    asking?: Asking,
    ...given: Given
  ) => Effect.Effect<Reply, PeerFailure.CallFailure>
  /** Asks anything and returns the reply as it came. */
  readonly request: (
    method: string,
    params: unknown,
    asking?: Asking
  ) => Effect.Effect<Response.Body, PeerFailure.CallFailure>
  /** Sends any notification. */
  readonly send: (method: string, params: unknown) => Effect.Effect<void, PeerFailure.SendFailure>
  /** Tells of an event. */
  readonly tell: (event: Event.Event) => Effect.Effect<void, PeerFailure.SendFailure>
  /** Tells that a registration is due. */
  readonly tick: (registration: string) => Effect.Effect<void, PeerFailure.SendFailure>
  /** Takes the next notification of that method, or waits for it. */
  readonly next: (method: string, options?: Inbox.Patience) => Effect.Effect<Heard.Told, NothingCame>
  /** The calls so far, oldest first. */
  readonly calls: () => ReadonlyArray<HostCall>
  /** What the plugin did wrong on the wire. */
  readonly violations: () => ReadonlyArray<Violation>
  /** Ends the plugin's input. */
  readonly close: Effect.Effect<void>
}

/** Joins a host to its end of a duplex until the scope closes. */
export const make = Effect.fn("ScriptedHost.make")(function* (
  duplex: Duplex,
  { answers = {}, answering, hears = () => {}, manifest = {}, ...patience }: Options = {}
): Effect.fn.Return<ScriptedHost, never, Scope.Scope> {
  const listener = Heard.make({ sources: manifest.sources ?? [], status: manifest.status ?? [] }, patience)
  const calls: Array<HostCall> = []
  const violations: Array<Violation> = []

  const answer = answering ?? Answers.answering(answers, new Set(manifest.capabilities))

  const peer = yield* Peer.make<Response.Body>({
    duplex,
    envelope: Envelope.host,
    limits,
    handlers: {
      request: ({ method, params }) =>
        Effect.tap(answer(method, params), (body) => Effect.sync(() => calls.push({ method, params, answer: body }))),
      notification: (told) => {
        listener.hear(told)
        hears(told)
      },
      violation: (violation) => {
        violations.push(violation)
        return "drop"
      }
    },
    replies: {
      tooLong: Response.failure(Refusal.frameOverflow),
      defect: Response.failure("the script died"),
      capacity: Response.failure(Refusal.hostCallCapacity)
    }
  })

  const deadlines = yield* Deadlines.Table
  const request: ScriptedHost["request"] = (method, params, { deadline = deadlines.perform, trace } = {}) =>
    peer.call(method, params, trace === undefined ? { deadline } : { deadline, trace })

  const ask: ScriptedHost["ask"] = (method, params, asking, ...given) =>
    Effect.map(
      request(method.method, method.encodeParams(params), { deadline: deadlines[method.deadline], ...asking }),
      (body) => method.decodeReply(body, ...given)
    )

  return {
    ...listener.heard,
    initialize: ask(Methods.initialize, undefined),
    ask,
    request,
    send: (method, params) => peer.notify(method, params),
    tell: (event) => peer.notify(Methods.event.method, Event.encode(event)),
    tick: (registration) => peer.notify(Methods.event.method, Event.encode(Event.tick(registration))),
    next: (method, given) =>
      listener.told.take({ ...given, fits: (told) => told.method === method, waitedFor: `a ${method} notification` }),
    calls: () => [...calls],
    violations: () => [...violations],
    close: peer.end
  }
})

const { frame_bytes } = Constants.quotas
const { host_host_rpcs, host_outbound_bytes, host_outbound_frames, host_pending_requests } = Constants.transport

const limits = {
  frameBytes: frame_bytes,
  outboxFrames: host_outbound_frames,
  outboxBytes: host_outbound_bytes,
  pending: host_pending_requests,
  inboundRequests: host_host_rpcs
}
