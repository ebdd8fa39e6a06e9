/** Compiles statements one by one; bodies come back through the context. */
import { type Value, type ValueRecord, Values } from "@lanyard/sos-module"
import { Effect } from "effect"
import type { FieldValue, Name, Statement } from "../Syntax.ts"
import type { Line } from "./Blocks.ts"
import type { Context } from "./Context.ts"
import * as Expressions from "./Expressions.ts"
import { Fault } from "./Fault.ts"
import type { Frame } from "./Frame.ts"
import * as Growing from "./Growing.ts"
import * as Handlers from "./Handlers.ts"
import * as Loops from "./Loops.ts"
import * as MapEach from "./MapEach.ts"
import * as Operations from "./Operations.ts"
import * as Raising from "./Raising.ts"
import * as Scope from "./Scope.ts"
import * as Selections from "./Selections.ts"
import { type Code, Signal } from "./Step.ts"
import * as Tables from "./Tables.ts"
import * as Types from "./Types.ts"

type Of<Tag extends Statement["_tag"]> = Extract<Statement, { _tag: Tag }>

/** Compiles a statement; declarations do nothing when a body comes to them, and are no lines. */
export const compile = (statement: Statement, context: Context): Line | undefined => {
  const code = codeOf(statement, context)
  if (code === undefined) return undefined
  const { span } = statement
  if (!("handlers" in statement) || statement.handlers.length === 0) return { span, code }
  return { span, code: Handlers.attach(code, statement.handlers, recoveryOf(statement, context), span, context) }
}

const codeOf = (statement: Statement, context: Context): Code | undefined => {
  switch (statement._tag) {
    case "Import":
    case "Action":
    case "Define":
      return undefined
    case "Call":
      return Operations.into(Operations.compile(statement, context).code, slotOf(statement.sink, context))
    case "Capture":
      return Operations.into(Operations.capturing(statement, context), slotOf(statement.sink, context))
    case "MapEach":
      return Operations.into(MapEach.compile(statement, context), slotOf(statement.sink, context))
    case "Show":
      return show(statement, context)
    case "Make":
      return statement.verb === "make" ? make(statement, context) : change(statement, context)
    case "MakeRecord":
      return makeRecord(statement, context)
    case "ForEach":
      return Loops.forEach(statement, context)
    case "While":
      return Loops.loop(statement, context)
    case "Repeat":
      return Loops.repeat(statement, context)
    case "When":
      return Loops.when(statement, context)
    case "Finish":
      return ending(statement, context, (value) => Signal.Finish({ value: value ?? null }))
    case "Recover":
      return ending(statement, context, (value) => Signal.Recover({ value }))
    case "PassFailureOn":
      return () => Signal.PassOn()
    case "Stop": {
      const { message: value, span } = statement
      const message = (shown: Value | undefined) => (shown === undefined ? undefined : Values.display(shown))
      return ending({ value, span }, context, (shown, frame) => Raising.stop(frame, span, message(shown)))
    }
    case "Fail":
      return fail(statement, context)
    case "Append":
      return append(statement, context)
    case "Take":
      return take(statement, context)
  }
}

/** The slot of a name that its statement binds, which the scope of the body has. */
const slotOf = (name: Name | undefined, { scope }: Context): number | undefined =>
  name === undefined ? undefined : scope.slots.get(name.text)

const recoveryOf = (statement: Statement, context: Context): Handlers.Recovery => {
  switch (statement._tag) {
    case "Call": {
      const { accepts } = Operations.compile(statement, context)
      return { slot: slotOf(statement.sink, context), accepts }
    }
    case "Take":
    case "MapEach":
      return { slot: slotOf(statement.sink, context), accepts: Handlers.anything }
    case "Make":
    case "MakeRecord":
      return { slot: slotOf(statement.name, context), accepts: Handlers.anything }
    default:
      return { slot: undefined, accepts: Handlers.anything }
  }
}

const show = ({ value, table, span }: Of<"Show">, { scope }: Context): Code => {
  const evaluate = Expressions.compile(value, scope)
  const columns = table?.map(({ text }) => text)
  const print = (shown: Value): string | Fault =>
    columns === undefined ? Values.display(shown) : Tables.print(shown, columns)
  return (frame) => {
    const shown = evaluate(frame)
    const text = shown instanceof Fault ? shown : print(shown)
    if (text instanceof Fault) return Raising.fault(frame, span, text)
    return Effect.as(frame.run.output.write(`${text}\n`), undefined)
  }
}

