/**
 * Log lines on standard error: `key=value` pairs for people, an object a line for programs. A plugin's words and the names of
 * its fields stand in both, and drive no terminal.
 */
import { Array as Arrays, Cause, Formatter, type Layer, Logger, References } from "effect"
import * as Printable from "./rendering/Printable.ts"

/** One line. */
export interface Entry {
  readonly time: string
  readonly level: string
  /** Who says it: `plugin:<id>`, or `flash`. */
  readonly source: string
  /** The interaction it belongs to. */
  readonly trace?: string
  readonly message: string
  /** What was said with it, by name. */
  readonly fields: Readonly<Record<string, string>>
}

/** A line for people. */
export const text = ({ fields, level, message, source, time, trace }: Entry): string =>
  Object.entries({ time, level, source, ...(trace === undefined ? {} : { trace }), message })
    .concat(Object.entries(fields))
    .map(([name, value]) => `${word(name)}=${word(value)}`)
    .join(" ")

const word = (content: string): string => {
  const printable = Printable.line(content)
  return /^[\w.:/@+-]+$/.test(printable) ? printable : JSON.stringify(printable)
}

/** Reads what a logger is told. */
export const entry = ({ cause, date, fiber, logLevel, message }: Logger.Options<unknown>): Entry => {
  const { source, trace, ...fields } = fiber.getRef(References.CurrentLogAnnotations)
  const told = Arrays.ensure(message).map(shown)
  const failed = cause.reasons.length === 0 ? [] : [Cause.pretty(cause)]
  return {
    time: date.toISOString(),
    level: logLevel.toLowerCase(),
    source: typeof source === "string" ? source : "flash",
    ...(typeof trace === "string" ? { trace } : {}),
    message: [...told, ...failed].join(" "),
    fields: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))
  }
}

const shown = (part: unknown): string => {
  if (typeof part === "string") return part
  return part instanceof Error ? Cause.pretty(Cause.die(part)) : Formatter.format(part)
}

/** Logs for people. */
export const human: Layer.Layer<never> = Logger.layer([
  Logger.withConsoleError(Logger.make((options) => text(entry(options))))
])

/** Logs for programs. */
export const json: Layer.Layer<never> = Logger.layer([
  Logger.withConsoleError(Logger.make((options) => Printable.json(entry(options))))
])
