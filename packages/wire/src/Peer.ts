/**
 * One end of a connection: the scoped join of framing, envelope, pending calls and outbox over any duplex. A reply meets
 * its call in the turn its bytes arrive, once all of them were read, with no fiber in between; only an inbound request gets one.
 */
import { Clock, Deferred, Duration, Effect, Exit, Result, type Scope } from "effect"
import * as Calls from "./Calls.ts"
import type { RequestMeta } from "./Envelope.ts"
import * as Json from "./Json.ts"
import type { Limits } from "./Limits.ts"
import * as LineFraming from "./LineFraming.ts"
import type { JsonObject, Message, Reply } from "./Message.ts"
import * as Outbox from "./Outbox.ts"
import {
  type CallFailure,
  CloseReason,
  ConnectionClosed,
  FrameTooLong,
  NotEncodable,
  PendingFull,
  type SendFailure
} from "./PeerFailure.ts"
import type { CallOptions, Options } from "./PeerOptions.ts"
import * as Serving from "./Serving.ts"
import * as Sweep from "./Sweep.ts"
import { Violation } from "./Violation.ts"

/** What a peer is made of, and what a call needs. */
export type { CallOptions, Handlers, Options, Replies } from "./PeerOptions.ts"

/** One end of a connection. */
export interface Peer<Body> {
  /** Sends a request and waits for its reply. Interrupting it forgets the call; a reply that still comes is late. */
  readonly call: (method: string, params: unknown, options: CallOptions) => Effect.Effect<Body, CallFailure>
  /** Sends a notification. With a `key` it takes the place of an unsent one of the same key, at the tail. */
  readonly notify: (
    method: string,
    params: unknown,
    options?: { readonly key?: string }
  ) => Effect.Effect<void, SendFailure>
  /** Sends what waits, then end of input; nothing can be sent afterwards. Waiting calls may still be answered. */
  readonly end: Effect.Effect<void>
  /** Completed once, when no reply can come any more and every waiting call has failed. */
  readonly closed: Deferred.Deferred<CloseReason>
  /** The id the next call gets: the `firstId` of the next attempt. */
  readonly nextId: () => number
  /** Calls that wait for a reply. */
  readonly pendingCount: () => number
  /** What waits to be written: frames, and their bytes with newlines. */
  readonly queued: Outbox.Outbox["waiting"]
  /** Monotonic milliseconds of the last frame that could be decoded, at first of the start (decision F4). */
  readonly lastFrameAt: () => number
}

/** After the write side broke, replies that are on their way are read for this long before the calls fail. */
export const drainGrace = Duration.millis(100)

/**
 * Joins a peer to its duplex until the scope closes. Releasing it interrupts the handlers, fails the waiting calls and
 * writes what the pipe takes at once; ending the duplex is left to `end` or to the duplex's owner.
 */
