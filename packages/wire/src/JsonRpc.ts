/**
 * The JSON-RPC 2.0 envelope: one message a line, no batches. A reply holds a result or an error and never both, and ids
 * are text or integers written as integers (decision B2).
 */
import type { Envelope } from "./Envelope.ts"
import * as Json from "./Json.ts"
import type { JsonObject, Message, MessageId } from "./Message.ts"
import { Violation } from "./Violation.ts"

/** The codes that JSON-RPC reserves. */
export const codes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603
} as const

/** An error as it stands in a reply. */
export interface RpcError {
  /** A safe integer. */
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

/** What a reply carries. */
export type Body = { readonly result: unknown } | { readonly error: RpcError }

/** Characters that a text id may have: a reply repeats its id, so a longer one could leave no room for an answer. */
export const textIdQuota = 128

/** The rule that an id broke, as a `BadEnvelope` tells it. */
export const idRule = `id is an integer or text of at most ${textIdQuota} characters`

/** Builds an error body. */
export const failure = (code: number, message: string, data?: unknown): Body => ({
  error: data === undefined ? { code, message } : { code, message, data }
})

/** JSON-RPC 2.0 for a `Peer`. Deadlines and trace marks have no place in it and stay home. */
export const envelope: Envelope<Body> = {
  decode: (frame) => decode(frame),
  request: (id, method, params) =>
    params === undefined ? { jsonrpc: "2.0", id, method } : { jsonrpc: "2.0", id, method, params },
  notification: (method, params) =>
    params === undefined ? { jsonrpc: "2.0", method } : { jsonrpc: "2.0", method, params },
  reply: (id, body) => ({ jsonrpc: "2.0", id, ...body })
}

const decode = (frame: JsonObject): Message<Body> | Violation => {
  if (frame.jsonrpc !== "2.0") return broken('jsonrpc is "2.0"')
  const { id } = frame
  if (id !== undefined && !isMessageId(id)) return broken(idRule)
  if (frame.method !== undefined) return decodeCall(frame, id)
  return id === undefined ? broken("a message has a method or an id") : decodeReply(frame, id)
}

const decodeCall = (frame: JsonObject, id: MessageId | undefined): Message<Body> | Violation => {
  const { method, params } = frame
  if (typeof method !== "string") return broken("method is text")
  if (frame.result !== undefined || frame.error !== undefined) return broken("a call has no result and no error")
  if (params !== undefined && !Json.isStructure(params)) return broken("params is an object or an array")
  return id === undefined ? { _tag: "Notification", method, params } : { _tag: "Request", id, method, params }
}

const decodeReply = (frame: JsonObject, id: MessageId): Message<Body> | Violation => {
  const { error, result } = frame
  if ((result === undefined) === (error === undefined)) return malformed(id, "a reply has either result or error")
  if (result !== undefined) return { _tag: "Reply", id, body: { result } }
  return isRpcError(error)
    ? { _tag: "Reply", id, body: { error } }
    : malformed(id, "error has an integer code and a text message")
}

const broken = (rule: string): Violation => Violation.BadEnvelope({ rule })

const malformed = (id: MessageId, rule: string): Violation =>
  typeof id === "number" ? Violation.MalformedReply({ id }) : broken(rule)

const isMessageId = (id: unknown): id is MessageId =>
  typeof id === "string" ? id.length <= textIdQuota : Number.isSafeInteger(id) && !Object.is(id, -0)

const isRpcError = (error: unknown): error is RpcError =>
  Json.isObject(error) && Number.isSafeInteger(error.code) && typeof error.message === "string"
