/** Statements that run bodies: `for each`, `while`, `repeat` and `when`. */
import { type Value, Values } from "@lanyard/sos-module"
import type { Statement } from "../Syntax.ts"
import { rounds } from "./Blocks.ts"
import type { Context } from "./Context.ts"
import * as Expressions from "./Expressions.ts"
import { Fault } from "./Fault.ts"
import * as Raising from "./Raising.ts"
import * as Selections from "./Selections.ts"
import { after, type Code } from "./Step.ts"

type Of<Tag extends Statement["_tag"]> = Extract<Statement, { _tag: Tag }>

/** Compiles `for each`. The name of the item, and `number`, belong to the loop; what they hid is back behind it. */
export const forEach = ({ name, list, numberedFrom, body, span }: Of<"ForEach">, context: Context): Code => {
  const evaluate = Expressions.compile(list, context.scope)
  const code = context.block(body, span)
  // A body's scope has every name that its statements bind.
  const slot = context.scope.slots.get(name.text)!
  const numberSlot = numberedFrom === undefined ? undefined : context.scope.slots.get("number")
  return (frame) => {
    const items = evaluate(frame)
    if (items instanceof Fault) return Raising.fault(frame, span, items)
    if (!Values.isList(items)) return Raising.fault(frame, span, wrong("for each", items, "list"))
    const { slots } = frame
    const hidden = slots[slot]
    const hiddenNumber = numberSlot === undefined ? undefined : slots[numberSlot]
    const ready = (round: number) => {
      if (round >= items.length) return false
      slots[slot] = items[round]
      if (numberSlot !== undefined) slots[numberSlot] = (numberedFrom ?? 0) + round
      return true
    }
    return after(rounds(frame, ready, code), (completion) => {
      slots[slot] = hidden
      if (numberSlot !== undefined) slots[numberSlot] = hiddenNumber
      return completion
    })
  }
}

/** Compiles `while`. */
export const loop = ({ condition, body, span }: Of<"While">, context: Context): Code => {
  const evaluate = Expressions.compile(condition, context.scope)
  const code = context.block(body, span)
  return (frame) => {
    const ready = () => {
      const answer = evaluate(frame)
      return typeof answer === "boolean" ? answer : Raising.fault(frame, span, noTest("while", answer))
    }
    return rounds(frame, ready, code)
  }
}

/** Compiles `repeat … times`. */
export const repeat = ({ times, body, span }: Of<"Repeat">, context: Context): Code => {
  const evaluate = Expressions.compile(times, context.scope)
  const code = context.block(body, span)
  return (frame) => {
    const count = evaluate(frame)
    if (count instanceof Fault) return Raising.fault(frame, span, count)
    if (!Selections.isCount(count)) return Raising.fault(frame, span, Selections.notACount("repeat", count))
    return rounds(frame, (round) => round < count, code)
  }
}

/** Compiles `when` and its `otherwise`. */
export const when = ({ condition, body, otherwise, span }: Of<"When">, context: Context): Code => {
  const evaluate = Expressions.compile(condition, context.scope)
  const first = context.block(body, span)
  const second = otherwise.length === 0 ? undefined : context.block(otherwise, span)
  return (frame) => {
    const answer = evaluate(frame)
    if (answer === true) return first(frame)
    if (answer === false) return second?.(frame)
    return Raising.fault(frame, span, noTest("when", answer))
  }
}

const noTest = (word: string, answer: Value | Fault): Fault =>
  answer instanceof Fault ? answer : wrong(word, answer, "boolean")

const wrong = (word: string, value: Value, expected: string): Fault =>
  new Fault(`${word} got ${Values.kindOf(value)}; expected ${expected}`)
