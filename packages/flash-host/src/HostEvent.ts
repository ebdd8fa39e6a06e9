/**
 * What happens in a host, as data for displays and logs. Nothing in an event was written by a user; a plugin's own words
 * appear only in `Logged` and `Diagnostic`, which exist to carry them.
 */
import type { Log } from "@lanyard/flash-protocol"
import type { Lifecycle, Termination } from "@lanyard/process"
import type { Violation } from "@lanyard/wire"
import { Data } from "effect"
import type { AttemptFailure } from "./AttemptFailure.ts"

/** One thing that happened; every event names its plugin. */
export type HostEvent = Data.TaggedEnum<{
  /** The plugin entered a state. */
  StateChanged: { readonly plugin: string; readonly state: Lifecycle.Lifecycle }
  /** The process runs; the handshake is still to come. */
  Launched: { readonly plugin: string; readonly pid: number }
  /** The handshake succeeded `elapsed` milliseconds after the attempt began. */
  Ready: { readonly plugin: string; readonly pid: number; readonly elapsed: number }
  /** The attempt ended unplanned. */
  AttemptFailed: { readonly plugin: string; readonly failure: AttemptFailure }
  /** The process group is gone; the report says what each step of the stop did. */
  Stopped: { readonly plugin: string; readonly pid: number; readonly report: Termination.StopReport }
  /** A catalog took the place of the previous one. */
  Published: { readonly plugin: string; readonly rows: number }
  /** A message was dropped whole: `method` is the host's name for it, `reason` the rule it broke. */
  Dropped: { readonly plugin: string; readonly method: string; readonly reason: string }
  /** The plugin broke the framing or the envelope. */
  Violated: { readonly plugin: string; readonly violation: Violation }
  /** The plugin logged. */
  Logged: { readonly plugin: string; readonly entry: Log.Entry }
  /** A line of the plugin's stderr, or the number of lines that were left out. */
  Diagnostic: { readonly plugin: string; readonly line: string }
  DiagnosticsDropped: { readonly plugin: string; readonly lines: number }
}>
export const HostEvent = Data.taggedEnum<HostEvent>()
