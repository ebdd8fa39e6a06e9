/** `show … as table`: records under each other, a column for each field. */
import { type Value, type ValueRecord, Values } from "@lanyard/sos-module"
import { Fault } from "./Fault.ts"

/**
 * Lays out a list of records: a line of names, then a line a record, columns two spaces apart and as wide as their widest text. No
 * columns stand for all fields, in the order in which they first come. A field that a record lacks stays empty.
 */
export const print = (value: Value, columns: ReadonlyArray<string>): string | Fault => {
  if (!Values.isList(value)) return wrong(value)
  const rows: Array<ValueRecord> = []
  for (const item of value) {
    if (!Values.isRecord(item)) return wrong(item)
    rows.push(item)
  }
  const names = columns.length > 0 ? columns : [...new Set(rows.flatMap((row) => [...row.keys()]))]
  const lines = [names.map(oneLine), ...rows.map((row) => names.map((name) => cell(row.get(name))))]
  const widths = names.map((_, at) => lines.reduce((width, line) => Math.max(width, lengthOf(line[at] ?? "")), 0))
  return lines.map((line) => layOut(line, widths)).join("\n")
}

const wrong = (value: Value): Fault =>
  new Fault(`show as table got ${Values.kindOf(value)}; expected a list of records`)

const cell = (value: Value | undefined): string => (value === undefined ? "" : oneLine(Values.display(value)))

// A line break inside of a cell would tear the table.
const oneLine = (text: string): string => text.replace(/[\r\n\t]+/g, " ")

const layOut = (cells: ReadonlyArray<string>, widths: ReadonlyArray<number>): string =>
  cells
    .map((text, at) => text + " ".repeat((widths[at] ?? 0) - lengthOf(text)))
    .join("  ")
    .trimEnd()

const lengthOf = (text: string): number => [...text].length
