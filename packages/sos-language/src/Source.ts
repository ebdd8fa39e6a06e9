/**
 * A program's text as lines: where each begins, how far it is indented, and where its statement ends before a comment. What is wrong
 * with lines as such is told here, before anybody reads a word of them.
 */
import { Diagnostic, Frontmatter, Lines } from "@lanyard/sos-module"
import { Result } from "effect"
import type { Span } from "./Syntax.ts"

/** The UTF-8 bytes that one file may have. */
export const maxBytes = 1_048_576

/** A line with a statement. */
export interface Row {
  /** Spaces before the statement. */
  readonly indent: number
  /** The statement, without indentation, comment and spaces at the end. */
  readonly span: Span
  /** False for a line that cannot be read, which has been told. */
  readonly readable: boolean
}

/** A file that is being read. */
export interface Source {
  readonly file: string
  readonly text: string
  readonly lines: Lines.Lines
  /** Blank lines, comments and frontmatter left out. */
  readonly rows: ReadonlyArray<Row>
  readonly diagnostics: ReadonlyArray<Diagnostic.Diagnostic>
}

/** The text of a file; undefined when it is not UTF-8. */
export const decode = (bytes: Uint8Array): string | undefined =>
  Result.getOrUndefined(Result.try(() => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)))

/** Cuts a text into lines. */
export const make = (file: string, text: string): Source => {
  const lines = Lines.make(text)
  const rows: Array<Row> = []
  const diagnostics: Array<Diagnostic.Diagnostic> = []
  const bom = text.startsWith("\ufeff") ? 1 : 0
  const skipped = Frontmatter.find(text)?.lines ?? 0
  for (let at = skipped; at < lines.length; at++) {
    const start = at === 0 ? bom : (lines[at] ?? 0)
    const row = rowOf(text, start, (lines[at + 1] ?? text.length + 1) - 1)
    if (row === undefined) continue
    const tab = text.slice(start, row.span.end).indexOf("\t")
    if (tab === -1) rows.push(row)
    else {
      const place = Lines.range(lines, start + tab, start + tab + 1)
      diagnostics.push(Diagnostic.error(file, place, "a tab; expected spaces"))
      rows.push({ ...row, readable: false })
    }
  }
  return { file, text, lines, rows, diagnostics }
}

/** The place of a span. */
export const rangeOf = ({ lines }: Pick<Source, "lines">, { end, start }: Span): Diagnostic.Range =>
  Lines.range(lines, start, end)

const rowOf = (text: string, start: number, end: number): Row | undefined => {
  let first = start
  while (first < end && isBlank(text.charCodeAt(first))) first++
  let last = endOfStatement(text, first, end)
  while (last > first && isBlank(text.charCodeAt(last - 1))) last--
  return last === first ? undefined : { indent: first - start, span: { start: first, end: last }, readable: true }
}

/** Where a comment begins; a `#` inside quotes begins none. */
const endOfStatement = (text: string, start: number, end: number): number => {
  let inText = false
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) inText = !inText
    else if (inText && code === backslash) at++
    else if (!inText && code === hash) return at
  }
  return end
}

// A carriage return before the newline is the end of the line on some systems.
const isBlank = (code: number): boolean => code === space || code === tabulator || code === carriageReturn

const tabulator = 0x09
const carriageReturn = 0x0d
const space = 0x20
const quote = 0x22
const hash = 0x23
const backslash = 0x5c
