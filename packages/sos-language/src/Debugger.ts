/**
 * What watches a run: told before every statement and every call of a module, with the frames as data. A run that nobody
 * watches pays nothing for it.
 */
import type { Value } from "@lanyard/sos-module"
import { Context, type Effect } from "effect"

/** One active part of the program. */
export interface DebugFrame {
  readonly kind: "program" | "action" | "external"
  /** The action as the caller names it, `weather.current`; of the program itself, its file. */
  readonly name: string
  /** The source of the statement; of an external call the module's definition, absolute. */
  readonly file: string
  readonly line: number
  readonly column: number
  /** How many frames lie below. */
  readonly depth: number
  /** By name, only what has a value. Empty for an external call, whose inside is its own. */
  readonly variables: ReadonlyMap<string, Value>
  /** What stands for the source of an external call; `undefined` where there is a source. */
  readonly text: string | undefined
}

/** A point at which a run can be held. */
export interface Stop {
  readonly reason: "statement" | "external"
  readonly file: string
  readonly line: number
  readonly column: number
  readonly depth: number
  /** The active frames, innermost first; read them before the run goes on. */
  readonly frames: () => ReadonlyArray<DebugFrame>
}

/** What watches a run. The run waits for `before`; the workers of `map each` may stop at the same time. */
export interface Watcher {
  readonly before: (stop: Stop) => Effect.Effect<void>
}

/** The watcher of a run, if there is one. */
export const Debugger = Context.Reference<Watcher | undefined>("@lanyard/sos-language/Debugger", {
  defaultValue: () => undefined
})
