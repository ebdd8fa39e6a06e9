/** Actions of the program: binding their parameters, running their body, checking what they return. */
import { Mismatch, TypeExpr, type Value, Values } from "@lanyard/sos-module"
import { Effect } from "effect"
import type { Unit } from "../Linked.ts"
import type { Action, Span } from "../Syntax.ts"
import type { Context, Target } from "./Context.ts"
import { Fault } from "./Fault.ts"
import type { Frame } from "./Frame.ts"
import type { Slot } from "./Growing.ts"
import * as Raising from "./Raising.ts"
import { after, type Code, type Completion, Signal, toEffect } from "./Step.ts"

/** Active actions that share one piece of the stack; the next one begins on a fresh piece. */
const onOneStack = 8

/** Makes an action callable. Its body is compiled at the first call, so that actions may call each other. */
export const make = (action: Action, context: Context, unit: Unit, name: string): Target => {
  const { parameters, returning } = action
  let compiled: Code | undefined
  const code = (frame: Frame) => {
    compiled ??= context.block(action.body, action.span)
    return compiled(frame)
  }
  const accepts = (value: Value): Fault | undefined => {
    const mismatch = returning === undefined ? undefined : context.types.mismatch(returning.type, value)
    return mismatch === undefined ? undefined : new Fault(Mismatch.returned(name, mismatch))
  }
  const ended = (frame: Frame, span: Span, completion: Completion): Completion => {
    if (completion !== undefined && completion._tag !== "Finish") return within(frame, span, completion)
    const value = completion === undefined ? null : completion.value
    const fault = accepts(value)
    return fault === undefined ? Signal.Finish({ value }) : Raising.fault(frame, span, fault, name)
  }
  return {
    name,
    accepts,
    invoke: (frame, span, values) => {
      const { run, depth } = frame
      if (values.length !== parameters.length) {
        const expected = `${name} expects ${parameters.length} argument${parameters.length === 1 ? "" : "s"}`
        return Raising.fault(frame, span, new Fault(`${expected}; got ${values.length}`))
      }
      if (depth >= run.limits.recursion) return Raising.limit(frame, span, "recursion")
      const slots = bind(action, context, name, values)
      if (slots instanceof Fault) return Raising.fault(frame, span, slots, name)
      const inner: Frame = {
        run,
        unit,
        scope: context.scope,
        action: name,
        slots,
        // Every file of the program has its bindings.
        fileSlots: run.files.get(unit)!,
        caller: { frame, span },
        depth: depth + 1
      }
      const enter = () => after(code(inner), (completion) => ended(frame, span, completion))
      return inner.depth % onOneStack === 0 ? Effect.suspend(() => toEffect(enter())) : enter()
    }
  }
}

const bind = (
  { parameters, using }: Action,
  { scope, types }: Context,
  name: string,
  values: ReadonlyArray<Value>
): Array<Slot> | Fault => {
  const slots = new Array<Slot>(scope.slots.size).fill(undefined)
  for (const [at, parameter] of parameters.entries()) {
    const value = values[at] ?? null
    const mismatch = parameter.type === undefined ? undefined : types.mismatch(parameter.type.type, value)
    if (mismatch !== undefined) {
      return new Fault(Mismatch.received(name, Mismatch.inside(parameter.name.text, mismatch)))
    }
    // The parameters come first in the scope, in their order.
    slots[at] = value
  }
  const [whole] = values
  if (using.length > 0 && whole !== undefined && !Values.isRecord(whole)) {
    return new Fault(`${name} received ${Values.kindOf(whole)}; expected a record with ${using[0]?.text}`)
  }
  const fields = parameters[0]?.type === undefined ? undefined : fieldsOf(parameters[0].type.type, types)
  for (const { text } of using) {
    const value = whole === undefined || whole === null || !Values.isRecord(whole) ? undefined : whole.get(text)
    if (value === undefined && fields?.get(text)?._tag !== "Optional") {
      return new Fault(`${name} received no field ${JSON.stringify(text)}`)
    }
    slots[scope.slots.get(text)!] = value ?? null
  }
  return slots
}

const fieldsOf = (type: TypeExpr, { named }: Context["types"]): ReadonlyMap<string, TypeExpr> | undefined => {
  const record = TypeExpr.$is("Record")(type) ? named.get(type.name) : undefined
  return record === undefined ? undefined : new Map(record.fields.map((field) => [field.name, field.type]))
}

// What belongs to a handler cannot leave an action.
const within = (frame: Frame, span: Span, completion: Signal): Signal =>
  completion._tag === "Recover" || completion._tag === "PassOn"
    ? Raising.fault(frame, span, noHandler(completion._tag))
    : completion

/** Tells that a statement of handlers stands outside of one. */
export const noHandler = (tag: "Recover" | "PassOn"): Fault =>
  new Fault(
    `${tag === "Recover" ? "recover" : "pass failure on"} stands outside of a handler; there is no failure here`
  )
