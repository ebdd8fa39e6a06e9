/**
 * What a plugin asks of the host. A call always ends in a result object: the host's own answer, or one of ours when it was
 * refused, timed out, did not fit or found the host gone. It never fails.
 */
import { Constants, Envelope, HostCalls, HostReply, Refusal, Response } from "@lanyard/flash-protocol"
import { PeerFailure } from "@lanyard/wire"
import { Clock, Duration, Effect, Option, Result } from "effect"
import type { Journal } from "./Journal.ts"
import type { Lane } from "./Lane.ts"
import { Trace } from "./Trace.ts"

/** How a call differs from the rule. */
export interface CallOptions {
  /** How long to wait for the answer. */
  readonly timeout?: Duration.Input
}

/** An answer of a known type: what the host returned, or why it returned nothing. */
export type Answer<A> = { readonly ok: true; readonly value: A } | { readonly ok: false; readonly error: string }

/** The two ways to ask. */
export interface Calls {
  /** Calls any method; the result object is the host's own if that keeps the response law. Waits five seconds. */
  readonly call: (method: string, params?: object, options?: CallOptions) => Effect.Effect<Response.Body>
  /** Calls a method of the contract, with the types and the wait that belong to it. */
  readonly ask: <M extends HostCalls.Method>(
    method: M,
    params: HostCalls.Params<M>,
    options?: CallOptions
  ) => Effect.Effect<Answer<HostCalls.Reply<M>>>
}

/** Makes the calls of one connection. More than 64 at once are refused without asking. */
export const make = ({ peer, room }: Lane, { warn }: Journal): Calls => {
  let outstanding = 0

  /** Sends a call that the lane had no room for, with what is left of its time. */
  const sendLater = (method: string, params: object, millis: number): Effect.Effect<Response.Body, Failure> =>
    Effect.flatMap(now, (from) =>
      Effect.timeoutOption(room(Envelope.plugin.request(peer.nextId(), method, params, {})), millis).pipe(
        Effect.andThen((found) => Effect.map(now, (at) => Option.as(found, millis - (at - from)))),
        Effect.flatMap(
          Option.match({
            onNone: () => Effect.fail(new PeerFailure.DeadlineExceeded({ millis })),
            onSome: (left) => send(method, params, left)
          })
        )
      )
    )

  const send = (method: string, params: object, millis: number): Effect.Effect<Response.Body, Failure> =>
    Effect.catchTag(peer.call(method, params, { deadline: millis }), "OutboxOverflow", () =>
      sendLater(method, params, millis)
    )

  const settle = (failure: Failure, method: string, millis: number, from: number): Effect.Effect<Response.Body> => {
    if (failure._tag !== "DeadlineExceeded") return Effect.succeed(bodyOf(failure, method))
    return Effect.map(Effect.all([now, Trace]), ([at, trace]) => {
      const fields = { method, elapsed_ms: Math.round(at - from), timeout_ms: millis }
      warn("host RPC timed out", fields, trace)
      return HostReply.timedOut
    })
  }

  const call: Calls["call"] = (method, params = {}, { timeout = Constants.plugin.host_call } = {}) =>
    Effect.suspend(() => {
      if (outstanding >= Constants.transport.plugin_host_calls) return Effect.succeed(HostReply.capacity)
      outstanding++
      const millis = Duration.toMillis(timeout)
      return Effect.flatMap(now, (from) =>
        Effect.matchEffect(send(method, params, millis), {
          onSuccess: (body) => Effect.succeed(HostReply.check(body)),
          onFailure: (failure) => settle(failure, method, millis, from)
        })
      ).pipe(Effect.ensuring(Effect.sync(() => outstanding--)))
    })

  return {
    call,
    ask: (method, params, options) => {
      const { decodeReply, encodeParams, wait } = HostCalls.table[method]
      return Effect.map(call(method, encodeParams(params), { timeout: wait, ...options }), (body) =>
        Result.match(decodeReply(body), {
          onSuccess: (value) => ({ ok: true, value }),
          onFailure: (error) => ({ ok: false, error })
        })
      )
    }
  }
}

type Failure = PeerFailure.CallFailure

/** Milliseconds of the clock's monotonic time (decision B5). */
const now = Effect.map(
  Effect.flatMap(Clock.Clock, (clock) => clock.monotonicTimeNanos),
  (nanos) => Number(nanos) / 1_000_000
)

const bodyOf = (failure: Failure, method: string): Response.Body => {
  switch (failure._tag) {
    case "ConnectionClosed":
      return HostReply.hostClosed
    case "DeadlineExceeded":
      return HostReply.timedOut
    case "PendingFull":
      return HostReply.capacity
    case "FrameTooLong":
    case "OutboxOverflow":
      return HostReply.overflow
    case "MalformedReply":
      return Response.failure(Refusal.invalidHostResponse)
    case "NotEncodable":
      return Response.failure(Refusal.invalidParams(method))
  }
}
