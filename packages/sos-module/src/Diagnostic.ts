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
