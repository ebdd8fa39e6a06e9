/**
 * Compiles expressions to closures. None of them calls an action or waits, so a closure returns its value, or the fault that took its
 * place, and no expression runs longer than its operands are large.
 */
import { Timestamp, type Value, Values } from "@lanyard/sos-module"
import type { Expression } from "../Syntax.ts"
import * as Arithmetic from "./Arithmetic.ts"
import { Fault } from "./Fault.ts"
import type { Frame } from "./Frame.ts"
import * as Growing from "./Growing.ts"
import * as Scope from "./Scope.ts"
import * as Selections from "./Selections.ts"

/** An expression, ready to be evaluated. */
export type Evaluate = Arithmetic.Evaluate

/** Compiles an expression of a body that has these bindings. */
export const compile = (expression: Expression, scope: Scope.Scope): Evaluate => {
  switch (expression._tag) {
    case "Number":
    case "Duration":
    case "Boolean": {
      const { value } = expression
      return () => value
    }
    case "Null":
      return () => null
    case "Now":
      return ({ run }) => new Timestamp(run.clock.currentTimeNanosUnsafe(), 0)
    case "Text":
      return text(expression.parts, scope)
    case "List":
      return list(expression.items, scope)
    case "Record":
      return record(
        expression.entries.map(([name, value]) => [name.text, value] as const),
        scope
      )
    case "Variable":
      return variable(expression.name, scope)
    case "Field": {
      const { text: name } = expression.field
      return applied(compile(expression.of, scope), (value) => Selections.field(value, name))
    }
    case "Count":
      return count(expression.of, scope)
    case "Words":
      return applied(compile(expression.of, scope), Selections.words)
    case "Items": {
      const { end } = expression
      return strict(compile(expression.count, scope), compile(expression.of, scope), (number, items) =>
        Selections.items(end, number, items)
      )
    }
    case "Unary":
      return applied(
        compile(expression.operand, scope),
        expression.operator === "not" ? Selections.negation : Selections.opposite
      )
    case "Binary":
      return binary(expression, scope)
  }
}

/** Compiles the entries of a record, in order; the last of several with one name counts. */
export const record = (
  entries: ReadonlyArray<readonly [string, Expression]>,
  scope: Scope.Scope
): ((frame: Frame) => ReadonlyMap<string, Value> | Fault) => {
  const fields = entries.map(([name, value]) => [name, compile(value, scope)] as const)
  return (frame) => {
    const made = new Map<string, Value>()
    for (const [name, evaluate] of fields) {
      const value = evaluate(frame)
      if (value instanceof Fault) return value
      made.set(name, value)
    }
    const size = frame.run.sizes.of(made, 0)
    return size instanceof Fault ? size : made
  }
}

/** Compiles expressions whose values are wanted together, as the arguments of a call are. */
export const all = (
  expressions: ReadonlyArray<Expression>,
  scope: Scope.Scope
): ((frame: Frame) => ReadonlyArray<Value> | Fault) => {
  const compiled = expressions.map((expression) => compile(expression, scope))
  return (frame) => {
    const values: Array<Value> = []
    for (const evaluate of compiled) {
      const value = evaluate(frame)
      if (value instanceof Fault) return value
      values.push(value)
    }
    return values
  }
}

const list = (items: ReadonlyArray<Expression>, scope: Scope.Scope): Evaluate => {
  const compiled = all(items, scope)
  return (frame) => {
    const values = compiled(frame)
    return values instanceof Fault ? values : frame.run.sizes.admit(values)
  }
}

const text = (parts: ReadonlyArray<string | Expression>, scope: Scope.Scope): Evaluate => {
  if (parts.every((part) => typeof part === "string")) {
    const whole = parts.join("")
    return () => whole
  }
  const compiled = parts.map((part) => (typeof part === "string" ? part : compile(part, scope)))
  return (frame) => {
    let whole = ""
    for (const part of compiled) {
      const value = typeof part === "string" ? part : part(frame)
      if (value instanceof Fault) return value
      whole += Values.display(value)
      if (whole.length > frame.run.limits.text) break
    }
    return frame.run.sizes.admit(whole)
  }
}

/** Tells what is wrong with a name that nothing binds. */
export const unknownName = (name: string): Fault => new Fault(`nothing here is called ${JSON.stringify(name)}`)

