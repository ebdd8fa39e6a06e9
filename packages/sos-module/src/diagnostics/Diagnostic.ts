/** A problem in a file that an author wrote, as data that a terminal, an editor and a program can show. */

/** A place between characters: both numbers start at 1, columns count UTF-16 units. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** From the first character up to, and without, the last. */
export interface Range {
  readonly start: Position
  readonly end: Position
}

/** A place in another file, or elsewhere in the same one, that explains a problem. */
export interface Related {
  readonly file: string
  readonly range: Range
  readonly message: string
}

/** One problem. Every message stands alone and says what was found and what is expected. */
export interface Diagnostic {
  readonly severity: "error" | "warning"
  readonly file: string
  readonly range: Range
  /** The key path of a TOML file, `action[0].command.program`; `undefined` where there is none. */
  readonly key: string | undefined
  readonly message: string
  /** What the author may have meant. */
  readonly hint: string | undefined
  readonly related: ReadonlyArray<Related>
}

/** The place of a problem that concerns a whole file. */
export const fileStart: Range = { start: { line: 1, column: 1 }, end: { line: 1, column: 1 } }

/** What a problem may have beside its message. */
export type Details = Partial<Pick<Diagnostic, "key" | "hint" | "related">>

/** Makes a problem that refuses the file. */
export const error = (file: string, range: Range, message: string, details: Details = {}): Diagnostic =>
  make("error", file, range, message, details)

/** Makes a problem that the file is accepted with. */
export const warning = (file: string, range: Range, message: string, details: Details = {}): Diagnostic =>
  make("warning", file, range, message, details)

/** Whether any of the problems refuses its file. */
export const hasErrors = (all: ReadonlyArray<Diagnostic>): boolean => all.some(({ severity }) => severity === "error")

/** Puts problems in the order of files and places, those of one place as they were found. */
export const sort = (all: ReadonlyArray<Diagnostic>): ReadonlyArray<Diagnostic> => [...all].sort(compare)

/** Prints a problem as one line: `FILE:LINE:COL: message`, with a word for a warning, and the hint behind it. */
export const print = ({ severity, file, range: { start }, message, hint }: Diagnostic): string =>
  `${file}:${start.line}:${start.column}: ${severity === "warning" ? "warning: " : ""}${message}${hint === undefined ? "" : ` (${hint})`}`

const make = (
  severity: Diagnostic["severity"],
  file: string,
  range: Range,
  message: string,
  { key, hint, related = [] }: Details
): Diagnostic => ({ severity, file, range, key, message, hint, related })

const compare = (one: Diagnostic, other: Diagnostic): number =>
  one.file === other.file
    ? one.range.start.line - other.range.start.line || one.range.start.column - other.range.start.column
    : one.file < other.file
      ? -1
      : 1
