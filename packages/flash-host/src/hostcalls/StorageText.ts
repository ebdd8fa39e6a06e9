/** The text of a plugin's store: one JSON object of text, with its keys in the order of their code units. */
import type { HostCalls } from "@lanyard/flash-protocol"
import { Json } from "@lanyard/wire"
import { Order, Result } from "effect"

/** The entries of one plugin. */
export type Entries = HostCalls.Storage.Entries

/** The entries of a plugin that has stored nothing. */
export const empty: Entries = new Map()

/** Reads entries; undefined when the bytes are not an object of nothing but text. */
export const decode = (bytes: Uint8Array): Entries | undefined => {
  const entries = new Map<string, string>()
  const members = Result.getOrUndefined(Json.parse(bytes))
  if (members === undefined) return undefined
  for (const [key, value] of Object.entries(members)) {
    if (typeof value !== "string") return undefined
    entries.set(key, value)
  }
  return entries
}

/** Writes entries, each on a line of its own. */
export const encode = (entries: Entries): string => {
  // An object would put keys that look like numbers first, whatever order they were given in.
  const lines = [...entries].sort(byKey).map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)}`)
  return lines.length === 0 ? "{}\n" : `{\n${lines.join(",\n")}\n}\n`
}

const byKey = Order.mapInput(Order.String, ([key]: readonly [string, string]) => key)
