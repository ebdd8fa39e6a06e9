/** What a manager has to tell: what went wrong with a plugin's files, and what came of it. */
import { Data, Equal } from "effect"
import type { LoadFailure } from "./LoadFailure.ts"
import type { Row } from "./Row.ts"

/** One thing that happened. */
export type Report = Data.TaggedEnum<{
  /** A plugin is not loaded; or not as its files have it, in which case its last valid definition stays in force. */
  Failed: { readonly plugin: string; readonly failure: LoadFailure; readonly isLoaded: boolean }
  /** What was wrong with a plugin's files is no more. */
  Recovered: { readonly plugin: string }
  /** The system does not watch a folder, for the reason that its `code` gives; changes are told some seconds late. */
  Polled: { readonly folder: string; readonly code: string }
}>
/** Builds reports and tells them apart. */
export const Report = Data.taggedEnum<Report>()

/** What is worth telling about rows that took the place of others. */
export const between = (before: ReadonlyArray<Row>, now: ReadonlyArray<Row>): ReadonlyArray<Report> => {
  const earlier = new Map(before.map((row) => [row.key, wrongOf(row)]))
  return now.flatMap((row): ReadonlyArray<Report> => {
    const { isLoaded, key, plugin } = row
    const last = earlier.get(key)
    const failure = wrongOf(row)
    if (failure === undefined) return last === undefined ? [] : [Report.Recovered({ plugin })]
    return Equal.equals(last, failure) ? [] : [Report.Failed({ plugin, failure, isLoaded })]
  })
}

// What is on its way is not wrong.
const wrongOf = ({ failure }: Row) => (failure?._tag === "RepositoryAwaited" ? undefined : failure)
