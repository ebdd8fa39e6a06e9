/**
 * The handshake. The host says its version, the plugin echoes its own at once. A reply that does not accept is terminal:
 * the plugin parks and only a reload or a changed file brings it back.
 */
import { Data } from "effect"
import { protocolVersion } from "./Constants.ts"
import * as Refusal from "./Refusal.ts"
import * as Response from "./Response.ts"
import { hasOnly, isObject, isWithin } from "./ScalarGuard.ts"

/** What the host sends. */
export interface Params {
  readonly protocol_version: number
}

/** The params of this version of the protocol. */
export const params: Params = { protocol_version: protocolVersion }

/** How the host reads a reply; all but `Accepted` park the plugin. */
export type Handshake = Data.TaggedEnum<{
  Accepted: {}
  /** The version was another integer, or none at all. */
  WrongVersion: { readonly version: number | undefined }
  /** The version was right and `ok` was not true. */
  Refused: {}
  /** It said yes with the right version, and something more. */
  Malformed: {}
}>
export const Handshake = Data.taggedEnum<Handshake>()

/** Reads the reply in the order the contract sets: version, then `ok`, then the exact keys. */
export const decodeReply = (body: Response.Body): Handshake => {
  const version = body.protocol_version
  if (version !== protocolVersion) {
    return Handshake.WrongVersion({ version: Number.isSafeInteger(version) ? Number(version) : undefined })
  }
  if (body.ok !== true) return Handshake.Refused()
  return hasOnly(body, "ok", "protocol_version") ? Handshake.Accepted() : Handshake.Malformed()
}

/** The plugin's side: what to answer, and whether to go on. */
export interface Answer {
  readonly reply: Response.Body
  /** `start` on acceptance, `serve` after a repeat, `exit` (status 0, once flushed) on a mismatch. */
  readonly next: "start" | "serve" | "exit"
}

/** Answers initialize. A repeat is refused before its version is looked at, and is the one refusal that is not terminal. */
export const answer = (received: unknown, initialized: boolean): Answer => {
  if (initialized) return { reply: Response.failure(Refusal.initializeRepeated), next: "serve" }
  const version = hostVersion(received)
  return version === protocolVersion
    ? { reply: { ok: true, protocol_version: protocolVersion }, next: "start" }
    : {
        reply: { ok: false, protocol_version: protocolVersion, error: Refusal.protocolMismatch(version) },
        next: "exit"
      }
}

const hostVersion = (received: unknown): number => {
  const version = isObject(received) ? received.protocol_version : undefined
  return isWithin(version, 0) ? version : 0
}