const make = ({ name, value, span }: Of<"Make">, { scope }: Context): Code => {
  const evaluate = Expressions.compile(value, scope)
  // The scope of a body has every name that it makes.
  const slot = scope.slots.get(name.text)!
  return (frame) => {
    const made = evaluate(frame)
    if (typeof made !== "number" && made instanceof Fault) return Raising.fault(frame, span, made)
    frame.slots[slot] = made
    return undefined
  }
}

const change = ({ name, value, span }: Of<"Make">, { scope }: Context): Code => {
  const evaluate = Expressions.compile(value, scope)
  const binding = Scope.find(scope, name.text)
  if (binding === undefined) return (frame) => Raising.fault(frame, span, Expressions.unknownName(name.text))
  const { of, slot } = binding
  return (frame) => {
    const slots = of === "own" ? frame.slots : frame.fileSlots
    if (slots[slot] === undefined) return Raising.fault(frame, span, Expressions.noValue(name.text))
    const made = evaluate(frame)
    if (typeof made !== "number" && made instanceof Fault) return Raising.fault(frame, span, made)
    slots[slot] = made
    return undefined
  }
}

const fieldsOf = (fields: ReadonlyArray<FieldValue>, { scope }: Context) =>
  Expressions.record(
    fields.map(({ field, value }) => [field.text, value] as const),
    scope
  )

const makeRecord = ({ name, type, fields, span }: Of<"MakeRecord">, context: Context): Code => {
  const evaluate = fieldsOf(fields, context)
  const { types, scope } = context
  const slot = scope.slots.get(name.text)!
  const build = (made: ValueRecord) => (type === undefined ? made : Types.construct(types, type.text, made))
  return (frame) => {
    const made = evaluate(frame)
    const record = made instanceof Fault ? made : build(made)
    if (record instanceof Fault) return Raising.fault(frame, span, record)
    frame.slots[slot] = record
    return undefined
  }
}

const fail = ({ failure, message, fields, span }: Of<"Fail">, context: Context): Code => {
  const evaluate = Expressions.compile(message, context.scope)
  const evaluateFields = fieldsOf(fields, context)
  return (frame) => {
    const said = evaluate(frame)
    if (said instanceof Fault) return Raising.fault(frame, span, said)
    const values = evaluateFields(frame)
    const payload = values instanceof Fault ? values : Types.construct(context.types, failure.text, values)
    if (payload instanceof Fault) return Raising.fault(frame, span, payload)
    return Raising.typed(frame, span, failure.text, Values.display(said), payload)
  }
}

const ending = (
  { value, span }: Pick<Of<"Finish">, "value" | "span">,
  { scope }: Context,
  signal: (value: Value | undefined, frame: Frame) => Signal
): Code => {
  if (value === undefined) return (frame) => signal(undefined, frame)
  const evaluate = Expressions.compile(value, scope)
  return (frame) => {
    const last = evaluate(frame)
    return last instanceof Fault ? Raising.fault(frame, span, last) : signal(last, frame)
  }
}

const append = ({ value, list, span }: Of<"Append">, { scope }: Context): Code => {
  const evaluate = Expressions.compile(value, scope)
  const binding = Scope.find(scope, list.text)
  if (binding === undefined) return (frame) => Raising.fault(frame, span, Expressions.unknownName(list.text))
  const { of, slot } = binding
  return (frame) => {
    const item = evaluate(frame)
    if (item instanceof Fault) return Raising.fault(frame, span, item)
    const slots = of === "own" ? frame.slots : frame.fileSlots
    const fault = Growing.append(slots, slot, item, list.text, frame.run.sizes)
    return fault === undefined ? undefined : Raising.fault(frame, span, fault)
  }
}

const take = ({ end, count, list, sink, span }: Of<"Take">, { scope }: Context): Code => {
  const evaluate = Expressions.all([count, list], scope)
  const slot = scope.slots.get(sink.text)!
  return (frame) => {
    const values = evaluate(frame)
    const taken = values instanceof Fault ? values : Selections.items(end, values[0] ?? null, values[1] ?? null)
    if (taken instanceof Fault) return Raising.fault(frame, span, taken)
    frame.slots[slot] = taken
    return undefined
  }
}
