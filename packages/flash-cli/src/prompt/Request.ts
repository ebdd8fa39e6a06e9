/** What a line of the prompt asks. */
import type { Told } from "@lanyard/flash-host"
import type { Manifest } from "@lanyard/flash-protocol"
import { Data } from "effect"

/** One request; text is as it was typed, without blanks at its ends. */
export type Request = Data.TaggedEnum<{
  Evaluate: { readonly query: string }
  /** Asks live sources of that name; the query may be empty. */
  Search: { readonly source: string; readonly query: string }
  /** Rows of one source, or of all. */
  Catalog: { readonly source?: string }
  /** A `flash` command: its two words, and the rest as it was typed. */
  Perform: { readonly command: string; readonly subcommand: string; readonly raw: string }
  Action: { readonly action: Manifest.Action }
  Event: { readonly event: Told }
  Status: {}
  Plugins: {}
  Reload: { readonly plugin: string }
  Kill: { readonly plugin: string }
  Help: {}
  Quit: {}
}>
/** Builds requests and tells them apart. */
export const Request = Data.taggedEnum<Request>()

/** Prints a request as the line that asks it. */
export const print = (request: Request): string => words(request).join(" ")

const words = Request.$match({
  Evaluate: ({ query }) => ["evaluate", query],
  Search: ({ source, query }) => ["search", `@${source}`, ...optional(query)],
  Catalog: ({ source }) => ["catalog", ...optional(source)],
  Perform: ({ command, subcommand, raw }) => ["perform", command, ...optional(subcommand), ...optional(raw)],
  Action: ({ action }) => ["action", action],
  Event: ({ event }) => ["event", event.name, JSON.stringify(event.payload)],
  Status: () => ["status"],
  Plugins: () => ["plugins"],
  Reload: ({ plugin }) => ["reload", plugin],
  Kill: ({ plugin }) => ["kill", plugin],
  Help: () => ["help"],
  Quit: () => ["quit"]
})

const optional = (text = ""): ReadonlyArray<string> => (text === "" ? [] : [text])