export const make = Effect.fnUntraced(function* <Body, R = never>(
  options: Options<Body, R>
): Effect.fn.Return<Peer<Body>, never, Scope.Scope | R> {
  const { duplex, envelope, handlers, limits } = options
  const clock = yield* Clock.Clock
  const closed = yield* Deferred.make<CloseReason>()
  const calls = Calls.make<Body>(clock, options.firstId)
  const outbox = Outbox.make(duplex, limits)

  let framer = LineFraming.make(limits.frameBytes)
  let lastFrameAt = Sweep.now(clock)
  let isHeard = false
  let isClosed = false
  let isBroken = false
  // What the other side wrote before it stopped reading still counts, so a break alone ends no reading.
  let isReading = true
  let refusal: ConnectionClosed["reason"] = "Ended"

  const closeFailure = () => new ConnectionClosed({ reason: refusal })

  let graceEnds = Number.POSITIVE_INFINITY
  const grace = Sweep.make(clock, (time) => {
    if (time < graceEnds) return graceEnds
    close(CloseReason.BrokenPipe())
    return Number.POSITIVE_INFINITY
  })

  const close = (reason: CloseReason) => {
    if (isClosed) return
    isClosed = true
    isReading = reason._tag === "BrokenPipe"
    refusal = reason._tag
    grace.disarm()
    calls.failAll(closeFailure())
    Deferred.doneUnsafe(closed, Exit.succeed(reason))
  }

  const send = (frame: JsonObject, key?: string): Result.Result<void, SendFailure> => {
    const encoded = Json.encode(frame, limits.frameBytes)
    if (Result.isFailure(encoded)) return Result.fail(unsendable(encoded.failure, limits))
    const offered = outbox.offer(encoded.success.text, encoded.success.bytes, key)
    if (Result.isSuccess(offered)) return Result.void
    return Result.fail(offered.failure._tag === "OutboxClosed" ? closeFailure() : offered.failure)
  }

  const serve = yield* Serving.make(options, { send, close })

  const report = (violation: Violation) => {
    if (handlers.violation(violation) !== "fail") return
    close(CloseReason.Violated({ violation }))
    isReading = false
  }

  const receiveReply = ({ id, body }: Reply<Body>) => {
    const unexpected = typeof id === "number" ? calls.reply(id, body) : Violation.TextReply()
    if (unexpected !== undefined) report(unexpected)
  }

  const receive = (frame: JsonObject, frameBytes: number) => {
    const message = envelope.decode(frame)
    if (message._tag === "MalformedReply") report(calls.malformed(message))
    else if (isViolation(message)) report(message)
    else {
      isHeard = true
      if (message._tag === "Notification") handlers.notification(message, frameBytes)
      else if (message._tag === "Reply") receiveReply(message)
      else serve(message, frameBytes)
    }
  }

  // No line is longer than the run it came in, and a long line is a run of its own.
  const readLines = (lines: Uint8Array) => {
    for (const line of Json.parseLines(lines)) {
      if (!isReading) return
      if (Result.isSuccess(line)) receive(line.success, lines.length)
      else report(line.failure)
    }
  }

  const read = (bytes: Uint8Array) => {
    const [next, found] = LineFraming.push(framer, bytes)
    framer = next
    for (const framed of found) {
      if (!isReading) return
      if (framed === LineFraming.tooLong) report(Violation.LineTooLong({ limit: limits.frameBytes }))
      else readLines(framed)
    }
  }

  const chunk = (bytes: Uint8Array) => {
    isHeard = false
    read(bytes)
    if (isHeard) lastFrameAt = Sweep.now(clock)
    calls.resume()
    if (isBroken && calls.count() === 0) close(CloseReason.BrokenPipe())
  }

  const end = () => {
    const bytes = LineFraming.end(framer)
    if (isReading && bytes > 0) report(Violation.Truncated({ bytes }))
    close(CloseReason.EndOfInput())
  }

  const broken = () => {
    outbox.drop()
    refusal = "BrokenPipe"
    isBroken = true
    if (calls.count() === 0) close(CloseReason.BrokenPipe())
    else {
      graceEnds = Sweep.now(clock) + Duration.toMillis(drainGrace)
      grace.arm(graceEnds)
    }
  }

  yield* Effect.acquireRelease(
    Effect.sync(() => duplex.open({ chunk, end, drain: outbox.drained, broken })),
    (stop) =>
      Effect.sync(() => {
        close(CloseReason.Released())
        isReading = false
        refusal = "Released"
        outbox.flush()
        outbox.drop()
        stop()
      })
  )

  return {
    call: (method, params, { deadline, trace }) =>
      Effect.callback((resume) => {
        if (isClosed) return resume(closeFailure())
        if (calls.count() >= limits.pending) return resume(new PendingFull({ limit: limits.pending }))
        const millis = typeof deadline === "number" ? deadline : Duration.toMillis(deadline)
        const sent = send(envelope.request(calls.nextId(), method, params, metaOf(millis, trace)))
        if (Result.isFailure(sent)) return resume(sent.failure)
        const id = calls.add(millis, resume)
        return Effect.sync(() => calls.forget(id))
      }),
    notify: (method, params, { key } = {}) =>
      Effect.suspend(() => Effect.fromResult(send(envelope.notification(method, params), key))),
    end: Effect.sync(outbox.end),
    closed,
    nextId: calls.nextId,
    pendingCount: calls.count,
    queued: outbox.waiting,
    lastFrameAt: () => lastFrameAt
  }
})

const metaOf = (millis: number, trace: string | undefined): RequestMeta => {
  const meta = Number.isFinite(millis) ? { deadline: Math.max(1, Math.floor(millis)) } : {}
  return trace === undefined ? meta : { ...meta, trace }
}

const unsendable = (reason: Json.Unencodable, { frameBytes }: Limits): FrameTooLong | NotEncodable =>
  reason === "TooLong" ? new FrameTooLong({ limit: frameBytes }) : new NotEncodable({ reason })

const isViolation = <Body>(decoded: Message<Body> | Violation): decoded is Violation =>
  decoded._tag !== "Request" && decoded._tag !== "Notification" && decoded._tag !== "Reply"
