/**
 * Flash's frames: `id` and `method` make a request, `id` alone a reply, `method` alone a notification. The host refuses every
 * key it does not know; a plugin ignores them and bends where the contract lets it (decision F5).
 */
import type { Envelope, JsonObject, Message, RequestMeta } from "@lanyard/wire"
import { Violation } from "@lanyard/wire"
import { plugin as pluginLimits } from "./Constants.ts"
import type { Body } from "./Response.ts"
import { isNonEmpty, isObject, isPositiveInteger, isTrace } from "./ScalarGuard.ts"

/** The host's side. A reply it cannot use fails the request it answers; any other misfit is dropped. */
export const host: Envelope<Body> = {
  decode: (frame) => {
    const { id, method, params, result } = frame
    if (method === undefined) {
      if (!isPositiveInteger(id)) return id === undefined ? neither : badId
      const usable = isObject(result) && params === undefined && hasOnlyKnownKeys(frame)
      return usable ? { _tag: "Reply", id, body: result } : Violation.MalformedReply({ id })
    }
    if (!hasOnlyKnownKeys(frame)) return unknownKey
    if (params !== undefined && !isObject(params)) return badParams
    if (!isNonEmpty(method)) return badMethod
    if (result !== undefined) return both
    if (id === undefined) return { _tag: "Notification", method, params: params ?? {} }
    return isPositiveInteger(id) ? { _tag: "Request", id, method, params: params ?? {} } : badId
  },
  request: (id, method, params, meta) => ({
    id,
    method,
    params,
    ...(isTrace(meta.trace) ? { trace: meta.trace } : {}),
    ...(meta.deadline === undefined ? {} : { deadline_ms: Math.max(1, Math.floor(meta.deadline)) })
  }),
  notification: (method, params) => ({ method, params }),
  reply: (id, body) => ({ id, result: body })
}

/** A plugin's side. Its own requests carry neither trace nor deadline, for the host would refuse the keys. */
export const plugin: Envelope<Body> = {
  decode: (frame) => {
    const { id, method, params = {}, result } = frame
    if (!isNonEmpty(method)) {
      if (!isPositiveInteger(id)) return neither
      return isObject(result) ? { _tag: "Reply", id, body: result } : Violation.MalformedReply({ id })
    }
    if (id === undefined || id === null) return { _tag: "Notification", method, params }
    return isPositiveInteger(id) ? { _tag: "Request", id, method, params, ...metaOf(frame) } : badId
  },
  request: (id, method, params) => ({ id, method, params }),
  notification: host.notification,
  reply: host.reply
}

const known = new Set(["id", "method", "params", "result"])

const hasOnlyKnownKeys = (frame: JsonObject): boolean => {
  for (const key in frame) if (!known.has(key)) return false
  return true
}

/** What is out of bounds counts as not sent. */
const metaOf = ({ trace, deadline_ms }: JsonObject): RequestMeta => ({
  ...(isTrace(trace) ? { trace } : {}),
  ...(isPositiveInteger(deadline_ms) && deadline_ms <= pluginLimits.deadline_ms_most ? { deadline: deadline_ms } : {})
})

const bad = (rule: string): Message<Body> | Violation => Violation.BadEnvelope({ rule })

const neither = bad("a frame has an id, a method or both")
const both = bad("a frame has a method or a result, not both")
const badId = bad("id is a positive integer")
const badMethod = bad("method is text that is not empty")
const badParams = bad("params is an object")
const unknownKey = bad("a frame has no keys but id, method, params and result")
