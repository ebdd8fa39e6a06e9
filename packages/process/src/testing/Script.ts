/** What a scripted child does, and when: data for `ScriptedChild`. All times are milliseconds on the Effect clock. */
import type { ChildExit } from "../Child.ts"
import type { StartFailure } from "../ProcessError.ts"

/** An end that comes `after` ms, counted from what causes it: the start, end of input or a signal. */
export interface Ending {
  readonly after: number
  readonly exit: ChildExit
}

/** What a process does about end of input or SIGTERM. Nothing helps against SIGKILL. */
export type Reaction = Ending | "ignores"

/** Text that arrives at the host `at` ms after the start, as it is. */
export interface Emission {
  readonly at: number
  readonly text: string
  readonly to?: "stdout" | "stderr"
  /** Arrives even if the child is dead by then, as bytes that are still in the pipe do; the child closes after it. */
  readonly late?: boolean
}

/** A descendant in the child's group. It gets no input but its end. */
export interface Member {
  readonly name: string
  /** When it ends by itself, counted from the start. */
  readonly ends?: Ending
  /** Ignored if not given, as by a process that did not inherit stdin. */
  readonly onEndOfInput?: Reaction
  /** Dies at once if not given. */
  readonly onSigterm?: Reaction
  /** Keeps stdout open while it lives, which holds back the child's `closed`. */
  readonly holdsOutput?: boolean
}

/** One life of a scripted child. An empty script lives until its input ends and then exits with 0 at once. */
export interface Script {
  /** Refuses to start; nothing else of the script matters. */
  readonly fails?: StartFailure
  readonly emits?: ReadonlyArray<Emission>
  /** When the leader ends by itself, counted from the start. */
  readonly ends?: Ending
  /** Exits with 0 at once if not given. */
  readonly onEndOfInput?: Reaction
  /** Dies at once if not given. */
  readonly onSigterm?: Reaction
  /** The lines that one line of input is answered with, in the same turn of the scheduler. */
  readonly answers?: (line: string) => ReadonlyArray<string>
  /** False never reads: the pipe fills, drains no more, and end of input is not noticed. */
  readonly reads?: boolean
  readonly group?: ReadonlyArray<Member>
  /** Names of descendants that left the group; no signal reaches them. */
  readonly escaped?: ReadonlyArray<string>
}

/** Exits with a status. */
export const exits = (after: number, code = 0): Ending => ({ after, exit: { _tag: "Exited", code } })

/** Ends by a signal. */
export const dies = (after: number, signal: string): Ending => ({ after, exit: { _tag: "Signaled", signal } })
