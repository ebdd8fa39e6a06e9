/**
 * An OS process and its group, as the rest of the kernel sees it: small enough to be played by a script in tests. The
 * exit is a value, never a failure, and a group that is gone can be signalled no more (decision B6).
 */
import { Context, type Deferred, type Effect } from "effect"
import type { ChildSpec } from "./ChildSpec.ts"
import type { StartFailure } from "./ProcessError.ts"

/** How a child ended: by itself with a status, or by a signal. One of the two is always present. */
export type ChildExit =
  | { readonly _tag: "Exited"; readonly code: number }
  | { readonly _tag: "Signaled"; readonly signal: string }

/** What a child's pipes tell the one reader that opened them; shaped as `DuplexReader` of the wire package. */
export interface PipesReader {
  readonly chunk: (bytes: Uint8Array) => void
  readonly end: () => void
  readonly drain: () => void
  readonly broken: () => void
}

/** A child's stdin and stdout; shaped as `Duplex` of the wire package, so that a host hands it over as it is. */
export interface Pipes {
  /**
   * Starts delivery of stdout to the one reader, who takes over from an earlier one; returns a function that stops it,
   * after which stdout is drained and discarded. `end` comes once, at end of output or when the host drops the pipes. To
   * be called in the turn of the start: what a child wrote and nobody read is discarded when it exits.
   */
  readonly open: (reader: PipesReader) => () => void
  /**
   * Writes to stdin, text as UTF-8; false asks to wait for `drain`. Never throws. After the end or a break the data is
   * dropped and true returned, since no `drain` will come.
   */
  readonly write: (data: string | Uint8Array) => boolean
  /** Ends stdin after what was written. */
  readonly end: () => void
}

/** The signals of the escalation. */
export type StopSignal = "SIGTERM" | "SIGKILL"

/** A process seen in the system's table. */
export interface SeenProcess {
  readonly pid: number
  /** The program's short name, as the system shows it. */
  readonly name: string
}

/** The child's process group, leader and descendants that did not leave it. */
export interface ProcessGroup {
  /**
   * Sends a signal to every member; false when there is none left, in which case nothing was sent. Once the leader's
   * exit was seen, nothing is sent unless members of this very group are still there.
   */
  readonly signal: (signal: StopSignal) => boolean
  /** Whether a member is still running; a zombie is not. Once false it stays false. */
  readonly alive: () => boolean
  /**
   * Notes which descendants exist now and returns a function that says which of these are still running. Once the group
   * is gone, they left it or may not be signalled. Where the system shows no process table the list is empty. Orphans that
   * began a session of their own are found by `marks`, entries of the environment (`NAME=value`) that only processes of its owner
   * have, unless they are older than the leader.
   */
  readonly trace: (marks?: ReadonlyArray<string>) => () => ReadonlyArray<SeenProcess>
}

/** A started child. It is owned by nobody yet: see `OwnedChild`. */
export interface Child {
  readonly pid: number
  readonly stdio: Pipes
  /** Delivers stderr chunks from now on; one listener. Without a listener stderr is drained and discarded. */
  readonly onStderr: (listener: (bytes: Uint8Array) => void) => void
  /** Completed once, when the system reported the leader's exit. Output may still be on its way. */
  readonly exited: Deferred.Deferred<ChildExit>
  /** Completed once, after `exited` and after the last byte of stdout and stderr; a descendant can hold it back. */
  readonly closed: Deferred.Deferred<void>
  /** Closes the host's ends of all pipes, read or not; `closed` follows. Repeated calls change nothing. */
  readonly release: () => void
  readonly group: ProcessGroup
}

/** Starts children. The node layer starts real ones; `ScriptedChild` plays them under a test clock. */
export class Spawner extends Context.Service<
  Spawner,
  {
    /** Starts one child in a process group of its own. Callers own what it returns: use `OwnedChild.spawn`. */
    readonly start: (spec: ChildSpec) => Effect.Effect<Child, StartFailure>
  }
>()("@lanyard/process/Spawner") {}
