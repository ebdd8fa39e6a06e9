/** Lengths of time as SOS writes them: `1h30m`, `1.5s`, `250ms`. They are exact to the nanosecond. */
import { Result } from "effect"

/** A signed length of time in nanoseconds, within the range of 64 bits. */
export class SosDuration {
  readonly nanos: bigint

  constructor(nanos: bigint) {
    this.nanos = nanos
  }
}

/**
 * Reads `[+|-]` and numbers with their units, `h`, `m`, `s`, `ms`, `us`, `µs` or `ns`, in any order and as often as written; a
 * zero alone needs no unit. Parts below a nanosecond are cut off. The failure says what is expected.
 */
export const parse = (text: string): Result.Result<SosDuration, string> => {
  const negative = text.startsWith("-")
  const unsigned = negative || text.startsWith("+") ? text.slice(1) : text
  if (unsigned === "0") return Result.succeed(new SosDuration(0n))
  if (!whole.test(unsigned)) return notOne
  let nanos = 0n
  for (const [, units = "", fraction = "", unit = ""] of unsigned.matchAll(parts)) {
    const factor = factors.get(unit) ?? 0n
    // No fraction of an hour says more than thirteen digits do, and no 64 bits hold more than twenty.
    const digits = fraction.slice(0, 20)
    if (units.replace(/^0+/, "").length > 20) return tooLong
    nanos += BigInt(units === "" ? "0" : units) * factor
    if (digits !== "") nanos += (BigInt(digits) * factor) / 10n ** BigInt(digits.length)
    if (nanos > most) return tooLong
  }
  return Result.succeed(new SosDuration(negative ? -nanos : nanos))
}

/**
 * Writes a length of time in the one canonical way: below a second in the largest unit that has a whole one (`1.5µs`), from then
 * on with all smaller units (`1h0m0s`), without zeros at the end of a fraction; nothing is `0s`.
 */
export const print = ({ nanos }: SosDuration): string => {
  if (nanos === 0n) return "0s"
  const sign = nanos < 0n ? "-" : ""
  const size = nanos < 0n ? -nanos : nanos
  return sign + (size < second ? short(size) : long(size))
}

const nanosecond = 1n
const microsecond = 1_000n
const millisecond = 1_000_000n
const second = 1_000_000_000n
const minute = 60n * second
const hour = 60n * minute
const most = 2n ** 63n - 1n

// Both letters for micro are in use: U+00B5 and the Greek U+03BC.
const factors: ReadonlyMap<string, bigint> = new Map([
  ["ns", nanosecond],
  ["us", microsecond],
  ["\u00b5s", microsecond],
  ["\u03bcs", microsecond],
  ["ms", millisecond],
  ["s", second],
  ["m", minute],
  ["h", hour]
])

const part = "([0-9]*)(?:\\.([0-9]*))?(ns|us|\u00b5s|\u03bcs|ms|s|m|h)"
const parts = new RegExp(part, "gu")
const whole = /^(?:(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:ns|us|\u00b5s|\u03bcs|ms|s|m|h))+$/u

const notOne = Result.fail("a duration such as 5s, 1h30m or 250ms")
const tooLong = Result.fail("a duration of less than 292 years")

const short = (size: bigint): string => {
  if (size >= millisecond) return `${decimal(size, millisecond)}ms`
  return size >= microsecond ? `${decimal(size, microsecond)}\u00b5s` : `${size}ns`
}

const long = (size: bigint): string => {
  const seconds = `${decimal(size % minute, second)}s`
  if (size < minute) return seconds
  const minutes = `${(size % hour) / minute}m${seconds}`
  return size < hour ? minutes : `${size / hour}h${minutes}`
}

const decimal = (size: bigint, unit: bigint): string => {
  const fraction = String(size % unit)
    .padStart(String(unit).length - 1, "0")
    .replace(/0+$/, "")
  return fraction === "" ? String(size / unit) : `${size / unit}.${fraction}`
}
