/** Turns offsets into lines and columns. */
import type { Position, Range } from "./Diagnostic.ts"

/** The offsets at which the lines of a text start; a line ends at `\n`. */
export type Lines = ReadonlyArray<number>

/** Finds the lines of a text. */
export const make = (text: string): Lines => {
  const starts = [0]
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", end + 1)) starts.push(end + 1)
  return starts
}

/** Returns the place of an offset; one past the last line counts on in it. */
export const position = (lines: Lines, offset: number): Position => {
  let low = 0
  let high = lines.length
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    // In range by the bounds of the search, as below.
    if (lines[middle]! <= offset) low = middle
    else high = middle
  }
  return { line: low + 1, column: offset - lines[low]! + 1 }
}

/** Returns the range between two offsets. */
export const range = (lines: Lines, start: number, end: number): Range => ({
  start: position(lines, start),
  end: position(lines, end)
})

/** Returns the offset of a place; `undefined` for a line that there is not. */
export const offset = (lines: Lines, { line, column }: Position): number | undefined => {
  const start = lines[line - 1]
  return start === undefined ? undefined : start + column - 1
}
