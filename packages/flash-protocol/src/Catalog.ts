/**
 * A plugin's pushed catalog. It replaces the previous one whole or not at all, and accepted rows are kept as they were
 * parsed, nulls included. A row that the quick guard refuses is read again by the schema, which says why. Reading comes in
 * two forms, now and in slices, and both say the same.
 */
import { Result, Schema } from "effect"
import { quotas } from "./Constants.ts"
import { RowEffect } from "./Effects.ts"
import { countKeys } from "./Guard.ts"
import * as Quota from "./Quota.ts"
import * as Rejection from "./Rejection.ts"
import { isRow } from "./RowGuard.ts"
import { AbsoluteUrl, hasOnly, isObject, isSalience, NonEmpty, optional, TextByName } from "./Scalar.ts"
import * as Slices from "./Slices.ts"

/** What a plugin says of a row, by names of its own; `priority` must be a salience. */
export const Metadata = TextByName.check(
  Quota.check(
    quotas.metadata_entries,
    `at most ${quotas.metadata_entries} entries`,
    (metadata) => Object.keys(metadata).length <= quotas.metadata_entries
  ),
  Quota.check(quotas.metadata_key_bytes, `keys of ${Quota.utf8Bytes(quotas.metadata_key_bytes)}`, (metadata) =>
    Object.keys(metadata).every((key) => Quota.fits(key, quotas.metadata_key_bytes))
  ),
  Quota.check(quotas.metadata_value_bytes, `values of ${Quota.utf8Bytes(quotas.metadata_value_bytes)}`, (metadata) =>
    Object.values(metadata).every((value) => Quota.fits(value, quotas.metadata_value_bytes))
  ),
  Schema.makeFilter((metadata) => !Object.hasOwn(metadata, "priority") || isSalience(metadata.priority), {
    expected: "a known priority"
  })
)

/** One catalog row, as a plugin publishes it. `source` names one of the manifest's sources. */
export const Row = Schema.Struct({
  source: Schema.String,
  title: NonEmpty.check(Quota.utf8AtMost(quotas.title_bytes)),
  url: optional(AbsoluteUrl.check(Quota.utf8AtMost(quotas.url_bytes))),
  metadata: optional(Metadata),
  effect: optional(RowEffect)
})
export interface Row extends Schema.Schema.Type<typeof Row> {}

/** A whole catalog. */
export type Rows = ReadonlyArray<Row>

/** A catalog, or why none of it was taken. */
export type Decoded = Result.Result<Rows, Rejection.PayloadRejected>

/**
 * Reads the params of `publish`: exactly `rows`, every one of them or none. `frameBytes` is at most what the frame they came
 * in took; bytes are counted only when that is more than the quota, for no encoding of rows is longer than what was sent.
 */
export const decode = (params: unknown, sources: ReadonlySet<string>, frameBytes?: number): Decoded =>
  Slices.run(reading(params, sources, frameBytes))

/** Does what `decode` does, a slice at a time. */
export function* reading(params: unknown, sources: ReadonlySet<string>, frameBytes?: number): Slices.Slices<Decoded> {
  if (!isObject(params)) return Rejection.fail("", "an object")
  if (!hasOnly(params, "rows")) return Rejection.fail("*", Rejection.noOtherKey)
  return yield* readingRows(params.rows, sources, frameBytes)
}

/** Reads rows without the object around them, a slice at a time: count, then each row, then encoded bytes, for only lawful rows are cheap to count. */
export function* readingRows(
  value: unknown,
  sources: ReadonlySet<string>,
  frameBytes = Number.POSITIVE_INFINITY
): Slices.Slices<Decoded> {
  const counted = Quota.counted(value, "rows", quotas.catalog_rows)
  if (Result.isFailure(counted)) return Result.fail(counted.failure)
  const rows = counted.success
  for (let at = 0; at < rows.length; at++) {
    if (at % rowsOfSlice === rowsOfSlice - 1) yield
    if (!isRow(rows[at], sources)) return explain(rows[at], `rows[${at}]`)
  }
  const { catalog_bytes } = quotas
  if (frameBytes > catalog_bytes && !(yield* Slices.encodedFits(rows, catalog_bytes))) {
    return Result.fail(Quota.tooManyBytes("rows", catalog_bytes))
  }
  // The guard saw every element, so the list is one of rows.
  return Result.succeed(rows as Rows)
}

/** Builds the params of `publish`. */
export const encode = (rows: Rows): Readonly<Record<string, unknown>> => ({ rows })

/** Reads one row by the schema alone, `source` aside. The reference for the guard, and slower by an order of magnitude. */
export const decodeRow = Rejection.decoder(Row)

/** Rows that the guard looks at in one slice. */
const rowsOfSlice = 1024

const explain = (row: unknown, at: string): Result.Result<never, Rejection.PayloadRejected> => {
  if (!isObject(row)) return Rejection.fail(at, "an object")
  return Result.match(
    Result.flatMap(inBounds(row, at), () => decodeRow(row, at)),
    {
      onFailure: (rejection) => Result.fail(rejection),
      onSuccess: () => Rejection.fail(`${at}.source`, "a source the manifest declares")
    }
  )
}

/** Refuses what has more keys than any row; the schema would look at each of them several times. */
const inBounds = (
  row: Readonly<Record<string, unknown>>,
  at: string
): Result.Result<void, Rejection.PayloadRejected> => {
  const { effect, metadata } = row
  if (countKeys(row) > rowKeys) return Rejection.fail(`${at}.*`, Rejection.noOtherKey)
  if (isObject(effect) && countKeys(effect) > effectKeys) return Rejection.fail(`${at}.effect.*`, Rejection.noOtherKey)
  const most = quotas.metadata_entries
  return isObject(metadata) && countKeys(metadata) > most
    ? Rejection.fail(`${at}.metadata`, `at most ${most} entries`, most)
    : Result.void
}

const rowKeys = Object.keys(Row.fields).length

/** A type, and what it does it with. */
const effectKeys = 2
