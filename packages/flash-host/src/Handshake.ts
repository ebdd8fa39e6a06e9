/** The first exchange of an attempt. No other request and no event is sent before it succeeded. */
import { Initialize, Methods, type Response } from "@lanyard/flash-protocol"
import type { Peer, PeerFailure } from "@lanyard/wire"
import { Effect } from "effect"
import { HandshakeGarbled, HandshakeRejected, HandshakeUnanswered } from "./AttemptFailure.ts"

/**
 * Sends initialize and waits for at most `deadline` milliseconds. Pipes that close meanwhile leave this waiting:
 * the attempt's own end says why.
 */
export const run = (
  peer: Peer.Peer<Response.Body>,
  deadline: number
): Effect.Effect<void, HandshakeRejected | HandshakeUnanswered | HandshakeGarbled> =>
  peer.call(Methods.initialize.method, Methods.initialize.encodeParams(), { deadline }).pipe(
    Effect.catch((failure) => unanswered(failure, deadline)),
    Effect.flatMap((body) => accept(Methods.initialize.decodeReply(body)))
  )

const unanswered = (
  { _tag }: PeerFailure.CallFailure,
  deadline: number
): Effect.Effect<never, HandshakeUnanswered | HandshakeGarbled> => {
  if (_tag === "ConnectionClosed") return Effect.never
  return Effect.fail(_tag === "MalformedReply" ? new HandshakeGarbled() : new HandshakeUnanswered({ deadline }))
}

const accept = Initialize.Handshake.$match({
  Accepted: () => Effect.void,
  WrongVersion: ({ version }) => reject("wrong version", version),
  Refused: () => reject("refused"),
  Malformed: () => reject("malformed")
})

const reject = (reason: HandshakeRejected["reason"], version?: number) =>
  Effect.fail(new HandshakeRejected(version === undefined ? { reason } : { reason, version }))
