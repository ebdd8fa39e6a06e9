/**
 * Every request and notification of the contract: the one place where a method meets its params, its result and its
 * deadline. What a plugin asks of the host is in `hostcalls/`.
 */
import { Result } from "effect"
import * as Answer from "./Answer.ts"
import * as Catalog from "./Catalog.ts"
import type * as Deadlines from "./Deadlines.ts"
import * as Event from "./Event.ts"
import * as Hint from "./Hint.ts"
import * as Initialize from "./Initialize.ts"
import * as Log from "./Log.ts"
import * as Perform from "./Perform.ts"
import * as PerformParams from "./PerformParams.ts"
import * as Ping from "./Ping.ts"
import * as Poll from "./Poll.ts"
import * as ReceivedEvent from "./ReceivedEvent.ts"
import * as Refusal from "./Refusal.ts"
import type { PayloadRejected } from "./Rejection.ts"
import type { Body } from "./Response.ts"
import * as Search from "./Search.ts"
import * as Status from "./Status.ts"

/**
 * One request of the host: what it sends, what a plugin reads, and what the host makes of the reply. `Given` is what reading
 * the reply takes beside the reply.
 */
export interface Method<Params, Received, Reply, Given extends ReadonlyArray<unknown> = []> {
  readonly method: string
  /** The row of the deadline table that limits the wait for its reply. */
  readonly deadline: Deadlines.Name
  /** Builds the params object. */
  readonly encodeParams: (params: Params) => unknown
  /** Reads params as a plugin does; the failure is the refusal to answer with. */
  readonly decodeParams: (params: unknown) => Result.Result<Received, string>
  /** Reads the result of a reply. Total. */
  readonly decodeReply: (body: Body, ...given: Given) => Reply
}

/** One notification: what its sender writes, and what its receiver makes of it. `Given` is what reading takes beside it. */
export interface Notification<Sent, Written, Taken, Given extends ReadonlyArray<unknown> = []> {
  readonly method: string
  readonly sender: "host" | "plugin"
  /** Builds the params object. */
  readonly encodeParams: (sent: Sent) => Written
  /** Reads params. Total. */
  readonly decodeParams: (params: unknown, ...given: Given) => Taken
}

/** The handshake. A plugin answers it with `Initialize.answer`, which needs the params as they came. */
export const initialize: Method<void, unknown, Initialize.Handshake> = {
  method: "initialize",
  deadline: "startup",
  encodeParams: () => Initialize.params,
  decodeParams: Result.succeed,
  decodeReply: Initialize.decodeReply
}

/** The probe. */
export const ping: Method<void, unknown, boolean> = {
  method: "ping",
  deadline: "ping",
  encodeParams: () => Ping.params,
  decodeParams: Result.succeed,
  decodeReply: Ping.isAlive
}

/** The per-input evaluator. */
export const evaluate: Method<
  Answer.Params,
  Answer.Received,
  Result.Result<ReadonlyArray<Answer.Answer>, Answer.EvaluateFailure>
> = {
  method: "evaluate",
  deadline: "query",
  encodeParams: ({ query, scope, surface }) => ({ query, scope, surface }),
  decodeParams: (params) => Result.mapError(Answer.decodeParams(params), () => Refusal.invalidParams("evaluate")),
  decodeReply: Answer.decodeReply
}

/** The effect method; `Deadlines.ofPerform` gives the deadline of a command with its own. */
export const perform: Method<PerformParams.Params, PerformParams.Params, Perform.Outcome> = {
  method: "perform",
  deadline: "perform",
  encodeParams: PerformParams.encode,
  decodeParams: PerformParams.decode,
  decodeReply: Perform.decodeReply
}

/** The pull of a live source; its rows name the manifest's sources. */
export const search: Method<
  Search.Params,
  Search.Received,
  Result.Result<Catalog.Rows, Search.SearchFailure>,
  [sources: ReadonlySet<string>, frameBytes?: number]
> = {
  method: "search",
  deadline: "live",
  encodeParams: ({ query, scope }) => ({ query, scope }),
  decodeParams: (params) => Result.mapError(Search.decodeParams(params), () => Refusal.invalidParams("search")),
  decodeReply: Search.decodeReply
}

/** Where to click; a reply may only be about the process that was asked for. */
export const hints: Method<
  Hint.Params,
  Hint.Received,
  Result.Result<ReadonlyArray<Hint.Hint>, Hint.HintsFailure>,
  [pid: number]
> = {
  method: "hints",
  deadline: "hints",
  encodeParams: ({ bundle_id, pid, front_window_frame }) => ({ bundle_id, pid, front_window_frame }),
  decodeParams: (params) => Result.mapError(Hint.decodeParams(params), () => Refusal.invalidParams("hints")),
  decodeReply: Hint.decodeReply
}

/** What happened. */
export const event: Notification<Event.Event, Body, Result.Result<ReceivedEvent.ReceivedEvent, PayloadRejected>> = {
  method: "event",
  sender: "host",
  encodeParams: Event.encode,
  decodeParams: ReceivedEvent.decode
}

/** A whole catalog; its rows name the manifest's sources. */
export const publish: Notification<
  Catalog.Rows,
  Body,
  Result.Result<Catalog.Rows, PayloadRejected>,
  [sources: ReadonlySet<string>, frameBytes?: number]
> = {
  method: "publish",
  sender: "plugin",
  encodeParams: Catalog.encode,
  decodeParams: Catalog.decode
}

/** The text of status segments; those the manifest declares apply. */
export const status: Notification<
  Status.Segments,
  Body,
  Result.Result<Status.Update, PayloadRejected>,
  [declared: ReadonlySet<string>]
> = {
  method: "status",
  sender: "plugin",
  encodeParams: Status.encode,
  decodeParams: Status.decode
}

/** A complete set of wake-ups; a plugin does not send one that the host would refuse. */
export const poll: Notification<
  Poll.Registrations,
  Result.Result<Body, PayloadRejected>,
  Result.Result<Poll.Registrations, PayloadRejected>
> = {
  method: "poll",
  sender: "plugin",
  encodeParams: Poll.encode,
  decodeParams: Poll.decode
}

/** A log line, recorded under the plugin's own name. */
export const log: Notification<Log.Entry, Body, Log.Entry> = {
  method: "log",
  sender: "plugin",
  encodeParams: Log.encode,
  decodeParams: Log.decode
}
