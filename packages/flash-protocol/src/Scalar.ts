/** The small values that several payloads share. Integers are integer tokens: `1.0` is none (decision B2). */
import { Json } from "@lanyard/wire"
import { Effect, Schema, SchemaGetter, SchemaTransformation } from "effect"
import { isAbsoluteUrl, isObject, isPid, isTextByName } from "./ScalarGuard.ts"

export * from "./ScalarGuard.ts"

/** A JSON object whose members mean nothing to the protocol; it is passed on as it came. */
export const AnyObject = Schema.declare(isObject, { expected: "an object" })

/** Text by name. */
export const TextByName = Schema.declare(isTextByName, { expected: "an object of text" })

/** Reads a JSON object by the rules of a struct, which alone would take a decimal for an object with other keys. */
export const objectOf = <S extends Schema.Constraint>(struct: S) =>
  AnyObject.pipe(Schema.decodeTo(struct, SchemaTransformation.passthrough({ strict: false })))

/** A member that may be left out or null. */
export const optional = <S extends Schema.Constraint>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

/** A native process id. */
export const Pid = Schema.declare(isPid, { expected: "an integer from 1 to 2147483647" })

/** An address with a scheme. */
export const AbsoluteUrl = Schema.String.check(Schema.makeFilter(isAbsoluteUrl, { expected: "an absolute address" }))

/** Text with at least one character. */
export const NonEmpty = Schema.String.check(
  Schema.makeFilter((text: string) => text !== "", { expected: "text that is not empty" })
)

/** The value of a number however it was written; `NaN` for anything else. */
export const numberOf = (value: unknown): number =>
  typeof value === "number" ? value : value instanceof Json.Decimal ? value.value : Number.NaN

/** A finite number, written as an integer or with a fraction. */
export const FiniteNumber: Schema.Codec<number, unknown> = Schema.Unknown.pipe(
  Schema.decodeTo(Schema.Finite, {
    // Whatever else it is, `Finite` judges it next.
    decode: SchemaGetter.transform((number) => (number instanceof Json.Decimal ? number.value : number) as number),
    encode: SchemaGetter.transform((number) => number)
  })
)

/** Text that may be left out or null; both read as empty. */
export const TextOrEmpty = Schema.NullOr(Schema.String).pipe(
  Schema.decodeTo(Schema.String, {
    decode: SchemaGetter.transform((text) => text ?? ""),
    encode: SchemaGetter.transform((text) => text)
  }),
  Schema.withDecodingDefaultKey(Effect.succeed(""))
)
