/** What a peer is made of, and what one call needs. */
import type { Duration, Effect } from "effect"
import type { Duplex } from "./Duplex.ts"
import type { Envelope } from "./Envelope.ts"
import type { Limits } from "./Limits.ts"
import type { Notification, Request } from "./Message.ts"
import type { Violation } from "./Violation.ts"

/** What a peer does with what the other side sends. */
export interface Handlers<Body, R = never> {
  /**
   * Answers a request that came in a line of at most `frameBytes` bytes; a defect is logged and answered with
   * `replies.defect`. Interrupted when the peer is released.
   */
  readonly request: (request: Request, frameBytes: number) => Effect.Effect<Body, never, R>
  /**
   * Takes a notification that came in a line of at most `frameBytes` bytes, in the turn it arrived and in wire order. Must
   * not throw.
   */
  readonly notification: (notification: Notification, frameBytes: number) => void
  /** Decides on a violation: go on without that line, or close the connection. Must not throw. */
  readonly violation: (violation: Violation) => "drop" | "fail"
}

/** The protocol's wording of replies that stand in for a handler's own. */
export interface Replies<Body> {
  /** The reply is over the frame cap. */
  readonly tooLong: Body
  /** The handler died or its reply has no JSON text. */
  readonly defect: Body
  /** As many requests as allowed are being handled. */
  readonly capacity: Body
}

/** What a peer is made of. */
export interface Options<Body, R = never> {
  readonly duplex: Duplex
  readonly envelope: Envelope<Body>
  readonly limits: Limits
  readonly handlers: Handlers<Body, R>
  readonly replies: Replies<Body>
  /** The first id to give out, a positive safe integer: ids go on across restarts (decision F3). */
  readonly firstId?: number
}

/** What a call needs beside its method and parameters. */
export interface CallOptions {
  /** How long the reply matters. Without end if it is infinite: no timer is set then, and the envelope is told no deadline. */
  readonly deadline: Duration.Input
  /** A trace mark, where the envelope has a place for one. */
  readonly trace?: string
}
