/**
 * The other end in the peer suite: a JSON-RPC peer whose methods make everything happen that a suite wants to see. A
 * program serves it on its own stdio, a test in memory.
 */
import { Deferred, Effect, type Scope } from "effect"
import type { Duplex } from "../Duplex.ts"
import * as JsonRpc from "../JsonRpc.ts"
import type { Limits } from "../Limits.ts"
import type { Request } from "../Message.ts"
import * as Peer from "../Peer.ts"

/** The limits of both ends in the suite. */
export const limits: Limits = {
  frameBytes: 256 * 1024,
  outboxFrames: 1024,
  outboxBytes: 8 * 1024 * 1024,
  pending: 128,
  inboundRequests: 128
}

/** The stand-in replies of both ends in the suite. */
export const replies: Peer.Replies<JsonRpc.Body> = {
  tooLong: JsonRpc.failure(-1, "the reply is too long"),
  defect: JsonRpc.failure(JsonRpc.codes.internalError, "the handler failed"),
  capacity: JsonRpc.failure(-3, "too many requests")
}

/**
 * Serves the far side until the other end ends its output. Methods: `echo` returns its parameters, `never` does not
 * answer, `long` answers with `[bytes]` characters, `ask` calls `echo` back, `count` sends `[times]` notifications before
 * it answers, `heard` returns how many notifications came, `noise` writes lines that are no frames, `hang up` ends the
 * output, and any other method dies.
 */
export const serve = Effect.fnUntraced(function* (duplex: Duplex): Effect.fn.Return<void, never, Scope.Scope> {
  let heard = 0
  const peer: Peer.Peer<JsonRpc.Body> = yield* Peer.make<JsonRpc.Body>({
    duplex,
    envelope: JsonRpc.envelope,
    limits,
    replies,
    handlers: {
      request: (request) => Effect.suspend(() => answer(request)),
      notification: () => {
        heard++
      },
      violation: () => "drop"
    }
  })

  const answer = ({ method, params }: Request): Effect.Effect<JsonRpc.Body> => {
    switch (method) {
      case "echo":
        return Effect.succeed({ result: params ?? null })
      case "never":
        return Effect.never
      case "long":
        return Effect.succeed({ result: "x".repeat(numberOf(params)) })
      case "ask":
        return Effect.orDie(peer.call("echo", params, { deadline: "10 seconds" }))
      case "count":
        return Effect.forEach(
          Array.from({ length: numberOf(params) }, (_, at) => at),
          (at) => Effect.orDie(peer.notify("counted", [at])),
          { discard: true }
        ).pipe(Effect.as({ result: "counted" }))
      case "heard":
        return Effect.succeed({ result: heard })
      case "noise":
        return Effect.as(
          Effect.sync(() => duplex.write(noise)),
          { result: "written" }
        )
      case "hang up":
        return Effect.as(peer.end, { result: "never sent" })
      default:
        return Effect.die("no such method")
    }
  }

  yield* Deferred.await(peer.closed)
  yield* peer.end
})

const numberOf = (params: unknown): number => (Array.isArray(params) ? Number(params[0]) : 0)

/** Four lines that a peer drops, one for each of four reasons. */
const noise = `npm warn\n[]\n\n${"x".repeat(limits.frameBytes + 1)}\n`
