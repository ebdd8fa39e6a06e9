/** What came of a request: values, which renderers turn into text or JSON. */
import type { ActionOutcome, Evaluation } from "@lanyard/flash-host"
import type { Catalog, Manifest, Perform } from "@lanyard/flash-protocol"
import { Data, Option } from "effect"
import type { Plugin } from "../Listing.ts"
import type { Form } from "./Line.ts"

/** One row and the plugin it is from. */
export interface Row {
  readonly plugin: string
  readonly row: Catalog.Row
}

/** One status segment as it looks now; empty when it shows nothing. */
export interface Segment {
  readonly plugin: string
  readonly segment: string
  readonly markup: string
}

/** One reply. */
export type Reply = Data.TaggedEnum<{
  Answers: { readonly evaluations: ReadonlyArray<Evaluation> }
  Rows: { readonly rows: ReadonlyArray<Row> }
  Performed: { readonly outcome: Perform.Outcome }
  Acted: { readonly action: Manifest.Action; readonly outcome: ActionOutcome }
  Told: { readonly event: string }
  Segments: { readonly segments: ReadonlyArray<Segment> }
  Plugins: { readonly plugins: ReadonlyArray<Plugin> }
  /** How the plugin stands after its reload. */
  Reloaded: { readonly plugin: Plugin }
  /** How the plugin stands now that the host has seen it die. */
  Killed: { readonly plugin: Plugin }
  Help: { readonly forms: ReadonlyArray<Form> }
}>
/** Builds replies and tells them apart. */
export const Reply = Data.taggedEnum<Reply>()

/**
 * Tells whether what was asked was done. A perform that nobody took or that failed was not, nor a reload after which the plugin
 * does not run although it should.
 */
export const isDone = (reply: Reply): boolean => {
  switch (reply._tag) {
    case "Performed":
      return reply.outcome._tag === "Performed"
    case "Acted":
      return reply.outcome._tag === "Resolved" || reply.outcome.outcome._tag === "Performed"
    case "Reloaded":
      return Option.exists(reply.plugin.standing, ({ state }) => state._tag !== "Backoff" && state._tag !== "Parked")
    default:
      return true
  }
}
