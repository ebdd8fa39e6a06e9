/**
 * The requests of the other side: each gets exactly one reply, or the connection closes. What a handler died of is
 * logged and never sent.
 */
import { Cause, Effect, Exit, FiberSet, Result, type Scope } from "effect"
import type { JsonObject, MessageId, Request } from "./Message.ts"
import { CloseReason, type SendFailure } from "./PeerFailure.ts"
import type { Options } from "./PeerOptions.ts"

/** What serving does to its connection. */
export interface Connection {
  readonly send: (frame: JsonObject) => Result.Result<void, SendFailure>
  readonly close: (reason: CloseReason) => void
}

/** Returns how a request is served, in a fiber of its own that is interrupted when the scope closes. */
export const make = Effect.fnUntraced(function* <Body, R>(
  { envelope, handlers, limits, replies }: Options<Body, R>,
  { close, send }: Connection
): Effect.fn.Return<(request: Request, frameBytes: number) => void, never, Scope.Scope | R> {
  const run = yield* FiberSet.makeRuntime<R>()
  let serving = 0

  const log = (cause: Cause.Cause<unknown>) => run(Effect.logError("a request got a stand-in reply", cause))

  const reply = (id: MessageId, body: Body) => {
    const failure = write(id, body)
    if (failure?._tag === "FrameTooLong") standIn(id, replies.tooLong)
    if (failure?._tag !== "NotEncodable") return
    standIn(id, replies.defect)
    log(Cause.fail(failure))
  }

  const standIn = (id: MessageId, body: Body) => {
    if (write(id, body) !== undefined) close(CloseReason.Overflowed())
  }

  /** Returns why another body may still be written. */
  const write = (id: MessageId, body: Body) => {
    const sent = send(envelope.reply(id, body))
    if (Result.isSuccess(sent)) return undefined
    const { failure } = sent
    if (failure._tag === "OutboxOverflow") close(CloseReason.Overflowed())
    return failure._tag === "FrameTooLong" || failure._tag === "NotEncodable" ? failure : undefined
  }

  return (request, frameBytes) => {
    if (serving >= limits.inboundRequests) return standIn(request.id, replies.capacity)
    serving++
    const fiber = run(Effect.suspend(() => handlers.request(request, frameBytes)))
    fiber.addObserver((exit) => {
      serving--
      if (Exit.isSuccess(exit)) return reply(request.id, exit.value)
      standIn(request.id, replies.defect)
      if (!Cause.hasInterruptsOnly(exit.cause)) log(exit.cause)
    })
  }
})
