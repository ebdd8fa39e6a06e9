/**
 * One host call as data: its name, its capability, and both ends of its params and its reply. Refusals are the contract's
 * exact texts; a key that the call does not name is ignored at either end.
 */
import { Option, Result, Schema } from "effect"
import type { Method, Needed } from "../Capability.ts"
import { hostCalls, plugin } from "../Constants.ts"
import * as HostReply from "../HostReply.ts"
import * as Refusal from "../Refusal.ts"
import * as Response from "../Response.ts"

/** The two ends of a reply. */
export interface ReplyCodec<Reply> {
  /** Builds the result that says yes, at the host. */
  readonly encodeReply: (reply: Reply) => Response.Body
  /** Reads a result at the plugin; the failure is the host's refusal or `invalid host response`. Total. */
  readonly decodeReply: (body: unknown) => Result.Result<Reply, string>
}

/** Both ends of a call: `Params` are what a plugin writes, `Received` is what the host makes of them. */
export interface Codec<Params, Received, Reply> extends ReplyCodec<Reply> {
  /** Builds the params object, at the plugin. */
  readonly encodeParams: (params: Params) => Response.Body
  /** Reads params at the host, defaults and bounds applied; the failure is the text to refuse with. Total. */
  readonly decodeParams: (params: unknown) => Result.Result<Received, string>
}

/** A call of the method `M`. */
export interface HostCall<M extends Method, Params, Received, Reply> extends Codec<Params, Received, Reply> {
  readonly method: M
  /** The capability it needs, or null. */
  readonly capability: Needed<M>
  /** Milliseconds a plugin waits for the reply unless it says otherwise. */
  readonly wait: number
}

/** Gives a method its codec. */
export const make = <M extends Method, Params, Received, Reply>(
  method: M,
  codec: Codec<Params, Received, Reply>,
  wait: number = plugin.host_call
): HostCall<M, Params, Received, Reply> => ({ method, capability: hostCalls[method], wait, ...codec })

/** Builds an object of the members of these names, in this order, without those that are undefined. */
export const write =
  <Params extends object>(...names: ReadonlyArray<keyof Params & string>) =>
  (params: Params): Response.Body =>
    pick(names, params)

/** A schema of an object whose members are named. */
type Members = Schema.ConstraintDecoder<object> & { readonly fields: object }

/** The reply of these members. */
export const reply = <S extends Members>(schema: S): ReplyCodec<S["Type"]> => {
  const names = Object.keys(schema.fields)
  const read = Schema.decodeUnknownResult(schema)
  return {
    encodeReply: (members) => Response.success(pick(names, members)),
    decodeReply: (body) => Result.flatMap(HostReply.decode(body), (fields) => Result.mapError(read(fields), invalid))
  }
}

/** The reply of a call that may find nothing: `present`, and these members if it is true. */
export const perhaps = <S extends Members>(schema: S): ReplyCodec<Option.Option<S["Type"]>> => {
  const found = reply(schema)
  return {
    encodeReply: Option.match({
      onNone: () => Response.success({ present: false }),
      onSome: (members) => ({ ok: true, present: true, ...found.encodeReply(members) })
    }),
    decodeReply: (body) =>
      Result.flatMap(presence.decodeReply(body), ({ present }) =>
        present ? Result.map(found.decodeReply(body), Option.some) : Result.succeed(Option.none())
      )
  }
}

/** The reply of a call that returns nothing. */
export const nothing: ReplyCodec<void> = {
  encodeReply: () => Response.success(),
  decodeReply: (body) => Result.map(HostReply.decode(body), () => undefined)
}

const pick = (names: ReadonlyArray<string>, from: object): Response.Body => {
  const members = new Map(Object.entries(from))
  return Object.fromEntries(
    names.flatMap((name) => (members.get(name) === undefined ? [] : [[name, members.get(name)]]))
  )
}

const presence = reply(Schema.Struct({ present: Schema.Boolean }))

const invalid = () => Refusal.invalidHostResponse
