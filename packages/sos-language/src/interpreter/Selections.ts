/** What expressions take out of a value: fields, counts, words, the ends of lists, and the opposite of a number or a boolean. */
import { type Value, Values } from "@lanyard/sos-module"
import { Fault } from "./Fault.ts"

/** Reads a field of a record. */
export const field = (value: Value, name: string): Value | Fault => {
  if (value === null) return new Fault(`field ${JSON.stringify(name)} is asked of null`)
  if (!Values.isRecord(value)) {
    return new Fault(`field ${JSON.stringify(name)} is asked of ${Values.kindOf(value)}; expected record`)
  }
  const found = value.get(name)
  return found === undefined ? new Fault(`field ${JSON.stringify(name)} is missing`) : found
}

/** Counts the items of a list, the fields of a record, or the characters of a text. */
export const count = (value: Value): Value | Fault => {
  if (typeof value === "string") return characters(value)
  if (Values.isList(value)) return value.length
  return Values.isRecord(value) ? value.size : wrong("count of", value, "list, record or text")
}

/** Splits a text at white space. */
export const words = (value: Value): Value | Fault =>
  typeof value === "string" ? (value.match(/\S+/gu) ?? []) : wrong("words of", value, "text")

/** Takes items from one end of a list, all of them when there are fewer. */
export const items = (end: "first" | "last", number: Value, value: Value): Value | Fault => {
  if (!isCount(number)) return notACount(`${end} … items`, number)
  if (!Values.isList(value)) return wrong(`${end} … items of`, value, "list")
  if (end === "first") return value.slice(0, number)
  return number === 0 ? [] : value.slice(-number)
}

/** `not`. */
export const negation = (value: Value): Value | Fault =>
  typeof value === "boolean" ? !value : wrong("not", value, "boolean")

/** A minus before a number. */
export const opposite = (value: Value): Value | Fault =>
  typeof value === "number" ? -value : wrong("a minus", value, "number")

/** Tells whole numbers that are not negative, as counts must be. */
export const isCount = (value: Value): value is number => Number.isInteger(value) && Number(value) >= 0

/** Tells that a count is none. */
export const notACount = (where: string, value: Value): Fault =>
  new Fault(`${where} got ${typeof value === "number" ? value : Values.kindOf(value)}; expected a whole number from 0`)

const wrong = (where: string, value: Value, expected: string): Fault =>
  new Fault(`${where} got ${Values.kindOf(value)}; expected ${expected}`)

// By code points, so that a character outside the first plane is one.
const characters = (text: string): number => text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0)
