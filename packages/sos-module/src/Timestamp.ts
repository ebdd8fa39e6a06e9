/** Instants with the offset that they were written with, exact to the nanosecond. */
import { Result } from "effect"

/** An instant: nanoseconds since 1970 in UTC, and the minutes that its writer's clock was ahead of UTC. */
export class Timestamp {
  readonly nanos: bigint
  readonly offsetMinutes: number

  constructor(nanos: bigint, offsetMinutes: number) {
    this.nanos = nanos
    this.offsetMinutes = offsetMinutes
  }
}

/**
 * Reads RFC 3339 with an offset: `2026-09-20T20:20:00-04:00`, `Z` for none, digits after the ninth of a fraction cut off. A leap
 * second, a day that its month has not, and small `t` or `z` are refused; the failure says what is expected.
 */
export const parse = (text: string): Result.Result<Timestamp, string> => {
  const found = form.exec(text)
  if (found === null) return notOne
  const [year, month, day, hour, minute, second] = found.slice(1, 7).map(Number) as Six
  const offset = found[8] === "Z" ? 0 : offsetOf(found[9], Number(found[10]), Number(found[11]))
  if (offset === undefined || hour > 23 || minute > 59 || second > 59) return notOne
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return notOne
  const seconds = BigInt(daysSinceEpoch(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - offset * 60)
  const fraction = BigInt((found[7] ?? "").slice(0, 9).padEnd(9, "0"))
  return Result.succeed(new Timestamp(seconds * billion + fraction, offset))
}

/** Writes the instant with its own offset, UTC as `Z`, and a fraction only where there is one. */
export const print = ({ nanos, offsetMinutes }: Timestamp): string => {
  const local = nanos + BigInt(offsetMinutes * 60) * billion
  const seconds = floor(local, billion)
  const fraction = String(local - seconds * billion)
    .padStart(9, "0")
    .replace(/0+$/, "")
  const days = Number(floor(seconds, 86_400n))
  const rest = Number(seconds) - days * 86_400
  const time = [Math.floor(rest / 3600), Math.floor((rest % 3600) / 60), rest % 60].map(two).join(":")
  return `${dateOf(days)}T${time}${fraction === "" ? "" : `.${fraction}`}${zoneOf(offsetMinutes)}`
}

type Six = [year: number, month: number, day: number, hour: number, minute: number, second: number]

const billion = 1_000_000_000n
const form = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?(Z|([+-])(\d\d):(\d\d))$/
const notOne = Result.fail("a timestamp with an offset, such as 2026-09-20T20:20:00-04:00")

const offsetOf = (sign: string | undefined, hours: number, minutes: number): number | undefined => {
  if (hours > 23 || minutes > 59) return undefined
  const offset = hours * 60 + minutes
  // Not minus zero: both are UTC.
  return sign === "-" && offset > 0 ? -offset : offset
}

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

const daysIn = (year: number, month: number): number => (month === 2 && isLeap(year) ? 29 : (lengths[month - 1] ?? 0))

// The proleptic Gregorian calendar in eras of 400 years that begin in March, so that a leap day ends its year.
const daysSinceEpoch = (year: number, month: number, day: number): number => {
  const shifted = month > 2 ? year : year - 1
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

const dateOf = (days: number): string => {
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1
  const month = ((fromMarch + 2) % 12) + 1
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`
}

const zoneOf = (minutes: number): string => {
  if (minutes === 0) return "Z"
  const size = Math.abs(minutes)
  return `${minutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

const two = (number: number): string => String(number).padStart(2, "0")

const floor = (value: bigint, unit: bigint): bigint => (value - (((value % unit) + unit) % unit)) / unit
