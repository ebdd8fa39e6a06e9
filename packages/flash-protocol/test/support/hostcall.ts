/** Host calls as a wire would carry them, text in and values out. */
import { Result } from "effect"
import * as HostCalls from "../../src/hostcalls/HostCalls.ts"
import { value } from "./json.ts"

/** What the host makes of params: what it receives, or the text it refuses with. */
export const received = (method: HostCalls.Method, params: string): unknown =>
  Result.merge<unknown, unknown>(HostCalls.table[method].decodeParams(value(params)))

/** What a plugin makes of a result: the reply, or the text of a refusal. */
export const replied = (method: HostCalls.Method, result: string): unknown =>
  Result.merge<unknown, unknown>(HostCalls.table[method].decodeReply(value(result)))

/** The params object of a call, as text. */
export const written = <M extends HostCalls.Method>(method: M, params: HostCalls.Params<M>): string =>
  JSON.stringify(HostCalls.table[method].encodeParams(params))

/** The result that says yes, as text. */
export const answered = <M extends HostCalls.Method>(method: M, reply: HostCalls.Reply<M>): string =>
  JSON.stringify(HostCalls.table[method].encodeReply(reply))
