/**
 * The text of a plugin's status segments. Segments are judged one by one: a malformed value costs its own segment and no
 * other, a segment that the manifest does not declare is passed over, and one that is not named stays as it is.
 */
import { Data, Result, Schema } from "effect"
import { status } from "./Constants.ts"
import * as Rejection from "./Rejection.ts"
import type { Body } from "./Response.ts"
import { FiniteNumber, isObject, optional } from "./Scalar.ts"

/** What a segment shows. */
export type Value = Data.TaggedEnum<{
  /** Nothing. */
  Cleared: {}
  Markup: { readonly text: string }
  /** Lines that the host shows in turn, each for `cycleSeconds`, behind a prefix that stands still. */
  Carousel: { readonly prefix?: string; readonly lines: ReadonlyArray<string>; readonly cycleSeconds: number }
}>
export const Value = Data.taggedEnum<Value>()

/** Values by segment. */
export type Segments = ReadonlyMap<string, Value>

/** A `status` notification as the host takes it: of keys that trim to one name the last one decides (decision B3). */
export interface Update {
  /** What applies, by declared name. */
  readonly segments: Segments
  /** Why a declared segment's value does not apply, and so is not in `segments`; the path has `*` for the name. */
  readonly refused: ReadonlyMap<string, Rejection.PayloadRejected>
}

/** Reads a notification against the manifest's segment names. It is refused whole only if `segments` is no object. */
export const decode = (
  params: unknown,
  declared: ReadonlySet<string>
): Result.Result<Update, Rejection.PayloadRejected> => {
  if (!isObject(params)) return Rejection.fail("", "an object")
  if (!isObject(params.segments)) return Rejection.fail("segments", "an object")
  const last = new Map<string, unknown>()
  for (const [key, value] of Object.entries(params.segments)) {
    const name = key.trim()
    if (declared.has(name)) last.set(name, value)
  }
  const segments = new Map<string, Value>()
  const refused = new Map<string, Rejection.PayloadRejected>()
  for (const [name, value] of last) {
    Result.match(decodeValue(value), {
      onFailure: (rejection) => refused.set(name, rejection),
      onSuccess: (decoded) => segments.set(name, decoded)
    })
  }
  return Result.succeed({ segments, refused })
}

/** Builds the params of a notification. */
export const encode = (segments: Segments): Body => ({
  segments: Object.fromEntries(Array.from(segments, ([name, value]) => [name, encodeValue(value)]))
})

/** What is shown after an update: the segments it names change, and a cleared one is gone. */
export const merge = (shown: Segments, update: Segments): Segments => {
  const merged = new Map([...shown, ...update])
  for (const [name, value] of update) if (Value.$is("Cleared")(value)) merged.delete(name)
  return merged
}

/** The markup of a value; of a carousel's lines, the one whose turn it is. */
export const markup = (value: Value, turn = 0): string =>
  Value.$match(value, {
    Cleared: () => "",
    Markup: ({ text }) => text,
    Carousel: ({ prefix = "", lines }) =>
      `${prefix}${status.line_start}${lines[turn % lines.length] ?? ""}${status.line_end}`
  })

const Carousel = Schema.Struct({
  lines: Schema.Array(Schema.String),
  cycle_seconds: FiniteNumber.check(
    Schema.makeFilter((seconds: number) => seconds >= status.min_cycle_seconds, {
      expected: `a number of seconds, at least ${status.min_cycle_seconds}`
    })
  ),
  prefix: optional(Schema.String)
})

const decodeCarousel = Rejection.lenientDecoder(Carousel)

const at = "segments.*"

const decodeValue = (value: unknown): Result.Result<Value, Rejection.PayloadRejected> => {
  if (typeof value === "string") return Result.succeed(fromText(value.trim()))
  if (!isObject(value)) return Rejection.fail(at, "text or a carousel")
  return Result.map(decodeCarousel(value, at), fromCarousel)
}

const fromText = (text: string): Value => (text === "" ? Value.Cleared() : Value.Markup({ text }))

const fromCarousel = (carousel: typeof Carousel.Type): Value => {
  const lines = carousel.lines.map((line) => line.trim()).filter((line) => line !== "")
  if (lines.length === 0) return Value.Cleared()
  const prefix = carousel.prefix == null ? {} : { prefix: carousel.prefix }
  return Value.Carousel({ ...prefix, lines, cycleSeconds: carousel.cycle_seconds })
}

const encodeValue = Value.$match({
  Cleared: (): unknown => "",
  Markup: ({ text }) => text,
  Carousel: ({ prefix, lines, cycleSeconds }) => ({
    ...(prefix === undefined ? {} : { prefix }),
    lines,
    cycle_seconds: cycleSeconds
  })
})
