/** The line of a file that a problem is in, with the place marked below it. */
import { type Diagnostic, Lines } from "@lanyard/sos-module"
import * as Printable from "./Printable.ts"

/** A file that excerpts are taken from. */
export interface Source {
  readonly text: string
  readonly lines: Lines.Lines
}

/** Prepares the text of a file. */
export const source = (text: string): Source => ({ text, lines: Lines.make(text) })

/** Both lines of an excerpt: what stands there, and the mark below it. */
export interface Excerpt {
  /** The number of the line. */
  readonly number: string
  readonly line: string
  /** What goes before the mark, of the same width as the number. */
  readonly gap: string
  readonly before: string
  readonly mark: string
}

/** UTF-16 units of a line that are shown. */
const width = 100

/** Units that are shown before the place, of a line that is longer. */
const lead = 60

/** Takes the excerpt of a place; none when the file has no such line. */
export const take = ({ text, lines }: Source, { start, end }: Diagnostic.Range): Excerpt | undefined => {
  const from = lines[start.line - 1]
  if (from === undefined) return undefined
  const whole = text.slice(from, lines[start.line] ?? text.length).trimEnd()
  const at = start.column - 1
  const cut = whole.length > width ? Math.max(0, at - lead) : 0
  const line = Printable.safe(whole.slice(cut, cut + width).toWellFormed())
  const before = characters(line.slice(0, at - cut))
  const until = end.line === start.line ? end.column - 1 - cut : line.length
  const marked = characters(line.slice(at - cut, Math.max(at - cut + 1, until)))
  const number = String(start.line)
  return {
    number,
    line,
    gap: " ".repeat(number.length),
    before: " ".repeat(before),
    mark: "^".repeat(Math.max(1, marked))
  }
}

// A terminal gives a character that has two units one place.
const characters = (text: string): number => [...text].length
