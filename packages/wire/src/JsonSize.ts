/**
 * Measures the compact encoding of a value while checking that it has one, in one walk and without text. The walk goes
 * no deeper than `depthLimit`, so no value can overflow the stack.
 */
import { Decimal } from "./Decimal.ts"
import * as Utf8 from "./Utf8.ts"

/** Levels of nesting, the outermost value included, that anything here walks (decision B4). */
export const depthLimit = 64

/** Why a value is not written: too deep, a number or text that JSON cannot carry, not JSON at all, or over the limit. */
export type Unencodable = "TooDeep" | "NotFinite" | "LoneSurrogate" | "NotJson" | "TooLong"

/** Returns the UTF-8 bytes of the compact encoding, or why there is none; stops early once past `limit` bytes. */
export const measure = (value: unknown, limit: number): number | Unencodable => walk(value, limit, true)

/**
 * Checks a value without looking into its text and numbers: lone surrogates go unseen, and the bytes returned are no more than
 * those of the encoding. The cheap half of writing, since text has to be looked at once more when it is written.
 */
export const check = (value: unknown, limit: number): number | Unencodable => walk(value, limit, false)

const walk = (value: unknown, limit: number, exact: boolean): number | Unencodable => {
  const bytes = sizeOf(value, limit, depthLimit, exact)
  return typeof bytes === "number" && bytes > limit ? "TooLong" : bytes
}

const sizeOf = (value: unknown, limit: number, levels: number, exact: boolean): number | Unencodable => {
  switch (typeof value) {
    case "string":
      return exact ? sizeOfText(value) : value.length + 2
    case "number":
      return Number.isFinite(value) ? sizeOfNumber(value, exact) : "NotFinite"
    case "boolean":
      return value ? 4 : 5
    case "object":
      if (value === null) return 4
      if (value instanceof Decimal) return sizeOfNumber(value.value, exact)
      if (levels === 0) return "TooDeep"
      return Array.isArray(value) ? sizeOfArray(value, limit, levels, exact) : sizeOfObject(value, limit, levels, exact)
    default:
      return "NotJson"
  }
}

const sizeOfArray = (items: ReadonlyArray<unknown>, limit: number, levels: number, exact: boolean) => {
  let bytes = items.length === 0 ? 2 : items.length + 1
  // By index, because a hole must be refused and `forEach` would pass over it.
  for (let at = 0; at < items.length; at++) {
    const item = sizeOf(items[at], limit, levels - 1, exact)
    if (typeof item === "string") return item
    bytes += item
    if (bytes > limit) return "TooLong"
  }
  return bytes
}

const sizeOfObject = (value: object, limit: number, levels: number, exact: boolean): number | Unencodable => {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return "NotJson"
  const members = value as { readonly [name: string]: unknown } // A plain object, whose members stay unknown.
  let bytes = 1
  for (const name in members) {
    const member = members[name]
    // As `JSON.stringify` has it: a member without a value is left out.
    if (member === undefined) continue
    const named = exact ? sizeOfText(name) : name.length + 2
    if (typeof named === "string") return named
    const item = sizeOf(member, limit, levels - 1, exact)
    if (typeof item === "string") return item
    bytes += named + item + 2
    if (bytes > limit) return "TooLong"
  }
  return Math.max(bytes, 2)
}

/** Below this many units a loop is cheaper than three calls into the engine. */
const shortText = 64

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that JSON escapes.
const escaped = /["\\\u0000-\u001f]/

const sizeOfText = (text: string): number | Unencodable => {
  if (text.length <= shortText || escaped.test(text)) return sizeOfUnits(text)
  return text.isWellFormed() ? Utf8.byteLength(text) + 2 : "LoneSurrogate"
}

// A negative zero is written as "0", and so it is here.
const sizeOfNumber = (finite: number, exact: boolean): number => (exact ? String(finite).length : 1)

const sizeOfUnits = (text: string): number | Unencodable => {
  let bytes = 2
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit < 0x20) bytes += hasShortEscape(unit) ? 2 : 6
    else if (unit < 0x80) bytes += unit === 0x22 || unit === 0x5c ? 2 : 1
    else if (unit < 0x800) bytes += 2
    else if (unit < 0xd800 || unit > 0xdfff) bytes += 3
    else if (unit < 0xdc00 && isLowSurrogate(text.charCodeAt(at + 1))) {
      bytes += 4
      at++
    } else return "LoneSurrogate"
  }
  return bytes
}

/** `\b`, `\t`, `\n`, `\f` and `\r`; other control characters take six bytes. */
const hasShortEscape = (unit: number): boolean => unit >= 0x08 && unit <= 0x0d && unit !== 0x0b

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff
