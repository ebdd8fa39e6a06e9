/** Reads `protocol/flash.md`: its fences, and whatever it says in a form that `protocol/flash.json` can be held against. */
import { readFileSync } from "node:fs"
import { protocol } from "../../src/protocol.gen.ts"

const lines = readFileSync(new URL("../../../../protocol/flash.md", import.meta.url), "utf8").split("\n")

/** A fence: the line before its first, from 1, and its text. */
export interface Fence {
  readonly line: number
  readonly lines: ReadonlyArray<string>
}

/** Lists the fences of one language. */
export const fences = (language: string): ReadonlyArray<Fence> =>
  lines.flatMap((line, at) =>
    line === `\`\`\`${language}` ? [{ line: at + 1, lines: lines.slice(at + 1, lines.indexOf("```", at + 1)) }] : []
  )

const uncoded = (cell: string) => cell.replace(/^`(.*)`$/, "$1")

const read = (cell: string): unknown => {
  if (cell === "none") return null
  return /^-?\d+$/.test(cell) ? Number(cell) : uncoded(cell)
}

/** What the page says that some part of `flash.json` holds: the part by its path, and the members with their values. */
export interface Claim {
  readonly path: string
  readonly members: ReadonlyArray<readonly [name: string, value: unknown]>
}

/** A table whose first heading is a path; the second column is the value, in `code` or as a number. */
export const tables: ReadonlyArray<Claim> = lines.flatMap((line, at) => {
  const [, path] = /^\| `([a-z_.]+)` /.exec(line) ?? []
  if (path === undefined || !/^\| -/.test(lines[at + 1] ?? "")) return []
  const end = lines.findIndex((row, index) => index > at && !row.startsWith("|"))
  const rows = lines.slice(at + 2, end).map((row) => row.split("|").map((cell) => cell.trim()))
  return [{ path, members: rows.map(([, name = "", value = ""]) => [uncoded(name), read(value)] as const) }]
})

/** A paragraph that starts with a path and a colon; its other code spans are the members, up to the end of the sentence. */
export const lists: ReadonlyArray<Claim> = lines.flatMap((line, at) => {
  const [head, path] = /^`([a-z_.]+)`: /.exec(line) ?? []
  if (head === undefined || path === undefined) return []
  const end = lines.indexOf("", at)
  const paragraph = lines.slice(at, end).join(" ").slice(head.length)
  const [sentence = ""] = /^(?:`[^`]*`[, ]*)*/.exec(paragraph) ?? []
  return [{ path, members: Array.from(sentence.matchAll(/`([^`]*)`/g), ([, name = ""]) => [name, undefined] as const) }]
})

/** A path followed by its number in parentheses, anywhere. */
export const numbers: ReadonlyArray<readonly [path: string, value: number]> = Array.from(
  lines.join("\n").matchAll(/`([a-z_]+(?:\.[a-z_]+)+)`\s\((-?\d+)/g),
  ([, path = "", value]) => [path, Number(value)] as const
)

/** The keys that the tables of the manifest explain, by path: `[]` for an entry, and `<…>` for a key that data names. */
export const manifestKeys: ReadonlyArray<string> = lines
  .slice(lines.indexOf("## Manifest"), lines.indexOf("## Activation"))
  .flatMap((line) => Array.from((/^\| (`[^|]*)\|/.exec(line)?.[1] ?? "").matchAll(/`([^`]+)`/g), ([, key = ""]) => key))

/** Tells whether the page has a text in code. */
export const hasCode = (text: string): boolean => lines.some((line) => line.includes(`\`${text}\``))

/** What `flash.json` holds at a path; undefined where there is nothing. */
export const at = (path: string): unknown =>
  path
    .split(".")
    .reduce<unknown>(
      (value, key) =>
        typeof value === "object" && value !== null
          ? new Map<string, unknown>(Object.entries(value)).get(key)
          : undefined,
      protocol
    )
