/** The three kinds of frame, once the envelope is off. What they carry stays `unknown` until a codec has it. */

/** A JSON object as the reader returns it: own members only, names as the peer chose them. */
export type JsonObject = { readonly [name: string]: unknown }

/** Names a request among its sender's requests. Ids we issue are positive integers; some protocols accept text. */
export type MessageId = number | string

/** A message that wants exactly one reply. */
export interface Request {
  readonly _tag: "Request"
  readonly id: MessageId
  readonly method: string
  readonly params: unknown
  /** Milliseconds that were left when the sender wrote it, where the protocol carries that. */
  readonly deadline?: number
  /** The sender's trace mark, where the protocol carries one. */
  readonly trace?: string
}

/** A message that wants no reply. */
export interface Notification {
  readonly _tag: "Notification"
  readonly method: string
  readonly params: unknown
}

/** The answer to the request `id`. */
export interface Reply<Body> {
  readonly _tag: "Reply"
  readonly id: MessageId
  readonly body: Body
}

/** A decoded frame. */
export type Message<Body> = Request | Notification | Reply<Body>
