/** What follows a statement that failed: the first handler that takes the failure, and what becomes of its ending. */
import type { Value } from "@lanyard/sos-module"
import { type Failure, toRecord } from "../RunFailure.ts"
import type { Handler, Span } from "../Syntax.ts"
import type { Context } from "./Context.ts"
import { Fault } from "./Fault.ts"
import type { Frame } from "./Frame.ts"
import type { Slot } from "./Growing.ts"
import * as Raising from "./Raising.ts"
import { after, type Code, type Completion, Signal, type Step } from "./Step.ts"

/** What stands in for the result of a statement that failed. */
export interface Recovery {
  /** Where `recover with` puts its value; `undefined` where the statement has no place for one. */
  readonly slot: number | undefined
  /** Tells why a value cannot stand in. */
  readonly accepts: (value: Value) => Fault | undefined
}

/** Anything can stand in. */
export const anything = () => undefined

/** Puts handlers behind a statement. They are tried in order; a failure inside of one goes further out. */
export const attach = (
  code: Code,
  handlers: ReadonlyArray<Handler>,
  recovery: Recovery,
  span: Span,
  context: Context
): Code => {
  if (handlers.length === 0) return code
  const compiled = handlers.map((handler) => compile(handler, context))
  return (frame) =>
    after(code(frame), (completion) => {
      if (completion?._tag !== "Failed") return completion
      const { failure } = completion
      const taker = compiled.find(({ takes }) => takes(failure))
      if (taker === undefined) return completion
      return after(taker.run(frame, failure), (ended) => settle(frame, span, failure, recovery, ended))
    })
}

interface Taker {
  readonly takes: (failure: Failure) => boolean
  readonly run: (frame: Frame, failure: Failure) => Step
}

const compile = ({ kind, called, using, body, span }: Handler, { scope, block }: Context): Taker => {
  const code = block(body, span)
  // A body's scope has every name that its handlers bind.
  const slotOf = (name: string): number => scope.slots.get(name)!
  const fields = using.map(({ text }) => [text, slotOf(text)] as const)
  const [errorSlot, failureSlot] = [slotOf("error"), slotOf("failure")]
  const calledSlot = called === undefined ? failureSlot : slotOf(called.text)
  const bound = [errorSlot, failureSlot, calledSlot, ...fields.map(([, slot]) => slot)]
  const run = (frame: Frame, failure: Failure): Step => {
    const { slots } = frame
    const hidden = bound.map((slot) => slots[slot])
    const record = toRecord(failure)
    slots[errorSlot] = failure.message
    slots[failureSlot] = record
    slots[calledSlot] = record
    for (const [name, slot] of fields) slots[slot] = record.get(name) ?? null
    return after(code(frame), (completion) => {
      restore(slots, bound, hidden)
      return completion
    })
  }
  return { takes: (failure) => kind === undefined || (failure.declared && failure.kind === kind.text), run }
}

// Backwards, since one slot may be bound twice.
const restore = (slots: Array<Slot>, bound: ReadonlyArray<number>, hidden: ReadonlyArray<Slot>): void => {
  for (let at = bound.length - 1; at >= 0; at--) slots[bound[at]!] = hidden[at]
}

const settle = (frame: Frame, span: Span, failure: Failure, recovery: Recovery, ended: Completion): Completion => {
  if (ended === undefined) return undefined
  if (ended._tag === "PassOn") return Signal.Failed({ failure })
  if (ended._tag !== "Recover") return ended
  const { value } = ended
  if (value === undefined) return undefined
  if (recovery.slot === undefined) {
    return Raising.fault(frame, span, new Fault("recover with a value follows a statement that has no result"))
  }
  const fault = recovery.accepts(value)
  if (fault !== undefined) return Raising.fault(frame, span, fault)
  frame.slots[recovery.slot] = value
  return undefined
}
