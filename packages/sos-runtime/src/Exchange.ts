/**
 * One call on a session and its cancellation. A cancelled call is still waited for, because its module may stay in use only if
 * it gives the call up by exactly one error reply (decision S1).
 */
import type { JsonRpc, Peer, PeerFailure } from "@lanyard/wire"
import { Deferred, Effect, Exit, Option } from "effect"
import { Fault } from "./Fault.ts"
import type { GivenUp } from "./GivenUp.ts"
import * as PluginProtocol from "./PluginProtocol.ts"
import { SessionEnd, toFault } from "./SessionEnd.ts"
import type { TimeLimit } from "./TimeLimit.ts"
import type { Wiretap } from "./Wiretap.ts"

/** The connection that calls go over. */
export interface Connection {
  readonly peer: Peer.Peer<JsonRpc.Body>
  readonly tap: Pick<Wiretap, "unsent">
  readonly givenUp: Pick<GivenUp, "isOpen" | "expect" | "forget">
  readonly ended: Effect.Effect<SessionEnd>
  /** Ends the process; the first reason counts. */
  readonly condemn: (end: SessionEnd) => void
}

/** A request, and what its caller is told if no reply comes. */
export interface Asked {
  readonly method: "initialize" | "invoke"
  readonly params: unknown
  /** What messages call the module. */
  readonly alias: string
  readonly limit: Pick<TimeLimit, "left" | "late">
}

/** Sends a request and waits for its reply. Where nothing is left of the limit, nothing is sent. */
export const ask = ({ condemn, ended, peer, tap }: Connection, { alias, limit, method, params }: Asked) => {
  const left = limit.left()
  if (left <= 0) return Effect.fail(limit.late())
  return Effect.catch(peer.call(method, params, { deadline: left }), (failure): Effect.Effect<never, Fault> => {
    switch (failure._tag) {
      case "DeadlineExceeded":
        return Effect.fail(limit.late())
      case "FrameTooLong":
      case "NotEncodable":
        tap.unsent()
        return Effect.fail(unsendable(alias, failure))
      case "OutboxOverflow":
      case "PendingFull":
        condemn(SessionEnd.Closed({ direction: "input" }))
        break
      case "ConnectionClosed":
      case "MalformedReply":
    }
    return Effect.flatMap(ended, (end) => Effect.fail(toFault(end, alias, method)))
  })
}

/** What a call tells its session. */
export interface Told {
  /** The module gave a cancelled call up, and stays in use. */
  readonly acknowledged: () => void
  /** The module has nothing to do for the call any more, or is condemned. */
  readonly settled: () => void
}

/**
 * As `ask`, but when it is interrupted or its limit passes, it tells the module to give the call up and waits until it did. One that
 * does not in time, or answers with a result, is condemned. `asking` makes the request when the call begins.
 */
export const askCancellably = (connection: Connection, asking: () => Asked, told: Told) =>
  Effect.suspend(() => {
    const { limit, ...asked } = asking()
    const id = connection.peer.nextId()
    let isLate = false
    const late = () => {
      isLate = true
      return limit.late()
    }
    return Effect.onExitPrimitive(ask(connection, { ...asked, limit: { left: limit.left, late } }), (exit) => {
      if (isLate || Exit.hasInterrupts(exit))
        return Effect.ensuring(cancel(connection, id, told), Effect.sync(told.settled))
      return void told.settled()
    })
  })

const cancel = Effect.fnUntraced(function* (
  { condemn, ended, givenUp, peer }: Connection,
  id: number,
  { acknowledged }: Told
) {
  // A call that was not sent yet, or has its reply, leaves nothing to give up.
  if (!givenUp.isOpen(id)) return
  const reply = Deferred.await(givenUp.expect(id))
  yield* Effect.ignore(peer.notify(PluginProtocol.methods.cancel, PluginProtocol.cancel(id)))
  const settled = yield* Effect.timeoutOption(Effect.raceFirst(reply, Effect.asVoid(ended)), PluginProtocol.cancelGrace)
  givenUp.forget()
  if (Option.isNone(settled)) return condemn(SessionEnd.Unresponsive())
  if (settled.value === undefined) return
  if ("result" in settled.value) condemn(SessionEnd.AnsweredCancelled())
  else acknowledged()
})

const unsendable = (alias: string, failure: PeerFailure.FrameTooLong | PeerFailure.NotEncodable): Fault =>
  failure._tag === "FrameTooLong"
    ? new Fault({
        phase: "invoke",
        kind: "limit",
        message: `the arguments for ${alias} are larger than the ${PluginProtocol.messageBytes} bytes of a message`
      })
    : new Fault({ phase: "invoke", kind: "limit", message: `the arguments for ${alias} have no JSON form` })
