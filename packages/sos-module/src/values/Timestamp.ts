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
  if (!form.test(text)) return notOne
  const offset = offsetIn(text)
  const year = digits(text, 0, 4)
  const month = digits(text, 5, 7)
  const day = digits(text, 8, 10)
  const hour = digits(text, 11, 13)
  const minute = digits(text, 14, 16)
  const second = digits(text, 17, 19)
  if (offset === undefined || hour > 23 || minute > 59 || second > 59) return notOne
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return notOne
  const seconds = daysSinceEpoch(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - offset * 60
  return Result.succeed(new Timestamp(BigInt(seconds) * billion + fractionIn(text), offset))
}

/** Writes the instant with its own offset, UTC as `Z`, and a fraction only where there is one. */
export const print = ({ nanos, offsetMinutes }: Timestamp): string => {
  const rest = Number(((nanos % billion) + billion) % billion)
  const seconds = Number((nanos - BigInt(rest)) / billion) + offsetMinutes * 60
  const days = Math.floor(seconds / 86_400)
  const ofDay = seconds - days * 86_400
  const time = `${two(Math.floor(ofDay / 3600))}:${two(Math.floor((ofDay % 3600) / 60))}:${two(ofDay % 60)}`
  return `${dateOf(days)}T${time}${rest === 0 ? "" : fraction(rest)}${zoneOf(offsetMinutes)}`
}

const billion = 1_000_000_000n
const form = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/
const notOne = Result.fail("a timestamp with an offset, such as 2026-09-20T20:20:00-04:00")

// Results hold thousands of timestamps; groups of the pattern would cost more than all the rest.
const digits = (text: string, from: number, to: number): number => {
  let number = 0
  for (let at = from; at < to; at++) number = number * 10 + text.charCodeAt(at) - 48
  return number
}

const fractionIn = (text: string): bigint => {
  if (text[19] !== ".") return 0n
  const end = text.length - (text.endsWith("Z") ? 1 : 6)
  const nines = Math.min(end, 29)
  return BigInt(digits(text, 20, nines) * 10 ** (29 - nines))
}

const offsetIn = (text: string): number | undefined => {
  const { length } = text
  if (text.endsWith("Z")) return 0
  const hours = digits(text, length - 5, length - 3)
  const minutes = digits(text, length - 2, length)
  if (hours > 23 || minutes > 59) return undefined
  const offset = hours * 60 + minutes
  // Not minus zero: both are UTC.
  return text[length - 6] === "-" && offset > 0 ? -offset : offset
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

const two = (number: number): string => (number < 10 ? `0${number}` : String(number))

const fraction = (rest: number): string => `.${String(rest).padStart(9, "0").replace(/0+$/, "")}`
