/** What the layers below tell of themselves, as lines on standard error: standard output is for answers. */
import { Array as Arrays, Cause, Formatter, type Layer, Logger } from "effect"
import * as Printable from "./rendering/Printable.ts"

/** What one line is made of. */
export type Entry = Pick<Logger.Options<unknown>, "cause" | "logLevel" | "message">

/** One line. */
export const text = ({ cause, logLevel, message }: Entry): string => {
  const told = Arrays.ensure(message).map(shown)
  const failed = cause.reasons.length === 0 ? [] : [Cause.pretty(cause)]
  return Printable.safe(`sos: ${levels[logLevel] ?? ""}${[...told, ...failed].join(" ")}`)
}

const shown = (part: unknown): string => {
  if (typeof part === "string") return part
  return part instanceof Error ? Cause.pretty(Cause.die(part)) : Formatter.format(part)
}

/** Tells each log entry in a line of its own, and nothing on standard output. */
export const layer: Layer.Layer<never> = Logger.layer([Logger.withConsoleError(Logger.make(text))])

const levels: Readonly<Partial<Record<string, string>>> = { Warn: "warning: ", Error: "error: ", Fatal: "error: " }
