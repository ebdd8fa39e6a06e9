/** Rows with aligned columns. A cell is one printable line and takes as much room as a terminal gives it. */
import { CliOutput } from "effect/cli"
import * as Printable from "./Printable.ts"

/** Columns of a terminal that a cell may take when others follow it; what is cut ends in an ellipsis. */
export const cellLimit = 60

/** Lines up cells, each column as wide as its widest one; no line ends in blanks. */
export const lines = (rows: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> => {
  const table = rows.map((row) => row.map((content, column) => cell(content, column === row.length - 1)))
  const widths: Array<number> = []
  for (const row of table) {
    for (const [column, { width }] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, width)
  }
  return table.map((row) =>
    row
      .map(({ text, width }, column) => text + " ".repeat((widths[column] ?? 0) - width))
      .join(gap)
      .trimEnd()
  )
}

const gap = "   "

interface Cell {
  readonly text: string
  readonly width: number
}

const cell = (content: string, isLast: boolean): Cell => {
  const text = Printable.line(content)
  const width = widthOf(text)
  return isLast || width <= cellLimit ? { text, width } : cut(text)
}

const cut = (text: string): Cell => {
  let kept = ""
  let width = 0
  for (const character of text) {
    const next = widthOf(character)
    if (width + next >= cellLimit) break
    kept += character
    width += next
  }
  return { text: `${kept}…`, width: width + 1 }
}

// Looking for wide characters is slow, and most text has none.
const widthOf = (text: string): number => (/^[ -~]*$/.test(text) ? text.length : CliOutput.displayWidth(text))
