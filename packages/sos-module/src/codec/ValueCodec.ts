/**
 * Values across the border of a module, by the types of its definition. A value crosses whole or not at all; the first difference
 * from its type is told with its place.
 */
import { Effect, Result, Schema, SchemaGetter, SchemaIssue } from "effect"
import type { Action, Definition, RecordType } from "../definition/Definition.ts"
import type { TypeExpr } from "../values/TypeExpr.ts"
import type { Value, ValueRecord } from "../values/Value.ts"
import { compiler } from "./Compile.ts"
import * as Incoming from "./Incoming.ts"
import type { Mismatch } from "./Mismatch.ts"
import * as Outgoing from "./Outgoing.ts"
import { failed, type Step, Walk } from "./Walk.ts"

/** What crosses for one definition. Types are compiled once. */
export interface ValueCodec {
  /** Reads what a module sent, as `wire` reads JSON: `undefined` where nothing was sent. */
  readonly decode: (type: TypeExpr, json: unknown) => Result.Result<Value, Mismatch>
  /** Writes what a module is sent. */
  readonly encode: (type: TypeExpr, value: Value) => Result.Result<unknown, Mismatch>
  /** Reads the result of an action; one that returns nothing must have sent nothing, or null. */
  readonly result: (action: Pick<Action, "result">, json: unknown) => Result.Result<Value, Mismatch>
  /** Reads the payload of a failure that the definition declares; without a payload it has no fields. */
  readonly payload: (failure: RecordType, json: unknown) => Result.Result<ValueRecord, Mismatch>
}

/** Builds the codec of a definition. */
export const make = (definition: Pick<Definition, "types">): ValueCodec => {
  const records = new Map(definition.types.map((type) => [type.name, type]))
  const incoming = memoised(compiler(Incoming.steps, records))
  const outgoing = memoised(compiler(Outgoing.steps, records))
  const payloads = memoised((failure: RecordType) => Incoming.record(failure, incoming))
  return {
    decode: (type, json) => cross(incoming(type), json),
    encode: (type, value) => cross(outgoing(type), value),
    result: ({ result }, json) => (result === undefined ? cross(nothing, json) : cross(incoming(result), json)),
    payload: (failure, json) => cross(payloads(failure), json === undefined ? {} : json)
  }
}

/** A type as a Schema between what `wire` reads and a value, for those who compose one; its issues hold no value. */
export const schema = (codec: ValueCodec, type: TypeExpr): Schema.Codec<Value, unknown> =>
  Schema.Unknown.pipe(
    Schema.decodeTo(anyValue(), {
      decode: SchemaGetter.transformEffect((json: unknown) => orIssue(codec.decode(type, json))),
      encode: SchemaGetter.transformEffect((value: Value) => orIssue(codec.encode(type, value)))
    })
  )

// What a value is was decided by the walk that made it.
const anyValue = () => Schema.declare((value: unknown): value is Value => value !== undefined, { expected: "a value" })

const orIssue = <A>(crossed: Result.Result<A, Mismatch>): Effect.Effect<A, SchemaIssue.Issue> =>
  Effect.mapError(Effect.fromResult(crossed), ({ expected, found, path }) => {
    const message = path === "" ? `${found}; expected ${expected}` : `${path} is ${found}; expected ${expected}`
    return new SchemaIssue.InvalidValue({ message })
  })

const nothing: Step<unknown, null> = (json, walk) =>
  json === null || json === undefined ? null : walk.fail(Incoming.foundIn(json), "no value")

const cross = <From, To>(
  step: Step<From, To>,
  value: From,
  measure: "atMost" | "exact" = "atMost"
): Result.Result<To, Mismatch> => {
  const walk = new Walk(measure)
  const taken = step(value, walk)
  if (taken !== failed) return Result.succeed(taken)
  // Little text is ever near the limit, so that only such text is measured exactly.
  if (walk.isTextTooLong && measure === "atMost") return cross(step, value, "exact")
  return Result.fail(walk.mismatch ?? { path: "", found: "a value", expected: "another one" })
}

const memoised = <Key extends object, Made>(make: (key: Key) => Made): ((key: Key) => Made) => {
  const made = new WeakMap<Key, Made>()
  return (key) => {
    const known = made.get(key)
    if (known !== undefined) return known
    const one = make(key)
    made.set(key, one)
    return one
  }
}
