/**
 * A plugin's pushed catalog. It replaces the previous one whole or not at all, and accepted rows are kept as they were
 * parsed, nulls included. A row that the quick guard refuses is read again by the schema, which says why.
 */
import { Result, Schema } from "effect"
import { quotas } from "./Constants.ts"
import { RowEffect } from "./Effects.ts"
import * as Quota from "./Quota.ts"
import * as Rejection from "./Rejection.ts"
import { hasOnly } from "./Response.ts"
import { isMetadata, isRow } from "./RowGuard.ts"
import { AbsoluteUrl, isObject, isPriority, NonEmpty } from "./Scalar.ts"

/** Text by name. A name the plugin chose is an ordinary own key, `__proto__` included; `priority` must be a salience. */
export const Metadata = Schema.declare(isMetadata, { expected: "an object of text" }).check(
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
  Schema.makeFilter((metadata) => !Object.hasOwn(metadata, "priority") || isPriority(metadata.priority), {
    expected: "a known priority"
  })
)

/** One catalog row, as a plugin publishes it. `source` names one of the manifest's sources. */
export const Row = Schema.Struct({
  source: Schema.String,
  title: NonEmpty.check(Quota.utf8AtMost(quotas.title_bytes)),
  url: Schema.optionalKey(Schema.NullOr(AbsoluteUrl.check(Quota.utf8AtMost(quotas.url_bytes)))),
  metadata: Schema.optionalKey(Schema.NullOr(Metadata)),
  effect: Schema.optionalKey(Schema.NullOr(RowEffect))
})
export interface Row extends Schema.Schema.Type<typeof Row> {}

/** A whole catalog. */
export type Rows = ReadonlyArray<Row>

/** Reads the params of `publish`: exactly `rows`, every one of them or none. */
export const decode = (
  params: unknown,
  sources: ReadonlySet<string>
): Result.Result<Rows, Rejection.PayloadRejected> => {
  if (!isObject(params)) return reject("", "an object")
  return hasOnly(params, "rows") ? decodeRows(params.rows, sources) : reject("*", Rejection.noOtherKey)
}

/** Reads rows under the catalog's quotas: count, then encoded bytes, then each row. */
export const decodeRows = (
  value: unknown,
  sources: ReadonlySet<string>
): Result.Result<Rows, Rejection.PayloadRejected> =>
  Result.flatMap(Quota.list(value, "rows", limits), (rows): Result.Result<Rows, Rejection.PayloadRejected> => {
    const refused = rows.findIndex((row) => !isRow(row, sources))
    // The guard saw every element, so the list is one of rows.
    return refused === -1 ? Result.succeed(rows as Rows) : explain(rows[refused], `rows[${refused}]`)
  })

/** Builds the params of `publish`. */
export const encode = (rows: Rows): Readonly<Record<string, unknown>> => ({ rows })

/** Reads one row by the schema alone, `source` aside. The reference for the guard, and slower by an order of magnitude. */
export const decodeRow = Rejection.decoder(Row)

const limits: Quota.ListLimits = { count: quotas.catalog_rows, bytes: quotas.catalog_bytes }

const explain = (row: unknown, at: string): Result.Result<never, Rejection.PayloadRejected> =>
  Result.match(decodeRow(row, at), {
    onFailure: (rejection) => Result.fail(rejection),
    onSuccess: () => reject(`${at}.source`, "a source the manifest declares")
  })

const reject = (path: string, rule: string) => Result.fail(Rejection.make(path, rule))