/** Tells that a binding is used before it has a value. */
export const noValue = (name: string): Fault => new Fault(`${JSON.stringify(name)} has no value yet`)

const variable = (name: string, scope: Scope.Scope): Evaluate => {
  const binding = Scope.find(scope, name)
  if (binding === undefined) return () => unknownName(name)
  const { slot } = binding
  return binding.of === "own"
    ? ({ slots }) => {
        const value = slots[slot]
        return typeof value === "number" ? value : (Growing.read(slots, slot) ?? unset(value, name))
      }
    : ({ fileSlots }) => Growing.read(fileSlots, slot) ?? unset(fileSlots[slot], name)
}

const unset = (value: Growing.Slot, name: string): null | Fault => (value === null ? null : noValue(name))

const applied =
  (operand: Evaluate, apply: (value: Value) => Value | Fault): Evaluate =>
  (frame) => {
    const value = operand(frame)
    return value instanceof Fault ? value : apply(value)
  }

const strict =
  (left: Evaluate, right: Evaluate, apply: (left: Value, right: Value) => Value | Fault): Evaluate =>
  (frame) => {
    const one = left(frame)
    if (one instanceof Fault) return one
    const other = right(frame)
    return other instanceof Fault ? other : apply(one, other)
  }

// Counting does not hand the list to anybody, so that it goes on growing in place.
const count = (of: Expression, scope: Scope.Scope): Evaluate => {
  const binding = of._tag === "Variable" ? Scope.find(scope, of.name) : undefined
  const counted = applied(compile(of, scope), Selections.count)
  if (binding === undefined) return counted
  return (frame) => {
    const held = (binding.of === "own" ? frame.slots : frame.fileSlots)[binding.slot]
    return held instanceof Growing.Growing ? held.items.length : counted(frame)
  }
}

type Binary = Extract<Expression, { _tag: "Binary" }>

// The left sides of operators in a row lie inside each other, as deep as the row is long; they are taken one by one.
const binary = (expression: Binary, scope: Scope.Scope): Evaluate => {
  const chain: Array<Binary> = []
  let first: Expression = expression
  for (; first._tag === "Binary"; first = first.left) chain.push(first)
  if (chain.length <= nested) {
    return chain.reduceRight((left, each) => computed(joined(each, left, scope)), operand(first, scope)).evaluate
  }
  return row(compile(first, scope), chain.reverse(), scope)
}

/** Operators in a row that are evaluated inside each other. */
const nested = 8

const joined = ({ operator, right }: Binary, left: Arithmetic.Operand, scope: Scope.Scope): Evaluate => {
  const other = operand(right, scope)
  return operator === "and" || operator === "or"
    ? junction(operator, left.evaluate, other.evaluate)
    : Arithmetic.compile(operator, left, other)
}

const operand = (expression: Expression, scope: Scope.Scope): Arithmetic.Operand => {
  const evaluate = compile(expression, scope)
  const binding = expression._tag === "Variable" ? Scope.find(scope, expression.name) : undefined
  return {
    evaluate,
    slot: binding?.of === "own" ? binding.slot : Arithmetic.noSlot,
    written: expression._tag === "Number" ? expression.value : undefined
  }
}

const computed = (evaluate: Evaluate): Arithmetic.Operand => ({ evaluate, slot: Arithmetic.noSlot, written: undefined })

// Each operator is compiled for a left side that it is handed, which is kept beside the frame while it runs.
const row = (first: Evaluate, chain: ReadonlyArray<Binary>, scope: Scope.Scope): Evaluate => {
  let left: Value | Fault = null
  const steps = chain.map((each) =>
    joined(
      each,
      computed(() => left),
      scope
    )
  )
  return (frame) => {
    let value = first(frame)
    for (const step of steps) {
      left = value
      value = step(frame)
    }
    return value
  }
}

const junction = (operator: "and" | "or", left: Evaluate, right: Evaluate): Evaluate => {
  const decides = operator === "or"
  const side = (value: Value | Fault, which: string): boolean | Fault =>
    typeof value === "boolean" || value instanceof Fault
      ? value
      : new Fault(`the ${which} side of "${operator}" is ${Values.kindOf(value)}; expected boolean`)
  return (frame) => {
    const one = side(left(frame), "left")
    return one === decides || one instanceof Fault ? one : side(right(frame), "right")
  }
}
