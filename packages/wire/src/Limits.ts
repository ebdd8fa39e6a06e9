/** The sizes one connection enforces. All are inclusive, and each names what happens beyond it. */

/** Limits of one connection; the protocol on top supplies the numbers. */
export interface Limits {
  /** UTF-8 bytes of one line without its newline, both directions: inbound it is skipped, outbound it is refused. */
  readonly frameBytes: number
  /** Frames waiting for the pipe: one more is an `OutboxOverflow`. */
  readonly outboxFrames: number
  /** Bytes waiting for the pipe, newlines included: one more is an `OutboxOverflow`. */
  readonly outboxBytes: number
  /** Calls awaiting a reply: one more fails with `PendingFull`. */
  readonly pending: number
  /** Inbound requests being handled: one more is answered with the `capacity` reply. */
  readonly inboundRequests: number
}
