/** Every request the host can make so far: the one place where a method meets its params, its result and its deadline. */
import { Result } from "effect"
import * as Answer from "./Answer.ts"
import type * as Deadlines from "./Deadlines.ts"
import * as Initialize from "./Initialize.ts"
import * as Perform from "./Perform.ts"
import * as PerformParams from "./PerformParams.ts"
import * as Ping from "./Ping.ts"
import * as Refusal from "./Refusal.ts"
import type { Body } from "./Response.ts"

/** One request of the host: what it sends, what a plugin reads, and what the host makes of the reply. */
export interface Method<Params, Received, Reply> {
  readonly method: string
  /** The row of the deadline table that limits the wait for its reply. */
  readonly deadline: Deadlines.Name
  /** Builds the params object. */
  readonly encodeParams: (params: Params) => unknown
  /** Reads params as a plugin does; the failure is the refusal to answer with. */
  readonly decodeParams: (params: unknown) => Result.Result<Received, string>
  /** Reads the result of a reply. Total. */
  readonly decodeReply: (body: Body) => Reply
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
