/**
 * An end of a connection that a test holds in its hand: it writes anything, and takes what came frame by frame, in any
 * order. It corrects nothing and answers nothing. Every wait ends: with a frame, or by saying what it waited for.
 */
import { Constants } from "@lanyard/flash-protocol"
import { Json, type JsonObject, LineFraming, Violation } from "@lanyard/wire"
import { Clock, Deferred, Effect, Exit, Result, type Scope } from "effect"
import type { ByteDuplex } from "./ByteDuplex.ts"
import * as Inbox from "./Inbox.ts"
import type { NothingCame } from "./NothingCame.ts"
import { type Entry, type Side, type Transcript, What } from "./Transcript.ts"

/** A held end. */
export interface HeldEnd {
  /** Writes one frame, whatever it says. */
  readonly send: (frame: JsonObject) => Effect.Effect<void>
  /** Writes text or bytes as they are; no newline is added. */
  readonly sendRaw: (data: string | Uint8Array) => Effect.Effect<void>
  /** Takes the oldest unread frame that fits, or waits for one; `waitedFor` says in words what it is. */
  readonly receive: (wanted?: Inbox.Wanted<JsonObject>) => Effect.Effect<JsonObject, NothingCame>
  /** Takes the frame with this id and no method. */
  readonly receiveResponse: (id: number, options?: Inbox.Patience) => Effect.Effect<JsonObject, NothingCame>
  /** Takes the oldest unread frame with this method and no id. */
  readonly receiveNotification: (method: string, options?: Inbox.Patience) => Effect.Effect<JsonObject, NothingCame>
  /** Takes the oldest unread frame with an id and this method, or any method. */
  readonly receiveRequest: (method?: string, options?: Inbox.Patience) => Effect.Effect<JsonObject, NothingCame>
  /** Ends this end's output. */
  readonly end: Effect.Effect<void>
  /** Waits until the other end has ended its output. */
  readonly ended: (options?: Inbox.Patience) => Effect.Effect<void, NothingCame>
  /** Waits for anything else; `waitedFor` says in words what it is. */
  readonly within: Inbox.Inbox<JsonObject>["within"]
  /** Frames that came and that nobody took, oldest first. */
  readonly unread: () => ReadonlyArray<JsonObject>
  /** Says that the other end is over: every wait for a frame fails. */
  readonly over: Effect.Effect<void>
  /** Everything so far. */
  readonly transcript: () => Transcript
  /** Adds what happened beside the wire. */
  readonly note: (from: Side, what: What) => void
}

/** How an end is held. */
export interface Options extends Inbox.Patience {
  /** Which of the two ends this is; the host's if not given. */
  readonly side?: Side
  /** Told of every frame of the other end in the turn it arrived; true takes it, and no wait sees it. */
  readonly takes?: (frame: JsonObject) => boolean
  /** Told of every line of the other end that is no frame. */
  readonly noFrame?: (violation: Violation) => void
  /** Told when the other end has ended its output. */
  readonly atEnd?: () => void
}

/** Holds an end until the scope closes; ending it is left to `end` or to the owner of the duplex. */
export const make = Effect.fnUntraced(function* (
  duplex: ByteDuplex,
  { side = "host", takes = () => false, noFrame: told = () => {}, atEnd = () => {}, ...options }: Options = {}
): Effect.fn.Return<HeldEnd, never, Scope.Scope> {
  const clock = yield* Clock.Clock
  const other: Side = side === "host" ? "plugin" : "host"
  const began = clock.monotonicTimeNanosUnsafe()
  const entries: Array<Entry> = []
  const note = (from: Side, what: What) => {
    entries.push({ at: Number(clock.monotonicTimeNanosUnsafe() - began) / 1e6, from, what })
  }
  const inbox = Inbox.make<JsonObject>({ ...options, missed: (waited) => note(other, What.Missed({ waited })) })
  const outputEnded = Deferred.makeUnsafe<void>()
  let framer = LineFraming.make(Constants.quotas.frame_bytes)

  const noFrame = (violation: Violation) => {
    note(other, What.NoFrame({ violation }))
    told(violation)
  }

  const arrived = (frame: JsonObject) => {
    note(other, What.Frame({ frame }))
    if (!takes(frame)) inbox.put(frame)
  }

  const readLines = (lines: Uint8Array) => {
    for (const line of Json.parseLines(lines)) {
      if (Result.isSuccess(line)) arrived(line.success)
      else noFrame(line.failure)
    }
  }

  const chunk = (bytes: Uint8Array) => {
    const [next, found] = LineFraming.push(framer, bytes)
    framer = next
    for (const framed of found) {
      if (framed === LineFraming.tooLong) noFrame(Violation.LineTooLong({ limit: framer.limit }))
      else readLines(framed)
    }
  }

  const end = () => {
    const bytes = LineFraming.end(framer)
    if (bytes > 0) noFrame(Violation.Truncated({ bytes }))
    note(other, What.Ended())
    Deferred.doneUnsafe(outputEnded, Exit.void)
    inbox.over()
    atEnd()
  }

  yield* Effect.acquireRelease(
    Effect.sync(() => duplex.open({ chunk, end, drain: () => {}, broken: () => note(other, What.Broke()) })),
    (stop) => Effect.sync(stop)
  )

  const write = (data: string | Uint8Array, what: What) =>
    Effect.sync(() => {
      note(side, what)
      duplex.write(data)
    })

  return {
    send: (frame) => write(`${JSON.stringify(frame)}\n`, What.Frame({ frame })),
    sendRaw: (data) =>
      write(data, What.Bytes({ bytes: typeof data === "string" ? new TextEncoder().encode(data) : data })),
    receive: (wanted = {}) => inbox.take({ waitedFor: "a frame", ...wanted }),
    receiveResponse: (id, given) =>
      inbox.take({
        ...given,
        fits: (frame) => frame.id === id && frame.method === undefined,
        waitedFor: `the reply to ${id}`
      }),
    receiveNotification: (method, given) =>
      inbox.take({
        ...given,
        fits: (frame) => frame.id === undefined && frame.method === method,
        waitedFor: `a ${method} notification`
      }),
    receiveRequest: (method, given) =>
      inbox.take({
        ...given,
        fits: ({ id, method: named }) => id !== undefined && named !== undefined && named === (method ?? named),
        waitedFor: method === undefined ? "a request" : `a request ${method}`
      }),
    end: Effect.sync(() => {
      note(side, What.Ended())
      duplex.end()
    }),
    ended: (given) => inbox.within(Deferred.await(outputEnded), "the end of the output", given),
    within: inbox.within,
    unread: inbox.unread,
    over: Effect.sync(inbox.over),
    transcript: () => [...entries],
    note
  }
})
