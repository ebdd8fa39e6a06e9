/** What single members of params and replies must be. Integers are integer tokens: `1.0` is none (decision B2). */
import { Option, Predicate, Schema, SchemaGetter } from "effect"
import type { Body } from "../Response.ts"
import * as Scalar from "../Scalar.ts"

/** The members of params; what is no object has none. */
export const membersOf = (params: unknown): Body => (Scalar.isObject(params) ? params : {})

/** Tells a list of nothing but text. */
export const isTexts = (value: unknown): value is ReadonlyArray<string> =>
  Array.isArray(value) && value.every((item) => typeof item === "string")

/** Tells a member that is left out, or null. */
export const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null

/** A wish that is never refused. */
export interface Range {
  readonly least: number
  readonly default: number
  readonly most: number
}

/** Moves a wish into its range; what is no integer counts as none. */
export const clamp = (wish: unknown, range: Range): number =>
  typeof wish === "number" && Number.isSafeInteger(wish)
    ? Math.min(range.most, Math.max(range.least, wish))
    : range.default

const isCount = (value: unknown): value is number => Scalar.isWithin(value, 0)

/** How many of something there are. */
export const Count = Schema.declare(isCount, { expected: "an integer that is not negative" })

/** A member of a reply that may be left out or null; both read as left out. */
export const optional = <A, E>(schema: Schema.Codec<A, E>) =>
  Scalar.optional(schema).pipe(
    Schema.decodeTo(Schema.optionalKey(Schema.toType(schema)), {
      decode: SchemaGetter.transformOptional((value: Option.Option<A | null>) =>
        Option.filter(value, Predicate.isNotNull)
      ),
      encode: SchemaGetter.transformOptional((value: Option.Option<A>): Option.Option<A | null> => value)
    })
  )
