/**
 * One call on a session and its cancellation. A cancelled call is still waited for, because its module may stay in use only if
 * it gives the call up by exactly one error reply (decision S1).
 */
import type { JsonRpc, Peer, PeerFailure } from "@lanyard/wire"
import { Duration, Effect, Exit, Fiber, Option } from "effect"
import { Fault } from "./Fault.ts"
import * as PluginProtocol from "./PluginProtocol.ts"
import { SessionEnd, toFault } from "./SessionEnd.ts"
import type { Wiretap } from "./Wiretap.ts"

/** The connection that calls go over. */
export interface Connection {
  readonly peer: Peer.Peer<JsonRpc.Body>
  readonly tap: Pick<Wiretap, "unsent">
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
}

/** Sends a request and waits for its reply, without a limit of its own. */
export const ask = ({ condemn, ended, peer, tap }: Connection, { alias, method, params }: Asked) =>
  Effect.catch(peer.call(method, params, { deadline: unbounded }), (failure): Effect.Effect<never, Fault> => {
    switch (failure._tag) {
      case "FrameTooLong":
      case "NotEncodable":
        tap.unsent()
        return Effect.fail(unsendable(alias, failure))
      case "OutboxOverflow":
      case "PendingFull":
      case "DeadlineExceeded":
        condemn(SessionEnd.Closed({ direction: "input" }))
        break
      case "ConnectionClosed":
      case "MalformedReply":
    }
    return Effect.flatMap(ended, (end) => Effect.fail(toFault(end, alias, method)))
  })

/**
 * As `ask`, but interrupting it tells the module to give the call up and waits until it did. One that does not in time, or
 * answers with a result, is condemned. `acknowledged` is told that the process stays in use.
 */
export const askCancellably = (connection: Connection, asked: Asked, acknowledged: () => void) =>
  Effect.uninterruptibleMask((interruptible) =>
    Effect.suspend(() => {
      const id = connection.peer.nextId()
      return Effect.flatMap(Effect.forkChild(ask(connection, asked), { startImmediately: true }), (asking) =>
        Effect.onInterrupt(interruptible(Fiber.join(asking)), () => cancel(connection, id, asking, acknowledged))
      )
    })
  )

const cancel = Effect.fnUntraced(function* (
  { condemn, peer }: Connection,
  id: number,
  asking: Fiber.Fiber<JsonRpc.Body, Fault>,
  acknowledged: () => void
) {
  // A reply that came before the cancellation was sent breaks no rule.
  if (asking.pollUnsafe() !== undefined) return
  yield* Effect.ignore(peer.notify(PluginProtocol.methods.cancel, PluginProtocol.cancel(id)))
  const settled = yield* Effect.timeoutOption(Fiber.await(asking), PluginProtocol.cancelGrace)
  if (Option.isNone(settled)) return condemn(SessionEnd.Unresponsive())
  if (Exit.isFailure(settled.value)) return
  if ("result" in settled.value.value) condemn(SessionEnd.AnsweredCancelled())
  else acknowledged()
})

// The limits of calls and of the startup interrupt; a peer wants a number of its own, and no timer counts further.
const unbounded = Duration.millis(2 ** 31 - 1)

const unsendable = (alias: string, failure: PeerFailure.FrameTooLong | PeerFailure.NotEncodable): Fault =>
  failure._tag === "FrameTooLong"
    ? new Fault({
        phase: "invoke",
        kind: "limit",
        message: `the arguments for ${alias} are larger than the ${PluginProtocol.messageBytes} bytes of a message`
      })
    : new Fault({ phase: "invoke", kind: "limit", message: `the arguments for ${alias} have no JSON form` })
