/** Entries that a list of text has twice, which no list of names may have (decision F7). */
import { isObject } from "../Scalar.ts"
import type { Finding, Path } from "./Problem.ts"

/** Lists every entry of a file that its list has already. White space around text does not count, nor case in schemes. */
export const findings = (raw: unknown): ReadonlyArray<Finding> =>
  lists.flatMap((path) => select(raw, path, []).flatMap(([at, list]) => repeated(at, list)))

/** Where the lists are that have each entry once; `*` stands for every position. */
export const lists: ReadonlyArray<ReadonlyArray<string>> = [
  ["capabilities"],
  ["fetch_urls"],
  ["listen"],
  ["only_bundle_ids"],
  ["actions"],
  ["navigation"],
  ["status"],
  ["terminal_emulators"],
  ["on_demand_hints"],
  ["query", "prefixes"],
  ["sandbox", "exec"],
  ["sandbox", "mach"],
  ["mappings", "*", "only_bundle_ids"],
  ["help", "topics", "*", "aliases"]
]

type Selected = readonly [at: Path, list: ReadonlyArray<unknown>]

const select = (value: unknown, path: ReadonlyArray<string>, at: Path): ReadonlyArray<Selected> => {
  const [key, ...rest] = path
  if (key === undefined) return Array.isArray(value) ? [[at, value]] : []
  if (key !== "*") return isObject(value) ? select(value[key], rest, [...at, key]) : []
  return Array.isArray(value) ? value.flatMap((item, index) => select(item, rest, [...at, index])) : []
}

const repeated = (at: Path, list: ReadonlyArray<unknown>): ReadonlyArray<Finding> => {
  const seen = new Set<string>()
  return list.flatMap((entry, index) => {
    if (typeof entry !== "string" || entry.trim() === "") return []
    const name = at[0] === "navigation" ? entry.trim().toLowerCase() : entry.trim()
    if (seen.has(name)) return [{ at: [...at, index], expected: "an entry that the list does not have already" }]
    seen.add(name)
    return []
  })
}
