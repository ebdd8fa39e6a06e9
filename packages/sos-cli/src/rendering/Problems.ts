/** Problems of files as lines: `FILE:LINE:COL: message` for everyone, and the line itself where people read it. */
import { Diagnostic } from "@lanyard/sos-module"
import * as Excerpt from "./Excerpt.ts"
import * as Printable from "./Printable.ts"
import type { Marks } from "./Screen.ts"

/** How problems are shown. */
export interface Style {
  /** Before every problem, `sos: module check: ` for example. */
  readonly prefix: string
  readonly marks: Marks
  /** The files that excerpts are taken from, by the name that problems have for them. */
  readonly sources: ReadonlyMap<string, Excerpt.Source>
}

/** Shows one problem: its line, its excerpt if its file is at hand, and the places that explain it. */
export const lines = (problem: Diagnostic.Diagnostic, style: Style): ReadonlyArray<string> => [
  style.marks.faint(style.prefix) + placed(problem, style.marks),
  ...excerpt(problem, style),
  ...problem.related.flatMap(({ file, message, range }) => {
    const related = Diagnostic.error(file, range, message)
    return [`  ${placed(related, style.marks)}`, ...excerpt(related, style)]
  })
]

/** Shows what has no place in a file. */
export const sentence = (message: string, { prefix, marks }: Style): string =>
  marks.faint(prefix) + Printable.safe(message)

const placed = (problem: Diagnostic.Diagnostic, marks: Marks): string => {
  const { file, range } = problem
  const place = `${file}:${range.start.line}:${range.start.column}:`
  return marks.place(Printable.safe(place)) + Printable.safe(Diagnostic.print(problem).slice(place.length))
}

const excerpt = (
  { file, range, severity }: Diagnostic.Diagnostic,
  { marks, sources }: Style
): ReadonlyArray<string> => {
  const source = sources.get(file)
  const taken = source === undefined ? undefined : Excerpt.take(source, range)
  if (taken === undefined) return []
  const { before, gap, line, mark, number } = taken
  return [`  ${marks.faint(`${number} |`)} ${line}`, `  ${marks.faint(`${gap} |`)} ${before}${marks[severity](mark)}`]
}
