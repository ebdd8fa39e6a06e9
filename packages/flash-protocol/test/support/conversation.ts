/**
 * Reads the frames of a host and its plugin as the other end would, and writes them again: a frame that comes out otherwise,
 * or that either end refuses, is reported.
 */
import { isDeepStrictEqual } from "node:util"
import type { JsonObject } from "@lanyard/wire"
import { Result } from "effect"
import { capabilities, hostEvents, poll } from "../../src/Constants.ts"
import * as Envelope from "../../src/Envelope.ts"
import * as HostCalls from "../../src/hostcalls/HostCalls.ts"
import * as Initialize from "../../src/Initialize.ts"
import * as Methods from "../../src/Methods.ts"
import { protocol } from "../../src/protocol.gen.ts"
import * as Response from "../../src/Response.ts"
import { isObject } from "../../src/Scalar.ts"
import { json } from "./json.ts"

/** What the plugin's manifest declares. */
export interface Declared {
  readonly sources: ReadonlySet<string>
  readonly status: ReadonlySet<string>
}

/** Who sent a frame, what it is about, and what is wrong with it, if anything is. */
export interface Heard {
  readonly sender: "host" | "plugin"
  /** The method; of an event, its name too. */
  readonly about: string
  readonly isReply: boolean
  readonly wrong: string | undefined
}

/** Reads lines in order; a reply belongs to the latest request of the other side with its id. */
export const hear = (lines: ReadonlyArray<string>, declared: Declared): ReadonlyArray<Heard> => {
  const asked: Array<JsonObject> = []
  return lines.map((line) => {
    const frame = json(line)
    if (typeof frame.method === "string") {
      asked.push(frame)
      return hearMessage(frame, frame.method, line, declared)
    }
    const request = asked.findLast(({ id }) => id === frame.id)
    return request === undefined
      ? { sender: "host", about: "", isReply: true, wrong: "answers no request" }
      : hearReply(frame, request, line, declared)
  })
}

const isHostMethod = (method: string) => method === "event" || Object.hasOwn(replies, method)

const hearMessage = (frame: JsonObject, method: string, line: string, declared: Declared): Heard => {
  const isFromHost = isHostMethod(method)
  const [reader, writer] = isFromHost ? [Envelope.plugin, Envelope.host] : [Envelope.host, Envelope.plugin]
  const message = reader.decode(frame)
  const params = isObject(frame.params) ? frame.params : {}
  const about = method === "event" ? `event ${String(params.name)}` : method
  const heard = { sender: isFromHost ? "host" : "plugin", about, isReply: false } as const
  if (message._tag !== "Request" && message._tag !== "Notification") return { ...heard, wrong: "is no message" }
  const written =
    message._tag === "Request"
      ? writer.request(Number(message.id), method, params, message)
      : writer.notification(method, params)
  if (text(written) !== line) return { ...heard, wrong: `is written ${text(written)}` }
  if (isFromHost && message._tag === "Request" && message.deadline === undefined) {
    return { ...heard, wrong: "has no deadline" }
  }
  const rewritten = isFromHost ? fromHost(method, params) : fromPlugin(method, params, declared)
  return { ...heard, wrong: difference(rewritten, params) }
}

const hearReply = (frame: JsonObject, request: JsonObject, line: string, declared: Declared): Heard => {
  const method = String(request.method)
  const isFromHost = !isHostMethod(method)
  const [reader, writer] = isFromHost ? [Envelope.plugin, Envelope.host] : [Envelope.host, Envelope.plugin]
  const heard = { sender: isFromHost ? "host" : "plugin", about: method, isReply: true } as const
  const message = reader.decode(frame)
  if (message._tag !== "Reply") return { ...heard, wrong: "is no reply" }
  const { body } = message
  if (text(writer.reply(message.id, body)) !== line) return { ...heard, wrong: "has other keys" }
  if (canonical.has(String(body.error)) && text(Response.failure(String(body.error))) === text(body)) {
    return { ...heard, wrong: undefined }
  }
  const params = isObject(request.params) ? request.params : {}
  if (isFromHost) return { ...heard, wrong: difference(hostReply(method, body), body) }
  return { ...heard, wrong: replies[method]?.(body, params, declared) === true ? undefined : "is refused" }
}

