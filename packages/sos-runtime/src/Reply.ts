/**
 * What the reply to a call means: a value, a failure that the definition declares, or one that the module made up. A reply that
 * breaks the definition costs the module its process; one that says no does not.
 */
import { type Definition, Mismatch, type ValueCodec } from "@lanyard/sos-module"
import type { JsonRpc } from "@lanyard/wire"
import { Effect, Result } from "effect"
import { Fault } from "./Fault.ts"
import * as PluginProtocol from "./PluginProtocol.ts"
import type { PluginSession } from "./PluginSession.ts"
import type { Call } from "./Runner.ts"
import * as SafeText from "./SafeText.ts"
import { SessionEnd, toFault } from "./SessionEnd.ts"
import type { Redactor } from "./secrets/Redaction.ts"

/** What a reply belongs to. */
export interface Context {
  readonly definition: Pick<Definition.Definition, "failures">
  readonly codec: ValueCodec.ValueCodec
  readonly call: Call
  readonly session: Pick<PluginSession, "condemn">
  readonly redactor: Redactor
}

/** Returns the value of a result, not validated yet, or fails with what the module said. */
export const read = (body: JsonRpc.Body, context: Context): Effect.Effect<unknown, Fault> => {
  if ("error" in body) return Effect.fail(failed(body.error, context))
  const value = PluginProtocol.value(body.result)
  return value === undefined ? Effect.fail(broken("wrote a result that is no object", context)) : Effect.succeed(value)
}

const failed = (error: JsonRpc.RpcError, context: Context): Fault => {
  const { call, codec, definition, redactor } = context
  const read = PluginProtocol.refused(error)
  if (Result.isFailure(read)) return broken(read.failure === "TooLong" ? tooLong : tooDeep, context)
  const { code, payload, retryable } = read.success
  const kind = kindOf(read.success.kind, redactor)
  const message = textOf(read.success.message, call, redactor)
  const declared = definition.failures.find(({ name }) => name === kind && call.action.failures.includes(name))
  if (declared === undefined) return new Fault({ phase: "invoke", message, kind: kind ?? "runtime", code, retryable })
  const fields = codec.payload(declared, payload)
  if (Result.isFailure(fields)) {
    context.session.condemn(SessionEnd.BrokePromise({ rule: "wrote a payload that its failure does not declare" }))
    const about = `the failure ${declared.name} of ${call.alias}.${call.action.name}`
    return new Fault({ phase: "validate", message: Mismatch.returned(about, fields.failure) })
  }
  const { value } = redactor
  const safe = new Map([...fields.success].map(([name, field]) => [name, value(field)]))
  return new Fault({ phase: "invoke", message, kind: declared.name, declared: true, fields: safe, code, retryable })
}

const broken = (rule: string, { call, session }: Context): Fault => {
  const end = SessionEnd.BrokePromise({ rule })
  session.condemn(end)
  return toFault(end, call.alias, "invoke")
}

const tooLong = `wrote error data larger than ${PluginProtocol.quotas.error_data_bytes} bytes`
const tooDeep = "wrote error data that nests too deeply"

/** A kind is a name, since scripts compare it and people read it. */
const kindOf = (kind: string | undefined, redactor: Redactor): string | undefined =>
  kind !== undefined && kindName.test(kind) && redactor.text(kind) === kind ? kind : undefined

const kindName = /^[A-Za-z][\w.-]{0,127}$/

const textOf = (message: string, { action, alias }: Call, redactor: Redactor): string => {
  const safe = SafeText.oneLine(redactor.text(message), PluginProtocol.quotas.error_text_characters)
  return safe === "" ? `${alias}.${action.name} failed and gave no reason` : safe
}
