/**
 * What happens in a host, as data for displays and logs. Nothing in an event was written by a user; a plugin's own words
 * appear only in `Logged` and `Diagnostic`, which exist to carry them.
 */
import type { Log } from "@lanyard/flash-protocol"
import type { Lifecycle, Termination } from "@lanyard/process"
import type { Violation } from "@lanyard/wire"
import { Data, type Result } from "effect"
import type { AttemptFailure } from "./AttemptFailure.ts"
import type { LogRefused } from "./install/InstallFiles.ts"
import type * as InstallLog from "./install/InstallLog.ts"
import type * as SandboxMode from "./sandbox/SandboxMode.ts"

/** One thing that happened; every event names its plugin. */
export type HostEvent = Data.TaggedEnum<{
  /** The plugin entered a state. */
  StateChanged: { readonly plugin: string; readonly state: Lifecycle.Lifecycle }
  /** Nothing on this system enforces the sandbox that the plugin asks for, or its user switched it off (F13). */
  Unconfined: {
    readonly plugin: string
    readonly asked: SandboxMode.SandboxMode
    /** Why nothing does; undefined where the user switched it off. */
    readonly reason: string | undefined
  }
  /** The install ended `elapsed` milliseconds after its start, and its group is gone. `log` is where its output is kept. */
  InstallEnded: {
    readonly plugin: string
    readonly outcome: InstallLog.Outcome
    readonly elapsed: number
    readonly log: Result.Result<string, LogRefused>
  }
  /** The process runs; the handshake is still to come. */
  Launched: { readonly plugin: string; readonly pid: number }
  /** The handshake succeeded `elapsed` milliseconds after the attempt began. */
  Ready: { readonly plugin: string; readonly pid: number; readonly elapsed: number }
  /** The attempt ended unplanned. */
  AttemptFailed: { readonly plugin: string; readonly failure: AttemptFailure }
  /** The attempt ended by a defect of the host, not by anything the plugin did. It counts as a failure. */
  AttemptDied: { readonly plugin: string; readonly defect: unknown }
  /** The process group is gone; the report says what each step of the stop did. */
  Stopped: { readonly plugin: string; readonly pid: number; readonly report: Termination.StopReport }
  /** A catalog took the place of the previous one. */
  Published: { readonly plugin: string; readonly rows: number }
  /**
   * What the plugin sent was refused whole, or a reply did not come; the plugin goes on. `method` is the host's name for
   * what is missing now, `reason` the rule that was broken or the name of what befell the call.
   */
  Dropped: { readonly plugin: string; readonly method: DroppedMethod; readonly reason: string }
  /** What stood where the plugin's entries are kept was no store; it is now in `file`, and the plugin begins anew. */
  StorageKeptAside: { readonly plugin: string; readonly file: string }
  /** The plugin's store could not be read or written; the system's code says why. */
  StorageUnavailable: { readonly plugin: string; readonly code: string }
  /** The plugin broke the framing or the envelope. */
  Violated: { readonly plugin: string; readonly violation: Violation }
  /** So many more of a kind came after one that was told; the window of the count is over. */
  Repeated: { readonly plugin: string; readonly count: number } & Repetition
  /** The plugin logged. */
  Logged: { readonly plugin: string; readonly entry: Log.Entry }
  /** A line of the plugin's stderr, or the number of lines that were left out. */
  Diagnostic: { readonly plugin: string; readonly line: string }
  DiagnosticsDropped: { readonly plugin: string; readonly lines: number }
}>
export const HostEvent = Data.taggedEnum<HostEvent>()

/**
 * What can be dropped, by the host's name for it; a notification with another method is a `notification`. An `event` is the
 * host's own: it could not be sent.
 */
export type DroppedMethod = "publish" | "status" | "poll" | "evaluate" | "search" | "hints" | "event" | "notification"

/** What can be told once and counted after that. Its values are few, whatever a plugin does. */
export interface Repetition {
  readonly of: "Dropped" | "Violated" | "StorageKeptAside" | "StorageUnavailable"
  /** The method that was dropped, the tag of the violation, or the system's code. */
  readonly kind: string
}

/** What an event is a repetition of when another of the same kind was just told; undefined for those always told. */
export const repeatable = (event: HostEvent): Repetition | undefined => {
  switch (event._tag) {
    case "Dropped":
      return { of: event._tag, kind: event.method }
    case "Violated":
      return { of: event._tag, kind: event.violation._tag }
    case "StorageKeptAside":
      return { of: event._tag, kind: "storage" }
    case "StorageUnavailable":
      return { of: event._tag, kind: event.code }
    default:
      return undefined
  }
}

/** Characters of the plugin's own words that an event carries. */
export const wordsOf = (event: HostEvent): number => {
  switch (event._tag) {
    case "Logged": {
      let length = event.entry.message.length
      for (const [name, value] of event.entry.fields) length += name.length + value.length
      return length
    }
    case "Diagnostic":
      return event.line.length
    default:
      return 0
  }
}

/** Tells the events that say how a plugin stands; a plugin cannot make many of them. */
export const isLifecycle = ({ _tag }: HostEvent): boolean => lifecycle.has(_tag)

const lifecycle: ReadonlySet<HostEvent["_tag"]> = new Set([
  "StateChanged",
  "Unconfined",
  "InstallEnded",
  "Launched",
  "Ready",
  "AttemptFailed",
  "AttemptDied",
  "Stopped"
])
