/** The size report and its gate: a file that has grown past its limit is due to be split by stage. */
import { ownerOf } from "./modules.ts"
import type { Finding, Tree } from "./tree.ts"

/** The most lines a file may have; the first rule whose pattern matches a path decides. */
const limits: ReadonlyArray<{ readonly of: RegExp; readonly lines: number }> = [
  { of: /\.gen\.ts$/, lines: Number.POSITIVE_INFINITY },
  { of: /^packages\/[^/]+\/src\/.*\.ts$/, lines: 300 },
  { of: /^scripts\/(?:lib\/)?[^/]+\.(?:ts|mjs)$/, lines: 150 }
]

const lineCount = (text: string) => text.split("\n").length - (text.endsWith("\n") ? 1 : 0)

/** Lists the files that are longer than their limit. */
export const oversized = (tree: Tree): ReadonlyArray<Finding> =>
  [...tree].flatMap(([file, text]) => {
    const lines = lineCount(text)
    const limit = limits.find(({ of }) => of.test(file))?.lines ?? Number.POSITIVE_INFINITY
    return lines <= limit
      ? []
      : [{ file, line: limit + 1, wrong: `has ${lines} lines`, allowed: `split it by stage, ${limit} at most` }]
  })

const padded = (cells: ReadonlyArray<string>, widths: ReadonlyArray<number>) =>
  cells.map((cell, at) => (at === 1 || at === 2 ? cell.padStart(widths[at]!) : cell.padEnd(widths[at]!)))

/** Prints a row for each package: its source files, their lines, and the largest of them; generated files are left out. */
export const sizeReport = (tree: Tree): string => {
  const sources = [...tree].filter(([path]) => /^packages\/[^/]+\/src\//.test(path) && !path.endsWith(".gen.ts"))
  const rows = [...Map.groupBy(sources, ([path]) => ownerOf(path)!)].map(([owner, files]) => {
    const counted = files.map(([path, text]) => ({ name: path.split("/src/")[1]!, lines: lineCount(text) }))
    const largest = counted.reduce((a, b) => (b.lines > a.lines ? b : a))
    const lines = counted.reduce((sum, each) => sum + each.lines, 0)
    return [owner, String(files.length), String(lines), `${largest.name} (${largest.lines})`]
  })
  const table = [["package", "files", "lines", "largest"], ...rows]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column]!.length)))
  return table.map((row) => padded(row, widths).join("  ").trimEnd()).join("\n")
}
