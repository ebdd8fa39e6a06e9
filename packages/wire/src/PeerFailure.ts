/** Why a call or a notification came to nothing: one tag per decision a caller can make, and never the peer's words. */
import { Data } from "effect"
import type { Unencodable } from "./JsonSize.ts"
import { OutboxOverflow } from "./Outbox.ts"
import type { Violation } from "./Violation.ts"

/** Why a connection no longer carries calls. */
export type CloseReason = Data.TaggedEnum<{
  /** The other side ended its output. */
  EndOfInput: Record<never, never>
  /** The other side stopped reading for good. */
  BrokenPipe: Record<never, never>
  /** The other side broke the protocol and the violation policy said to fail. */
  Violated: { readonly violation: Violation }
  /** A request would have stayed unanswered: its reply found the outbox full, or not even a stand-in could be written. */
  Overflowed: Record<never, never>
  /** The scope that owned the peer was closed. */
  Released: Record<never, never>
}>

/** Constructors, guards and `$match`. */
export const CloseReason = Data.taggedEnum<CloseReason>()

/** No reply arrived in time. A reply that still comes is a late one. */
export class DeadlineExceeded extends Data.TaggedError("DeadlineExceeded")<{
  /** The whole deadline, in milliseconds. */
  readonly millis: number
}> {}

/** The connection is over, or this side ended it; nothing can be sent or answered any more. */
export class ConnectionClosed extends Data.TaggedError("ConnectionClosed")<{
  readonly reason: "Ended" | CloseReason["_tag"]
}> {}

/** As many calls as allowed are waiting for replies already. */
export class PendingFull extends Data.TaggedError("PendingFull")<{ readonly limit: number }> {}

/** The reply to this call broke the protocol (decision F4). */
export class MalformedReply extends Data.TaggedError("MalformedReply")<{
  /** Our own id of the call. */
  readonly id: number
}> {}

/** The frame would be longer than the cap; nothing was sent. */
export class FrameTooLong extends Data.TaggedError("FrameTooLong")<{
  /** The cap, in bytes without the newline. */
  readonly limit: number
}> {}

/** The parameters have no JSON text; nothing was sent. */
export class NotEncodable extends Data.TaggedError("NotEncodable")<{
  readonly reason: Exclude<Unencodable, "TooLong">
}> {}

/** Why a frame was not sent. */
export type SendFailure = ConnectionClosed | OutboxOverflow | FrameTooLong | NotEncodable

/** Why a call has no reply. */
export type CallFailure = SendFailure | DeadlineExceeded | PendingFull | MalformedReply

/** Defined beside the outbox that fails with it. */
export { OutboxOverflow }
