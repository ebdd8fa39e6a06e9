/**
 * The operators between numbers. A program mostly runs before the compiler of its host has looked at it, so the usual operands are
 * taken in one closure; everything else goes the general way.
 */
import type { Value } from "@lanyard/sos-module"
import { Fault } from "./Fault.ts"
import type { Frame } from "./Frame.ts"
import { operations, type Strict } from "./Operators.ts"

/** An expression, ready to be evaluated. */
export type Evaluate = (frame: Frame) => Value | Fault

/** Compiles an operator between two expressions. */
export const compile = (operator: Strict, left: Evaluate, right: Evaluate): Evaluate => {
  const operation = operations[operator]
  const general = (one: Value | Fault, other: Value | Fault): Value | Fault => {
    if (one instanceof Fault) return one
    return other instanceof Fault ? other : operation(one, other)
  }
  // A result that is not finite does not equal zero when it is taken from itself.
  switch (operator) {
    case "==":
      return (frame) => {
        const one = left(frame)
        const other = right(frame)
        return typeof one === "number" && typeof other === "number" ? one === other : general(one, other)
      }
    case "!=":
      return (frame) => {
        const one = left(frame)
        const other = right(frame)
        return typeof one === "number" && typeof other === "number" ? one !== other : general(one, other)
      }
    case "<":
      return (frame) => {
        const one = left(frame)
        const other = right(frame)
        return typeof one === "number" && typeof other === "number" ? one < other : general(one, other)
      }
    case ">":
      return (frame) => {
        const one = left(frame)
        const other = right(frame)
        return typeof one === "number" && typeof other === "number" ? one > other : general(one, other)
      }
    case "<=":
      return (frame) => {
        const one = left(frame)
        const other = right(frame)
        return typeof one === "number" && typeof other === "number" ? one <= other : general(one, other)
      }
    case ">=":
      return (frame) => {
        const one = left(frame)
        const other = right(frame)
        return typeof one === "number" && typeof other === "number" ? one >= other : general(one, other)
      }
    case "+":
      return (frame) => {
        const one = left(frame)
        const other = right(frame)
        const result = typeof one === "number" && typeof other === "number" ? one + other : Number.NaN
        return result - result === 0 ? result : general(one, other)
      }
    case "-":
      return (frame) => {
        const one = left(frame)
        const other = right(frame)
        const result = typeof one === "number" && typeof other === "number" ? one - other : Number.NaN
        return result - result === 0 ? result : general(one, other)
      }
    case "*":
      return (frame) => {
        const one = left(frame)
        const other = right(frame)
        const result = typeof one === "number" && typeof other === "number" ? one * other : Number.NaN
        return result - result === 0 ? result : general(one, other)
      }
    default:
      return (frame) => general(left(frame), right(frame))
  }
}
