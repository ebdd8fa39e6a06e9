/**
 * The messages of `sos-plugin/1` as data (`protocol/sos-plugin.md` shows the bytes): what is sent, and how a reply is read. The
 * definition is authoritative, so a module proves at initialize that it was built for it and can add nothing.
 */
import type { Definition } from "@lanyard/sos-module"
import { type Envelope, Json, JsonRpc, type Limits, Violation } from "@lanyard/wire"
import { DateTime, Result } from "effect"
import { protocol } from "./protocol.gen.ts"
import type { Call, RunnableModule } from "./Runner.ts"

/** The names of requests, and of the one notification. */
export const methods = protocol.methods
export type Method = keyof typeof methods

/** Bytes of a message with its newline, in both directions. */
export const messageBytes = protocol.limits.message_bytes

/** Sizes beyond one message, inclusive; bytes, and characters for text. Hosts may set others. */
export const quotas = protocol.quotas

/** Milliseconds between `cancel` and the end of a process that did not answer it (decision S1). */
export const cancelGrace = protocol.cancellation.grace

/** One call at a time, and beside it a shutdown; what does not fit waits for nobody. */
export const limits: Limits = {
  frameBytes: messageBytes - 1,
  outboxFrames: 4,
  outboxBytes: 3 * messageBytes,
  pending: 2,
  inboundRequests: 1
}

/** JSON-RPC 2.0 in which only the host calls: a request or a notification of a module breaks the protocol. */
export const envelope: Envelope<JsonRpc.Body> = {
  ...JsonRpc.envelope,
  decode: (frame) => {
    const message = JsonRpc.envelope.decode(frame)
    return message._tag === "Request" || message._tag === "Notification" ? sendsReplies : message
  }
}

const sendsReplies = Violation.BadEnvelope({ rule: "a module sends replies only" })

/** What both ends have to agree on; a module sends back what it was sent. */
export interface Identity {
  readonly protocol: string
  readonly module: string
  readonly version: string
  readonly definitionDigest: string
}

/** The identity that a definition gives its module. */
export const identity = ({ definition, digest }: RunnableModule): Identity => ({
  protocol: protocol.protocol,
  module: definition.path,
  version: definition.version,
  definitionDigest: digest
})

/** Parameters of `initialize`. */
export const initialize = (
  expected: Identity,
  host: { readonly sosVersion: string; readonly target: Definition.Target }
) => ({
  ...expected,
  host: { sosVersion: host.sosVersion, target: host.target },
  limits: { maxMessageBytes: messageBytes, maxInFlight: protocol.limits.max_in_flight }
})

/** The first member of an identity that is not as it should be; `found` only if it is text. */
export interface Mismatch {
  readonly member: keyof Identity
  readonly found: string | undefined
  readonly expected: string
}

/** Holds the result of `initialize` against the identity; members beside it are ignored. */
export const verify = (result: unknown, expected: Identity): Result.Result<void, Mismatch> => {
  const said = Json.isObject(result) ? result : {}
  for (const member of ["protocol", "module", "version", "definitionDigest"] as const) {
    const found = Object.hasOwn(said, member) ? said[member] : undefined
    if (found === expected[member]) continue
    return Result.fail({ member, found: typeof found === "string" ? found : undefined, expected: expected[member] })
  }
  return Result.void
}

/** Parameters of `invoke`; the deadline is told in UTC, and left out for a call that has none. */
export const invoke = ({ action, deadline, encoded, requestId }: Call, workingDirectory: string) => ({
  action: action.name,
  arguments: encoded,
  context:
    deadline === undefined ? { requestId, workingDirectory } : { requestId, deadline: utc(deadline), workingDirectory }
})

/** Parameters of `cancel`. */
export const cancel = (id: number) => ({ id })

/** Reads the result of `invoke`: the value in it, null if there is none; `undefined` for what is no result at all. */
export const value = (result: unknown): unknown => {
  if (result === null) return null
  if (!Json.isObject(result)) return undefined
  return Object.hasOwn(result, "value") ? result.value : null
}

/** An error reply, with what a script can act on. */
export interface Refused {
  readonly code: number
  /** As the module wrote it. */
  readonly message: string
  /** As the module wrote it; undefined unless it is text. */
  readonly kind: string | undefined
  readonly retryable: boolean
  /** Undefined if the module gave none. */
  readonly payload: unknown
}

/** Reads an error reply. Data that is too large or too deep is refused; data of another form says nothing. */
export const refused = ({ code, data, message }: JsonRpc.RpcError): Result.Result<Refused, Json.Unencodable> =>
  Result.map(Json.byteSize(data ?? null, quotas.error_data_bytes), () => {
    const { kind, payload, retryable } = Json.isObject(data) ? own(data) : nothing
    return { code, message, kind: typeof kind === "string" ? kind : undefined, retryable: retryable === true, payload }
  })

const nothing = { kind: undefined, payload: undefined, retryable: undefined }

const own = (data: { readonly [name: string]: unknown }): Record<keyof typeof nothing, unknown> => ({
  kind: Object.hasOwn(data, "kind") ? data.kind : undefined,
  payload: Object.hasOwn(data, "payload") ? data.payload : undefined,
  retryable: Object.hasOwn(data, "retryable") ? data.retryable : undefined
})

/** Writes milliseconds of the wall clock as an instant. Calls follow each other fast, so that a second is written once. */
const utc = (time: number): string => {
  const millis = Math.trunc(time)
  const second = Math.floor(millis / 1000)
  if (second !== written.second) written = { second, text: DateTime.formatIso(DateTime.makeUnsafe(second * 1000)) }
  return `${written.text.slice(0, -4)}${String(millis - second * 1000).padStart(3, "0")}Z`
}

let written = { second: 0, text: "1970-01-01T00:00:00.000Z" }
