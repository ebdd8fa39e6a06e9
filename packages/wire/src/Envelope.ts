/**
 * How a protocol wraps its messages. A peer knows only this interface, so Flash frames and JSON-RPC share every other
 * part of the wire. No member throws, whatever the peer sent.
 */
import type { JsonObject, Message, MessageId } from "./Message.ts"
import type { Violation } from "./Violation.ts"

/** What a request carries beside its method and parameters. A protocol that has no place for a field leaves it out. */
export interface RequestMeta {
  /** Whole milliseconds until the caller stops waiting, at least 1. */
  readonly deadline?: number
  readonly trace?: string
}

/** Takes messages out of frames and puts them in; `Body` is what a reply carries. */
export interface Envelope<Body> {
  /** Sorts a frame, or says which rule it breaks. */
  readonly decode: (frame: JsonObject) => Message<Body> | Violation
  readonly request: (id: number, method: string, params: unknown, meta: RequestMeta) => JsonObject
  readonly notification: (method: string, params: unknown) => JsonObject
  readonly reply: (id: MessageId, body: Body) => JsonObject
}
