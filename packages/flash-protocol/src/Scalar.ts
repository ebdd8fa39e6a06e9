/** The small values that several payloads share. Integers are integer tokens: `1.0` is none (decision B2). */
import { Json } from "@lanyard/wire"
import { Effect, Schema, SchemaGetter, SchemaTransformation } from "effect"
import { priorities } from "./Constants.ts"

/** Tells a JSON object from an array, null and a number written with a fraction. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Json.Decimal)

/** Tells whether every key of an object is one of `names`. */
export const hasOnly = (object: object, ...names: ReadonlyArray<string>): boolean =>
  Object.keys(object).every((key) => names.includes(key))

/** A JSON object whose members mean nothing to the protocol; it is passed on as it came. */
export const AnyObject = Schema.declare(isObject, { expected: "an object" })

/** Tells an object whose values are all text; any name is an ordinary key, `__proto__` included. */
export const isTextByName = (value: unknown): value is Readonly<Record<string, string>> => {
  if (!isObject(value)) return false
  for (const name in value) if (typeof value[name] !== "string") return false
  return true
}

/** Text by name. */
export const TextByName = Schema.declare(isTextByName, { expected: "an object of text" })

/** Reads a JSON object by the rules of a struct, which alone would take a decimal for an object with other keys. */
export const objectOf = <S extends Schema.Constraint>(struct: S) =>
  AnyObject.pipe(Schema.decodeTo(struct, SchemaTransformation.passthrough({ strict: false })))

/** A member that may be left out or null. */
export const optional = <S extends Schema.Constraint>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

/** Tells an integer token between two others, both included; without the second, up to the end of the safe range. */
export const isWithin = (value: unknown, least: number, most = Number.MAX_SAFE_INTEGER): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= least && value <= most

/** Tells an integer token from 1 to the end of the safe range: an id, milliseconds left, a tab. */
export const isPositiveInteger = (value: unknown): value is number => isWithin(value, 1)

/** Tells an integer token from 1 to 2147483647. */
export const isPid = (value: unknown): value is number => isWithin(value, 1, 0x7fff_ffff)

/** A native process id. */
export const Pid = Schema.declare(isPid, { expected: "an integer from 1 to 2147483647" })

/** Tells whether text starts with a scheme and a colon; nothing more is asked of an address. */
export const isAbsoluteUrl = (text: string): boolean => /^[A-Za-z][A-Za-z0-9+.-]*:/.test(text)

/** An address with a scheme. */
export const AbsoluteUrl = Schema.String.check(Schema.makeFilter(isAbsoluteUrl, { expected: "an absolute address" }))

/** Tells text with at least one character. */
export const isNonEmpty = (value: unknown): value is string => typeof value === "string" && value !== ""

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

/** Tells a trace id: the user interaction that caused a request. */
export const isTrace = (value: unknown): value is string => typeof value === "string" && /^[0-9a-z]{1,16}$/.test(value)

/** How much rows or targets matter beside others, on the wire a `priority`. */
export type Salience = (typeof priorities)[number]

/** Tells one of the five saliences. */
export const isSalience = (value: unknown): value is Salience => priorities.some((salience) => salience === value)
