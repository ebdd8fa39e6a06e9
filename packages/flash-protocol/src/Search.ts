/**
 * The pull of a live source: asked per keystroke, and only when the query is scoped to that source. Its rows are catalog
 * rows under the catalog's quotas, all of them or none.
 */
import { Result, Schema } from "effect"
import * as Catalog from "./Catalog.ts"
import * as Rejection from "./Rejection.ts"
import * as Response from "./Response.ts"
import { objectOf, TextOrEmpty } from "./Scalar.ts"
import * as Slices from "./Slices.ts"

/** What the host sends: the input, and where it may look. */
export interface Params {
  readonly query: string
  readonly scope: "running" | "all"
}

/** What a plugin reads: any text, empty where it was left out or null. Unknown keys are ignored. */
export const Received = objectOf(Schema.Struct({ query: TextOrEmpty, scope: TextOrEmpty }))
export type Received = typeof Received.Type

/** Why a reply gave no rows. */
export type SearchFailure = Rejection.PayloadRejected | Response.ReplyRefused

/** Reads params as a plugin does. */
export const decodeParams = Rejection.lenientDecoder(Received)

/** Reads the reply: exactly `ok` and `rows`, whose sources the manifest declares; `frameBytes` as in `Catalog.decode`. */
export const decodeReply = (
  body: Response.Body,
  sources: ReadonlySet<string>,
  frameBytes?: number
): Result.Result<Catalog.Rows, SearchFailure> => Slices.run(reading(body, sources, frameBytes))

/** Does what `decodeReply` does, a slice at a time. */
export function* reading(
  body: Response.Body,
  sources: ReadonlySet<string>,
  frameBytes?: number
): Slices.Slices<Result.Result<Catalog.Rows, SearchFailure>> {
  const success = Response.decodeSuccess(body, "rows")
  if (Result.isFailure(success)) return Result.fail(success.failure)
  return yield* Catalog.readingRows(success.success.rows, sources, frameBytes)
}

/** Builds the reply. */
export const reply = (rows: Catalog.Rows): Response.Body => Response.success({ rows })