const text = (value: unknown) => JSON.stringify(value)

const difference = (rewritten: Result.Result<unknown, unknown>, original: unknown): string | undefined =>
  Result.match(rewritten, {
    onFailure: (failure) => `is refused: ${String(failure)}`,
    onSuccess: (value) => (text(value) === text(original) ? undefined : `means ${text(value)}`)
  })

/** The refusals without a name in them, and those that name a capability. */
const canonical = new Set<string>([
  ...Object.values(protocol.errors),
  ...Object.values(protocol.host_call_errors),
  ...capabilities.map((capability) => protocol.errors.capability_denied.replace("<capability>", capability))
])

/** Params of the host as a plugin reads them, written again. */
const fromHost = (method: string, params: JsonObject): Result.Result<unknown, unknown> => {
  switch (method) {
    case "evaluate":
      return Methods.evaluate.decodeParams(params)
    case "search":
      return Methods.search.decodeParams(params)
    case "hints":
      return Methods.hints.decodeParams(params)
    case "perform":
      return Result.map(Methods.perform.decodeParams(params), Methods.perform.encodeParams)
    case "event":
      return Result.flatMap(Methods.event.decodeParams(params), (event) =>
        isEvent(event.name) && isDeepStrictEqual(event, params) ? Result.succeed(params) : Result.fail("another event")
      )
    default:
      return Result.succeed(params)
  }
}

const isEvent = (name: string) => hostEvents.names.some((known) => known === name) || name.startsWith(poll.event_prefix)

/** Params of a plugin as the host reads them, written again. */
const fromPlugin = (
  method: string,
  params: JsonObject,
  { sources, status }: Declared
): Result.Result<unknown, unknown> => {
  switch (method) {
    case "publish":
      return Result.map(Methods.publish.decodeParams(params, sources), Methods.publish.encodeParams)
    case "status":
      return Result.map(Methods.status.decodeParams(params, status), ({ segments }) =>
        Methods.status.encodeParams(segments)
      )
    case "poll":
      return Result.flatMap(Methods.poll.decodeParams(params), Methods.poll.encodeParams)
    case "log":
      return Result.succeed(Methods.log.encodeParams(Methods.log.decodeParams(params)))
    default:
      return Result.map(HostCalls.accept(method, params, new Set(capabilities)), (call) =>
        callParams(call.method, params)
      )
  }
}

const isCall = (method: string): method is HostCalls.Method => Object.hasOwn(HostCalls.table, method)

/** A reply of the host as a plugin reads it, written again. */
const hostReply = (method: string, body: Response.Body): Result.Result<unknown, unknown> =>
  isCall(method) ? callReply(method, body) : Result.fail("no such call")

/** The params that a plugin's end knows how to write. */
const callParams = <M extends HostCalls.Method>(method: M, params: JsonObject) =>
  // The host has just accepted them.
  HostCalls.table[method].encodeParams(params as HostCalls.Params<M>)

const callReply = <M extends HostCalls.Method>(method: M, body: Response.Body) =>
  Result.map(HostCalls.table[method].decodeReply(body), HostCalls.table[method].encodeReply)

/** Whether the host takes a plugin's reply, by the method it answers. */
const replies: Readonly<Record<string, (body: Response.Body, params: JsonObject, declared: Declared) => boolean>> = {
  initialize: (body, params) => text(Initialize.answer(params, false).reply) === text(body),
  ping: Methods.ping.decodeReply,
  evaluate: (body) => Result.isSuccess(Methods.evaluate.decodeReply(body)),
  search: (body, _, { sources }) => Result.isSuccess(Methods.search.decodeReply(body, sources)),
  hints: (body, { pid }) => Result.isSuccess(Methods.hints.decodeReply(body, Number(pid))),
  perform: (body) => {
    const outcome = Methods.perform.decodeReply(body)
    return outcome._tag !== "Failed" || outcome.cause === "reported"
  }
}
