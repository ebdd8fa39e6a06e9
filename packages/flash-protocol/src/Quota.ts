/**
 * Size limits as schema checks. A limit is inclusive, a byte is a UTF-8 byte, and an encoded size is that of the compact
 * JSON encoding. Each check carries its `limit` as an annotation, so that a rejection can name it.
 */
import { Json, Utf8 } from "@lanyard/wire"
import { Result, Schema } from "effect"

/** Tells whether text fits in so many UTF-8 bytes; counts them only when its length does not settle it. */
export const fits = (text: string, limit: number): boolean =>
  text.length * 3 <= limit || (text.length <= limit && Utf8.byteLength(text) <= limit)

/** Checks text against a byte limit. */
export const utf8AtMost = (limit: number) =>
  Schema.makeFilter<string>((text) => fits(text, limit), { expected: atMostBytes(limit), limit })

/** Checks the number of elements. */
export const countAtMost = (limit: number) =>
  Schema.makeFilter<ReadonlyArray<unknown>>((items) => items.length <= limit, { expected: atMostItems(limit), limit })

/** Checks the byte size of a value's compact encoding. */
export const encodedAtMost = (limit: number) =>
  Schema.makeFilter<unknown>((value) => encodedFits(value, limit), { expected: atMostEncoded(limit), limit })

/** Tells whether a value's compact encoding fits. One that has none is left to the rules of what it holds. */
export const encodedFits = (value: unknown, limit: number): boolean =>
  Result.match(Json.byteSize(value, limit), {
    onFailure: (reason) => reason !== "TooLong",
    onSuccess: () => true
  })

/** The words for a text limit. */
export const atMostBytes = (limit: number): string => `at most ${limit} UTF-8 bytes`

/** The words for a count limit. */
export const atMostItems = (limit: number): string => `at most ${limit} entries`

/** The words for an encoded limit. */
export const atMostEncoded = (limit: number): string => `an encoding of at most ${limit} bytes`
