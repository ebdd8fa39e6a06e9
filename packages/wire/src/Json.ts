/**
 * JSON, read strictly (decisions B1 to B4) and written compactly. Reading costs little more than `JSON.parse`: only text
 * that a cheap search finds suspicious is looked at twice.
 *
 * Repeated member names: the last one wins, but a lone surrogate or an overflowing number refuses the frame wherever it
 * stands, in an overwritten member too. `__proto__` is a member like any other.
 */
import { Result } from "effect"
import { Decimal } from "./Decimal.ts"
import { read as readDecimals } from "./JsonDecimals.ts"
import { hasEscapedName, scan, suspicious, worthScanning } from "./JsonScan.ts"
import { check, depthLimit, measure, type Unencodable } from "./JsonSize.ts"
import type { JsonObject } from "./Message.ts"
import * as Utf8 from "./Utf8.ts"
import { Violation } from "./Violation.ts"

/** Parts of reading and writing that callers name too. */
export { Decimal, depthLimit, type Unencodable }

/** Why a line is not a frame. */
export type Unreadable = Extract<
  Violation,
  {
    readonly _tag:
      | "EmptyLine"
      | "NotUtf8"
      | "ByteOrderMark"
      | "NotJson"
      | "NotObject"
      | "LoneSurrogate"
      | "NumberOverflow"
      | "TooDeep"
  }
>

/** Tells a JSON object or array from everything else; a `Decimal` is a number. */
export const isStructure = (value: unknown): value is JsonObject | ReadonlyArray<unknown> =>
  typeof value === "object" && value !== null && !(value instanceof Decimal)

/** Tells a JSON object from everything else; a `Decimal` is a number. */
export const isObject = (value: unknown): value is JsonObject => isStructure(value) && !Array.isArray(value)

/** Reads one line. */
export const parse = (line: Uint8Array): Result.Result<JsonObject, Unreadable> => {
  const text = Utf8.decode(line)
  return text === undefined ? notUtf8 : parseText(text, suspicious(text))
}

/** Reads a run of lines separated by `\n`, each on its own: a bad line spoils no other. */
export const parseLines = (run: Uint8Array): ReadonlyArray<Result.Result<JsonObject, Unreadable>> => {
  const text = Utf8.decode(run)
  if (text === undefined) return splitBytes(run).map(parse)
  const careful = suspicious(text)
  if (!text.includes("\n")) return [parseText(text, careful)]
  return text.split("\n").map((line) => parseText(line, careful))
}

/**
 * Reads text that is one value of any kind, with JSON white space around it, as strictly as a line is read. The caller has
 * decoded it, so a byte order mark is text that is not JSON.
 */
export const parseValue = (text: string): Result.Result<unknown, Unreadable> => {
  const value = parsed(text)
  if (value === undefined) return notJson
  // A number is searched for behind a delimiter, which a value that stands alone has not.
  const enclosed = `[${text}]`
  if (!suspicious(enclosed)) return Result.succeed(value)
  const names = hasEscapedName(text)
  return names || worthScanning(enclosed)
    ? carefully(text, value, { names, scanned: enclosed, levels: depthLimit + 1 })
    : Result.succeed(value)
}

/** The compact text of a value, and its UTF-8 bytes. */
export interface Encoded {
  readonly text: string
  readonly bytes: number
}

/**
 * Writes a value made of plain objects, arrays, `Decimal`s and JSON's scalars; members that are undefined are left out. A
 * value that is not JSON, is too deep (a cycle is) or takes more than `limit` bytes is refused, one that is far over the
 * limit before any text is built.
 */
export const encode = (value: unknown, limit = Number.POSITIVE_INFINITY): Result.Result<Encoded, Unencodable> => {
  const checked = check(value, limit)
  if (typeof checked === "string") return Result.fail(checked)
  const text = JSON.stringify(value)
  // The writer escapes half a surrogate pair and nothing else like this, but text can hold the same characters.
  const seen = text.includes("\\ud") ? measure(value, limit) : checked
  if (typeof seen === "string") return Result.fail(seen)
  const bytes = Utf8.byteLength(text)
  return bytes > limit ? tooLong : Result.succeed({ text, bytes })
}

/** Returns the UTF-8 bytes of what `encode` would write, without writing it; stops early once past `limit`. */
export const byteSize = (value: unknown, limit = Number.POSITIVE_INFINITY): Result.Result<number, Unencodable> => {
  const bytes = measure(value, limit)
  return typeof bytes === "number" ? Result.succeed(bytes) : Result.fail(bytes)
}

const tooLong = Result.fail<Unencodable>("TooLong")
const notUtf8 = Result.fail(Violation.NotUtf8())
const emptyLine = Result.fail(Violation.EmptyLine())
const byteOrderMark = Result.fail(Violation.ByteOrderMark())
const notJson = Result.fail(Violation.NotJson())
const notObject = Result.fail(Violation.NotObject())
const loneSurrogate = Result.fail(Violation.LoneSurrogate())
const numberOverflow = Result.fail(Violation.NumberOverflow())
const tooDeep = Result.fail(Violation.TooDeep())

const parseText = (text: string, careful: boolean): Result.Result<JsonObject, Unreadable> => {
  // The parser would take long to say so, and a flood of newlines is made of these.
  if (text === "") return emptyLine
  const value = parsed(text)
  if (value === undefined) return text.charCodeAt(0) === 0xfeff ? byteOrderMark : notJson
  if (!isObject(value)) return notObject
  if (!careful) return Result.succeed(value)
  // The reader returns what the parser did, an object.
  const names = hasEscapedName(text)
  return names || worthScanning(text)
    ? (carefully(text, value, { names, scanned: text, levels: depthLimit }) as Result.Result<JsonObject, Unreadable>)
    : Result.succeed(value)
}

interface Care {
  /** Whether the parser may have misread a name. */
  readonly names: boolean
  /** The text, or the text inside one more list. */
  readonly scanned: string
  /** The levels that `scanned` may have. */
  readonly levels: number
}

const carefully = (
  text: string,
  value: unknown,
  { levels, names, scanned }: Care
): Result.Result<unknown, Unreadable> => {
  const seen = scan(scanned)
  if (seen.loneSurrogate) return loneSurrogate
  if (seen.overflow) return numberOverflow
  if (!seen.decimal && !names) return Result.succeed(value)
  // The reader recurses, so depth is bounded before it runs.
  return seen.depth > levels ? tooDeep : Result.succeed(readDecimals(text))
}

/** Undefined is the one outcome that no JSON text has. */
const parsed = (text: string): unknown => {
  // Every inbound line comes through here, and the parser reports bad text by throwing.
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const splitBytes = (run: Uint8Array): ReadonlyArray<Uint8Array> => {
  const lines: Array<Uint8Array> = []
  for (let at = 0; ; ) {
    const end = run.indexOf(0x0a, at)
    if (end === -1) return [...lines, run.subarray(at)]
    lines.push(run.subarray(at, end))
    at = end + 1
  }
}
