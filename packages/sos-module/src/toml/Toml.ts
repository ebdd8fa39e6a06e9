/**
 * Reads TOML of a limited size and depth, and tells every number that is no integer and every place that is no TOML. Total: no
 * text throws, and what it holds are plain values in tables without a prototype, so that `__proto__` is a key like any other.
 */
import { Json, Utf8 } from "@lanyard/wire"
import { Result } from "effect"
import { parse, TomlDate } from "smol-toml"
import * as Diagnostic from "../diagnostics/Diagnostic.ts"
import { depthLimit, illFormed, notToml, notUtf8, secondMark, tooDeep, tooLong } from "./TomlProblem.ts"
import * as TomlSpans from "./TomlSpans.ts"

/** A document that was read. */
export interface Document {
  /**
   * Tables are objects without a prototype, whose keys are not in the order of the text when they look like integers (the
   * spans know the order). An integer is a number, and a number with a fraction or an exponent whose value is an integer is a
   * `Json.Decimal`, as on the wire (decision B2). A date or a time is a `Moment`.
   */
  readonly value: Table
  readonly spans: TomlSpans.TomlSpans
}

/** A table; any key may be in it. */
export interface Table {
  readonly [key: string]: unknown
}

/** A date, a time of day or both. No file of SOS holds any, so that only its kind is kept. */
export class Moment {
  readonly hasDate: boolean
  readonly hasTime: boolean
  readonly hasOffset: boolean

  constructor(date: TomlDate) {
    this.hasDate = !date.isTime()
    this.hasTime = !date.isDate()
    this.hasOffset = !date.isLocal()
  }
}

/** What a file may be. */
export interface Options {
  /** The size in UTF-8 bytes that a file may have. */
  readonly maxBytes: number
}

/** Reads the bytes of a file, which have to be UTF-8. */
export const readBytes = (
  file: string,
  bytes: Uint8Array,
  options: Options
): Result.Result<Document, ReadonlyArray<Diagnostic.Diagnostic>> => {
  if (bytes.length > options.maxBytes) return refuse(tooLong(file, options.maxBytes))
  const text = Utf8.decode(bytes)
  return text === undefined ? refuse(notUtf8(file, bytes)) : read(file, text, options)
}

/**
 * Reads a text, which may start with one byte order mark. Of what is no TOML the first place is told, of integers that are too
 * large all of them.
 */
export const read = (
  file: string,
  source: string,
  options: Options
): Result.Result<Document, ReadonlyArray<Diagnostic.Diagnostic>> => {
  if (Utf8.byteLength(source) > options.maxBytes) return refuse(tooLong(file, options.maxBytes))
  const text = TomlSpans.withoutMark(source)
  // The parser would take it as the first.
  if (TomlSpans.withoutMark(text) !== text) return refuse(secondMark(file))
  if (!text.isWellFormed()) return refuse(illFormed(file, text))
  return Result.flatMap(
    Result.try({
      try: () => parse(text, { integersAsBigInt: true, maxDepth: depthLimit }),
      catch: (error) => [notToml(file, text, error)]
    }),
    (value) => {
      const spans = TomlSpans.make(text)
      const problems = settle(file, value, spans)
      return problems.length === 0 ? Result.succeed({ value, spans }) : Result.fail(problems)
    }
  )
}

/** Tells a table from everything else that a document holds. */
export const isTable = (value: unknown): value is Table => Json.isObject(value) && !(value instanceof Moment)

/** Says what kind of value was found, without its content. */
export const kind = (value: unknown): string => {
  if (typeof value === "string") return "text"
  if (typeof value === "boolean") return "a boolean"
  if (value instanceof Moment) return momentKind(value)
  if (Array.isArray(value)) return "a list"
  if (typeof value === "number") return Number.isSafeInteger(value) ? "an integer" : "a number"
  return value instanceof Json.Decimal ? "a number" : "a table"
}

/** Says what was found in the file of an author: a short value as it is, anything else by its kind. */
export const found = (value: unknown): string => {
  if (typeof value === "string")
    return value.length > 60 ? `${JSON.stringify(value.slice(0, 60))}…` : JSON.stringify(value)
  if (typeof value === "number" && !Number.isFinite(value))
    return Number.isNaN(value) ? "nan" : value < 0 ? "-inf" : "inf"
  if (typeof value === "boolean" || typeof value === "number") return String(value)
  return value instanceof Json.Decimal ? `${value.value}.0` : kind(value)
}

/** Makes the numbers what the document promises, and finds integers out of range and too many levels. */
const settle = (file: string, root: Table, spans: TomlSpans.TomlSpans): ReadonlyArray<Diagnostic.Diagnostic> => {
  const problems: Array<Diagnostic.Diagnostic> = []
  const path: Array<string | number> = []
  const report = (message: string) =>
    problems.push(Diagnostic.error(file, spans.nearest(path), message, { key: TomlSpans.printPath(path) }))

  const settled = (value: bigint | number): unknown => {
    if (typeof value === "number") return Number.isSafeInteger(value) ? new Json.Decimal(value) : value
    const number = Number(value)
    if (!Number.isSafeInteger(number)) report(outOfRange)
    return number
  }

  const visit = (inside: object, key: string | number, value: unknown): void => {
    if (typeof value === "string" || typeof value === "boolean") return
    path.push(key)
    if (typeof value === "bigint" || typeof value === "number") Reflect.set(inside, key, settled(value))
    else if (value instanceof TomlDate) Reflect.set(inside, key, new Moment(value))
    else if (path.length >= depthLimit) report(tooDeep)
    else if (Json.isStructure(value)) visitAll(value)
    path.pop()
  }

  // As deep as a document may be, and no deeper.
  const visitAll = (inside: object): void => {
    if (Array.isArray(inside)) {
      for (const [index, value] of inside.entries()) visit(inside, index, value)
    } else for (const key of Object.keys(inside)) visit(inside, key, Reflect.get(inside, key))
  }

  visitAll(root)
  return Diagnostic.sort(problems)
}

const outOfRange = `an integer out of range; expected one between ${Number.MIN_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}`

const momentKind = ({ hasDate, hasTime, hasOffset }: Moment): string => {
  if (!hasTime) return "a date"
  if (!hasDate) return "a time of day"
  return hasOffset ? "a date-time" : "a date-time without an offset"
}

const refuse = (problem: Diagnostic.Diagnostic) => Result.fail([problem])
