/** Log lines: the author's, and the few that the SDK writes itself. None of its own holds anything that a request did. */
import { Log } from "@lanyard/flash-protocol"

/** What a line may say beside its message; other scalars are written as text. */
export type Fields = Readonly<Record<string, string | number | boolean>>

/** Writes log lines. */
export interface Journal {
  readonly log: (level: Log.Level, message: string, fields?: Fields, trace?: string) => void
  /** Tells of a warning of the SDK's own. */
  readonly warn: (message: string, fields?: Fields, trace?: string) => void
  /** Tells that the author's code failed: which part, and the name of the error but not what it says. */
  readonly failed: (part: string, cause: unknown, trace?: string) => void
}

/** Told when there is no room for an event. */
export const eventDropped = "event queue full; dropped event"

/** Makes a journal of a lane's notifications; `diagnose` takes lines for stderr. */
export const make = (
  notify: (method: string, params: unknown) => boolean,
  diagnose: (line: string) => void
): Journal => {
  const log: Journal["log"] = (level, message, fields = {}, trace) => {
    const entry = {
      level,
      message,
      fields: new Map(Object.entries(fields).map(([name, value]) => [name, String(value)]))
    }
    notify("log", Log.encode(trace === undefined ? entry : { ...entry, trace }))
  }
  return {
    log,
    warn: (message, fields, trace) => log("warn", `[plugin] ${message}`, fields, trace),
    failed: (part, cause, trace) => {
      log("error", `[plugin] ${part} failed`, { error: nameOf(cause) }, trace)
      diagnose(describe(part, cause))
    }
  }
}

/** Says on several lines for stderr what failed, and where. */
export const describe = (part: string, cause: unknown): string =>
  [`${part} failed: ${nameOf(cause)}`, ...placesOf(cause)].join("\n")

/** The message of an error may hold what the user typed; its name and its place in the code do not. */
const nameOf = (cause: unknown): string => (cause instanceof Error ? cause.name : typeof cause)

const placesOf = (cause: unknown): ReadonlyArray<string> =>
  cause instanceof Error
    ? (cause.stack ?? "")
        .split("\n")
        .filter((line) => /^\s+at /.test(line))
        .slice(0, places)
    : []

const places = 8
