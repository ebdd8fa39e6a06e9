/** What a run may use up. */

/** Limits of one run; a host may set others. */
export interface Limits {
  /** Statements, each time they run. */
  readonly steps: number
  /** Actions of the program that are active inside each other. */
  readonly recursion: number
  /** Levels of lists and records in one value. */
  readonly depth: number
  /** Lists, records and what they hold, all together, in one value. */
  readonly nodes: number
  /** UTF-16 units of text in one value. */
  readonly text: number
}

/** The limits of the language. */
export const defaults: Limits = { steps: 100_000, recursion: 128, depth: 64, nodes: 100_000, text: 16 * 1024 * 1024 }

/** The most workers of one `map each`. */
export const workers = 128
