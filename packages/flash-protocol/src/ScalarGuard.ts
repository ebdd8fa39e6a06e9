/**
 * Quick answers about the small values that several payloads share. They need no schema, so that a frame can be read, and
 * the handshake answered, before the first schema is made.
 */
import { Json } from "@lanyard/wire"
import { priorities } from "./Constants.ts"

/** Tells a JSON object from an array, null and a number written with a fraction. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Json.Decimal)

/** Tells whether every key of an object is one of `names`. */
export const hasOnly = (object: object, ...names: ReadonlyArray<string>): boolean =>
  Object.keys(object).every((key) => names.includes(key))

/** Tells an object whose values are all text; any name is an ordinary key, `__proto__` included. */
export const isTextByName = (value: unknown): value is Readonly<Record<string, string>> => {
  if (!isObject(value)) return false
  for (const name in value) if (typeof value[name] !== "string") return false
  return true
}

/** Tells an integer token between two others, both included; without the second, up to the end of the safe range. */
export const isWithin = (value: unknown, least: number, most = Number.MAX_SAFE_INTEGER): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= least && value <= most

/** Tells an integer token from 1 to the end of the safe range: an id, milliseconds left, a tab. */
export const isPositiveInteger = (value: unknown): value is number => isWithin(value, 1)

/** Tells an integer token from 1 to 2147483647. */
export const isPid = (value: unknown): value is number => isWithin(value, 1, 0x7fff_ffff)

/** Tells whether text starts with a scheme and a colon; nothing more is asked of an address. */
export const isAbsoluteUrl = (text: string): boolean => /^[A-Za-z][A-Za-z0-9+.-]*:/.test(text)

/** Tells text with at least one character. */
export const isNonEmpty = (value: unknown): value is string => typeof value === "string" && value !== ""

/** Tells a trace id: the user interaction that caused a request. */
export const isTrace = (value: unknown): value is string => typeof value === "string" && /^[0-9a-z]{1,16}$/.test(value)

/** How much rows or targets matter beside others, on the wire a `priority`. */
export type Salience = (typeof priorities)[number]

/** Tells one of the five saliences. */
export const isSalience = (value: unknown): value is Salience => priorities.some((salience) => salience === value)
