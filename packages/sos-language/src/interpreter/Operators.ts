/** What the operators do with their operands. Text joins text and numbers go with numbers; nothing is converted. */
import { SosDuration, Timestamp, type Value, Values } from "@lanyard/sos-module"
import type { BinaryOperator } from "../Syntax.ts"
import { Fault } from "./Fault.ts"

/** Operators that need both operands; `and` and `or` may leave out the second. */
export type Strict = Exclude<BinaryOperator, "and" | "or">

/** What an operator makes of two values. */
export type Operation = (left: Value, right: Value) => Value | Fault

const finite = (result: number): number | Fault =>
  Number.isFinite(result) ? result : new Fault("the result is too large for a number")

const mixed = (operator: string, left: Value, right: Value, expected: string): Fault =>
  new Fault(`${operator} got ${Values.kindOf(left)} and ${Values.kindOf(right)}; expected ${expected}`)

const numeric =
  (operator: string, compute: (left: number, right: number) => number | Fault): Operation =>
  (left, right) =>
    typeof left === "number" && typeof right === "number"
      ? compute(left, right)
      : mixed(operator, left, right, "two numbers")

const ordered =
  (operator: string, holds: (order: number) => boolean): Operation =>
  (left, right) => {
    const order = compare(left, right)
    return order === undefined
      ? mixed(operator, left, right, "two numbers, texts, timestamps or durations")
      : holds(order)
  }

/** Orders two values of one kind; `undefined` where they have no order. */
const compare = (left: Value, right: Value): number | undefined => {
  if (typeof left === "number" && typeof right === "number") return left - right
  if (typeof left === "string" && typeof right === "string") return compareText(left, right)
  if (left instanceof Timestamp && right instanceof Timestamp) return compareNanos(left.nanos, right.nanos)
  if (left instanceof SosDuration && right instanceof SosDuration) return compareNanos(left.nanos, right.nanos)
  return undefined
}

const compareNanos = (left: bigint, right: bigint): number => (left < right ? -1 : left > right ? 1 : 0)

// By code points: units of a surrogate pair sort before U+E000, the characters they stand for behind.
const compareText = (left: string, right: string): number => {
  const length = Math.min(left.length, right.length)
  for (let at = 0; at < length; at++) {
    const one = left.charCodeAt(at)
    const other = right.charCodeAt(at)
    if (one !== other) return rank(one) - rank(other)
  }
  return left.length - right.length
}

const rank = (unit: number): number => (unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800)

const contains: Operation = (left, right) => {
  if (typeof left === "string" && typeof right === "string") return left.includes(right)
  if (Values.isList(left)) return left.some((item) => Values.equals(item, right))
  if (Values.isRecord(left) && typeof right === "string") return left.has(right)
  return mixed("contains", left, right, "two texts, a list and an item, or a record and the name of a field")
}

/** The operators by name. */
export const operations: Readonly<Record<Strict, Operation>> = {
  "==": (left, right) => Values.equals(left, right),
  "!=": (left, right) => !Values.equals(left, right),
  "<": ordered("<", (order) => order < 0),
  ">": ordered(">", (order) => order > 0),
  "<=": ordered("<=", (order) => order <= 0),
  ">=": ordered(">=", (order) => order >= 0),
  contains,
  "+": (left, right) =>
    typeof left === "string" && typeof right === "string"
      ? left + right
      : typeof left === "number" && typeof right === "number"
        ? finite(left + right)
        : mixed("+", left, right, "two numbers or two texts"),
  "-": numeric("-", (left, right) => finite(left - right)),
  "*": numeric("*", (left, right) => finite(left * right)),
  "/": numeric("/", (left, right) => (right === 0 ? new Fault("division by zero") : finite(left / right))),
  "%": numeric("%", (left, right) => (right === 0 ? new Fault("division by zero") : finite(left % right)))
}
