/** One activation of the program or of an action, and the run that it belongs to. */
import { Lines, type Value } from "@lanyard/sos-module"
import type { Clock } from "effect"
import type { DebugFrame, Stop, Watcher } from "../Debugger.ts"
import type { Limits } from "../Limits.ts"
import type { Unit } from "../Linked.ts"
import type { ModuleCalls } from "../ModuleCalls.ts"
import type { Output } from "../Output.ts"
import type { Place } from "../RunFailure.ts"
import type { Span } from "../Syntax.ts"
import type { Slot } from "./Growing.ts"
import * as Growing from "./Growing.ts"
import type { Scope } from "./Scope.ts"
import type { Sizes } from "./Sizes.ts"

/** What all frames of a run share. */
export interface Run {
  readonly limits: Limits
  readonly sizes: Sizes
  readonly calls: ModuleCalls["Service"]
  readonly output: Output["Service"]
  readonly clock: Clock.Clock
  readonly watcher: Watcher | undefined
  /** The bindings of each file. */
  readonly files: ReadonlyMap<Unit, Array<Slot>>
  /** Statements so far. */
  steps: number
  /** The count of statements at which the run lets others go on, or ends. */
  pauseAt: number
  /** Where the run last waited. */
  waiting: { readonly frame: Frame; readonly span: Span } | undefined
}

/** One activation. */
export interface Frame {
  readonly run: Run
  readonly unit: Unit
  readonly scope: Scope
  /** The action as its caller named it; `undefined` for the program itself. */
  readonly action: string | undefined
  readonly slots: Array<Slot>
  /** The bindings of the file; the same as `slots` in the program itself. */
  readonly fileSlots: Array<Slot>
  readonly caller: { readonly frame: Frame; readonly span: Span } | undefined
  /** How many actions are active, this one included. */
  readonly depth: number
}

/** The lines that led to a span: its own, then that of each call. */
export const places = (frame: Frame, span: Span): ReadonlyArray<Place> =>
  callers(frame, span, ({ unit, action }, { line }) => ({ file: unit.file, line, action }))

/** Walks the active frames with the place that each has got to, innermost first. */
export const callers = <A>(
  frame: Frame,
  span: Span,
  see: (frame: Frame, place: { readonly line: number; readonly column: number }) => A
): ReadonlyArray<A> => {
  const seen: Array<A> = []
  let here: Frame["caller"] = { frame, span }
  while (here !== undefined) {
    seen.push(see(here.frame, Lines.position(here.frame.unit.lines, here.span.start)))
    here = here.frame.caller
  }
  return seen
}

/** The bindings that have a value. */
export const variables = ({ scope, slots }: Frame): ReadonlyMap<string, Value> => {
  const values = new Map<string, Value>()
  for (const [name, slot] of scope.slots) {
    const value = Growing.read(slots, slot)
    if (value !== undefined) values.set(name, value)
  }
  return values
}

/** The point before a statement, for who watches. */
export const stopAt = (frame: Frame, span: Span): Stop => {
  const { line, column } = Lines.position(frame.unit.lines, span.start)
  const { unit, depth } = frame
  return { reason: "statement", file: unit.file, line, column, depth, frames: () => debugFrames(frame, span) }
}

/** The active frames as data, innermost first. */
export const debugFrames = (frame: Frame, span: Span): ReadonlyArray<DebugFrame> =>
  callers(frame, span, (active, { line, column }) => ({
    kind: active.action === undefined ? "program" : "action",
    name: active.action ?? active.unit.file,
    file: active.unit.file,
    line,
    column,
    depth: active.depth,
    variables: variables(active),
    text: undefined
  }))
