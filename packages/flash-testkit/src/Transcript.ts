/**
 * What crossed a wire, with times: a list of entries that only grows. Checks are functions of it, and people read it when
 * one of them fails.
 */
import type { Child } from "@lanyard/process"
import type { JsonObject, Violation } from "@lanyard/wire"
import { Data } from "effect"
import * as Printable from "./Printable.ts"

/** The two ends. */
export type Side = "host" | "plugin"

/** What one end did. */
export type What = Data.TaggedEnum<{
  /** It wrote a frame. */
  Frame: { readonly frame: JsonObject }
  /** It wrote bytes as they are, frames or not. */
  Bytes: { readonly bytes: Uint8Array }
  /** It wrote a line that is no frame. */
  NoFrame: { readonly violation: Violation }
  /** It ended its output. */
  Ended: {}
  /** It stopped reading. */
  Broke: {}
  /** It wrote a line of diagnostics. */
  Diagnostic: { readonly text: string }
  /** Its process ended. */
  Exited: { readonly exit: Child.ChildExit }
  /** It wrote more than is read of it; what it writes from now on is dropped. */
  Flooded: {}
  /** It did nothing further that was waited for; `waited` is why the transcript goes on without it. */
  Missed: { readonly waited: string }
}>
/** Builds what happened, and tells it apart. */
export const What = Data.taggedEnum<What>()

/** One line of a transcript. */
export interface Entry {
  /** Milliseconds since the transcript began, on the Effect clock. */
  readonly at: number
  readonly from: Side
  readonly what: What
}

/** Everything so far, oldest first. */
export type Transcript = ReadonlyArray<Entry>

/** The frames that one end wrote, in order. */
export const frames = (self: Transcript, from: Side): ReadonlyArray<JsonObject> =>
  self.flatMap((entry) => (entry.from === from && What.$is("Frame")(entry.what) ? [entry.what.frame] : []))

/** Characters of a frame that are printed. */
export const printLimit = 400

/** Prints a transcript, an entry a line. What the ends chose is written as JSON text, so that nothing drives a terminal. */
export const print = (self: Transcript): string => self.map(printEntry).join("\n")

const printEntry = ({ at, from, what }: Entry): string =>
  `${at.toFixed(1).padStart(9)} ms  ${from === "host" ? "→ plugin" : "← plugin"}  ${words(what)}`

const words = What.$match({
  Frame: ({ frame }) => cut(Printable.escape(JSON.stringify(frame))),
  Bytes: ({ bytes }) =>
    `${bytes.length} bytes: ${cut(Printable.escape(JSON.stringify(new TextDecoder().decode(bytes.subarray(0, printLimit)))))}`,
  NoFrame: ({ violation }) => `no frame: ${violation._tag}`,
  Ended: () => "ended its output",
  Broke: () => "stopped reading",
  Diagnostic: ({ text }) => `stderr: ${cut(Printable.escape(JSON.stringify(text)))}`,
  Flooded: () => "floods: no more of it is read",
  Exited: ({ exit }) => (exit._tag === "Exited" ? `exited with ${exit.code}` : `ended by ${exit.signal}`),
  Missed: ({ waited }) => `nothing came: ${waited}`
})

const cut = (text: string): string => (text.length > printLimit ? `${text.slice(0, printLimit)}…` : text)
