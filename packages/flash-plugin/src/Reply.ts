/** How a perform ended, in the author's words. Plain values, so that a plugin that says them loads no codec. */
import type { Perform } from "@lanyard/flash-protocol"

/** What a performed effect may tell. */
export interface Done {
  /** Process to raise. */
  readonly targetPid?: number
  /** Durable address of where the effect led. */
  readonly navigationUrl?: string
  /** Text for a toast. */
  readonly message?: string
}

/** It happened. */
export const performed = (done: Done = {}): Perform.Outcome => ({ _tag: "Performed", ...done })

/** Not this plugin's context: the host may do something else instead. */
export const unhandled: Perform.Outcome = { _tag: "Unhandled" }

/** This plugin's, but it broke: the host does nothing else. The text must say nothing of what the user typed. */
export const failed = (error: string): Perform.Outcome => ({ _tag: "Failed", cause: "reported", error })
