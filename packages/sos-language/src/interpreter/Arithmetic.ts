/**
 * The operators between numbers. A program mostly runs before the compiler of its host has looked at it, where every call between
 * closures counts: operands that are bindings or written numbers are taken without one, and numbers are computed in place.
 */
import type { Value } from "@lanyard/sos-module"
import { Fault } from "./Fault.ts"
import type { Frame } from "./Frame.ts"
import { Growing, type Slot } from "./Growing.ts"
import { operations, type Strict } from "./Operators.ts"

/** An expression, ready to be evaluated. */
export type Evaluate = (frame: Frame) => Value | Fault

/** One side of an operator. */
export interface Operand {
  readonly evaluate: Evaluate
  /** The binding of the body that it is; `noSlot` for another expression. */
  readonly slot: number
  /** The number that it is, where that is written. */
  readonly written: number | undefined
}

/** The slot of an operand that is no binding of the body. */
export const noSlot = -1

/** Compiles an operator between two operands. */
export const compile = (operator: Strict, left: Operand, right: Operand): Evaluate => {
  const { evaluate, slot } = left
  const { evaluate: evaluateOther, slot: otherSlot, written } = right
  const operation = operations[operator]
  // A binding may have no value yet, or a list that grows, which its own closure knows to read.
  const general = (frame: Frame, one: Slot | Fault, other: Slot | Fault): Value | Fault => {
    const first = one === undefined || one instanceof Growing ? evaluate(frame) : one
    if (first instanceof Fault) return first
    const second = other === undefined || other instanceof Growing ? evaluateOther(frame) : other
    if (second instanceof Fault) return second
    const value = operation(first, second)
    return typeof value === "string" ? frame.run.sizes.admit(value) : value
  }
  return (frame) => {
    const { slots } = frame
    const one = slot === noSlot ? evaluate(frame) : slots[slot]
    const other = written ?? (otherSlot === noSlot ? evaluateOther(frame) : slots[otherSlot])
    if (typeof one === "number" && typeof other === "number") {
      // A result that is not finite does not equal zero when it is taken from itself.
      switch (operator) {
        case "+": {
          const result = one + other
          if (result - result === 0) return result
          break
        }
        case "-": {
          const result = one - other
          if (result - result === 0) return result
          break
        }
        case "==":
          return one === other
        case "!=":
          return one !== other
        case "<":
          return one < other
        case ">":
          return one > other
        case "<=":
          return one <= other
        case ">=":
          return one >= other
        case "*": {
          const result = one * other
          if (result - result === 0) return result
          break
        }
        case "/": {
          const result = one / other
          if (result - result === 0) return result
          break
        }
        case "%": {
          const result = one % other
          if (result - result === 0) return result
          break
        }
      }
    }
    return general(frame, one, other)
  }
}
