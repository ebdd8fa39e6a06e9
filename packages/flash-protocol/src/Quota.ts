/**
 * Size limits on content. A limit is inclusive, a byte is a UTF-8 byte, and a list weighs what its compact JSON encoding
 * would, however the sender wrote it. Each check carries its `limit` as an annotation, so that a rejection can name it.
 */
import { Json, Utf8 } from "@lanyard/wire"
import { Result, Schema } from "effect"
import * as Rejection from "./Rejection.ts"

/** Tells whether text fits in so many UTF-8 bytes; counts them only when its length does not settle it. */
export const fits = (text: string, limit: number): boolean =>
  text.length * 3 <= limit || (text.length <= limit && Utf8.byteLength(text) <= limit)

/** The words for a limit on text. */
export const utf8Bytes = (limit: number): string => `at most ${limit} UTF-8 bytes`

/** Checks a value against a limit of any kind; `rule` says it in words. */
export const check = <A>(limit: number, rule: string, holds: (value: A) => boolean) =>
  Schema.makeFilter<A>(holds, { expected: rule, limit })

/** Checks text against a byte limit. */
export const utf8AtMost = (limit: number) => check<string>(limit, utf8Bytes(limit), (text) => fits(text, limit))

/** The two limits of a list. */
export interface ListLimits {
  readonly count: number
  readonly bytes: number
}

/** Takes a list that keeps its limits, count before encoded bytes; nothing in it has been looked at. */
export const list = (value: unknown, at: string, { count, bytes }: ListLimits): Listed =>
  Result.filterOrFail(
    counted(value, at, count),
    (items) => encodedFits(items, bytes),
    () => tooManyBytes(at, bytes)
  )

/** A list of anything, or why it is none. */
export type Listed = Result.Result<ReadonlyArray<unknown>, Rejection.PayloadRejected>

/** Takes a list of at most `limit` entries. */
export const counted = (value: unknown, at: string, limit: number): Listed => {
  if (!Array.isArray(value)) return Rejection.fail(at, "a list")
  return value.length > limit ? Rejection.fail(at, `at most ${limit} entries`, limit) : Result.succeed(value)
}

/** Says that a list's encoding takes too many bytes. */
export const tooManyBytes = (at: string, limit: number): Rejection.PayloadRejected =>
  Rejection.make(at, `an encoding of at most ${limit} bytes`, limit)

/** Tells whether a value's compact encoding fits. One that has none is left to the rules of what it holds. */
export const encodedFits = (value: unknown, limit: number): boolean =>
  Result.match(Json.byteSize(value, limit), {
    onFailure: (reason) => reason !== "TooLong",
    onSuccess: () => true
  })
