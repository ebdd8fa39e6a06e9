/** Structured log lines from a plugin. Reading never fails: what is missing or of another type takes its default. */
import { isObject, isTrace } from "./ScalarGuard.ts"

/** The levels, least first. */
export const levels = ["debug", "info", "warn", "error"] as const
export type Level = (typeof levels)[number]

/** One log line, recorded under the plugin's own name. */
export interface Entry {
  readonly level: Level
  readonly message: string
  readonly fields: ReadonlyMap<string, string>
  /** The interaction whose request was being served. */
  readonly trace?: string
}

/** Reads a log line: an unknown level is `info`, fields that are not all text are none, a malformed trace is dropped. */
export const decode = (params: unknown): Entry => {
  const { level, message, fields, trace } = isObject(params) ? params : {}
  return {
    level: levels.find((known) => known === level) ?? "info",
    message: typeof message === "string" ? message : "",
    fields: textFields(fields),
    ...(isTrace(trace) ? { trace } : {})
  }
}

/** Writes a log line; `fields` is always there, `trace` only while a traced request is served. */
export const encode = (entry: Entry): Readonly<Record<string, unknown>> => ({
  level: entry.level,
  message: entry.message,
  fields: Object.fromEntries(entry.fields),
  ...(entry.trace === undefined ? {} : { trace: entry.trace })
})

// One pass, for a line may have very many fields.
const textFields = (fields: unknown): ReadonlyMap<string, string> => {
  const taken = new Map<string, string>()
  if (!isObject(fields)) return taken
  for (const name in fields) {
    const text = fields[name]
    if (typeof text !== "string") return new Map()
    taken.set(name, text)
  }
  return taken
}
