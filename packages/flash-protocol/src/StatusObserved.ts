/**
 * Which of a plugin's own status segments a surface shows: the payload of `core:status.observed`. Each one is the complete
 * set, so an empty list says that nothing is shown; the order of names means nothing.
 */
import { Result, Schema } from "effect"
import * as Rejection from "./Rejection.ts"
import { isObject, NonEmpty } from "./Scalar.ts"

/** The observed segments: bare manifest names, each once; sorted where the host built it. */
export interface StatusObserved {
  readonly segments: ReadonlyArray<string>
}

/** Builds the payload for one plugin: those of the shown names that its manifest declares, sorted. */
export const make = (shown: Iterable<string>, declared: ReadonlySet<string>): StatusObserved => ({
  segments: [...new Set(shown)].filter((name) => declared.has(name)).sort()
})

/**
 * Tells whether the host sends `next` after `sent`, the last payload this child was sent. The first one of a child is
 * always sent, even if it is empty; an unchanged set is never repeated. Both come from `make`.
 */
export const isNews = (next: StatusObserved, sent?: StatusObserved): boolean =>
  sent === undefined ||
  sent.segments.length !== next.segments.length ||
  sent.segments.some((name, at) => name !== next.segments[at])

/** Reads the payload as a plugin does; other keys are ignored. `at` is the payload's own path. */
export const decode = (payload: unknown, at = ""): Result.Result<StatusObserved, Rejection.PayloadRejected> => {
  if (!isObject(payload)) return Rejection.fail(at, "an object")
  return Result.map(decodeSegments(payload.segments, at === "" ? "segments" : `${at}.segments`), (segments) => ({
    segments
  }))
}

const decodeSegments = Rejection.decoder(
  Schema.Array(NonEmpty).check(
    Schema.makeFilter((names) => new Set(names).size === names.length, { expected: "each name once" })
  )
)
