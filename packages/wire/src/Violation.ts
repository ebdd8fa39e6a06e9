/**
 * What the other side did wrong, as data. A violation carries limits, counts and our own ids, never a byte the peer
 * chose, so it can be logged as it is. Whether it is dropped or ends the connection is the caller's policy.
 */
import { Data } from "effect"

/** Nothing to tell but the name. */
type Bare = Record<never, never>

/** A line that is not a frame, or a frame that is out of place. */
export type Violation = Data.TaggedEnum<{
  /** A line passed the cap; it was skipped up to its newline. `limit` is in bytes. */
  LineTooLong: { readonly limit: number }
  /** Input ended inside a line; its `bytes` were discarded, complete JSON or not. */
  Truncated: { readonly bytes: number }
  /** The line had no bytes. Protocols that allow blank lines drop it silently. */
  EmptyLine: Bare
  /** The line is not valid UTF-8 (decision B1). */
  NotUtf8: Bare
  /** The line starts with U+FEFF (decision B1). */
  ByteOrderMark: Bare
  /** The line is not JSON. */
  NotJson: Bare
  /** The line is JSON, but not an object (decision B1). */
  NotObject: Bare
  /** A string or member name holds half of a surrogate pair (decision B1). */
  LoneSurrogate: Bare
  /** A number is too large for a double (decision B1). */
  NumberOverflow: Bare
  /** The value nests too deeply for a reading that has to walk it (decision B4). */
  TooDeep: Bare
  /** The object breaks a rule of the envelope; `rule` is the protocol's own wording. */
  BadEnvelope: { readonly rule: string }
  /** A reply names our request `id` but its body is unusable; the call it answers has failed (decision F4). */
  MalformedReply: { readonly id: number }
  /** A reply names an id that this connection never issued. */
  UnknownReply: { readonly id: number }
  /** A reply names a request that was already answered, had expired or was forgotten. */
  LateReply: { readonly id: number }
  /** A reply has a text id, while every id we issue is an integer. */
  TextReply: Bare
}>

/** Constructors, guards and `$match`. */
export const Violation = Data.taggedEnum<Violation>()
