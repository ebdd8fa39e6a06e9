/**
 * The wake-ups a plugin wants from the host's clock. Each notification is the complete set and is taken whole or not at
 * all; a refused one leaves the previous set running. Plugins send no set that a host would refuse: both ends check alike.
 */
import { Result, Schema } from "effect"
import { poll } from "./Constants.ts"
import * as Rejection from "./Rejection.ts"
import type { Body } from "./Response.ts"
import { FiniteNumber, hasOnly, isObject } from "./Scalar.ts"

/** How late a wake-up may land. The host's own `system` is none of them. */
export type Priority = keyof typeof poll.priorities

/** One wake-up. */
export interface Registration {
  /** A cadence, or a deadline that fires once, measured from the receipt of its set. */
  readonly kind: "every" | "after"
  /** Whole milliseconds, as the host rounds the seconds on the wire. */
  readonly millis: number
  readonly priority: Priority
}

/** A complete set, by name. */
export type Registrations = ReadonlyMap<string, Registration>

/** Milliseconds that a wake-up may land late, so that unrelated ones can share it. */
export const slack = (priority: Priority): number => poll.priorities[priority]

/** Tells a name that a registration may have. */
export const isName = (name: string): boolean => name.length <= poll.max_name_bytes && /^[a-z0-9_-]+$/.test(name)

/** Reads a set: the count, then each entry's name before what it says. */
export const decode = (params: unknown): Result.Result<Registrations, Rejection.PayloadRejected> => {
  if (!isObject(params)) return Rejection.fail("", "an object")
  if (!hasOnly(params, "registrations")) return Rejection.fail("*", Rejection.noOtherKey)
  if (!isObject(params.registrations)) return Rejection.fail("registrations", "an object")
  const entries = Object.entries(params.registrations)
  if (entries.length > poll.max_registrations) return tooMany
  const set = new Map<string, Registration>()
  for (const [name, entry] of entries) {
    const registration = isName(name) ? decodeEntry(entry) : badName
    if (Result.isFailure(registration)) return Result.fail(registration.failure)
    set.set(name, registration.success)
  }
  return Result.succeed(set)
}

/** Builds the params of a set that the host will take, or says why it would not. */
export const encode = (set: Registrations): Result.Result<Body, Rejection.PayloadRejected> => {
  const entries = Array.from(set, ([name, { kind, millis, priority }]) => [name, { [kind]: millis / 1000, priority }])
  const params: Body = { registrations: Object.fromEntries(entries) }
  return Result.map(decode(params), () => params)
}

const at = "registrations.*"

const tooMany = Rejection.fail("registrations", `at most ${poll.max_registrations} entries`, poll.max_registrations)

const badName = Rejection.fail(at, `a name of 1 to ${poll.max_name_bytes} characters a-z, 0-9, _ and -`)

const seconds = (least: number) =>
  FiniteNumber.check(
    Schema.makeFilter((value: number) => value >= least && value <= poll.max_seconds, {
      expected: `a number of seconds from ${least} to ${poll.max_seconds}`
    })
  )

const priority = Schema.declare(
  (value): value is Priority => typeof value === "string" && Object.hasOwn(poll.priorities, value),
  { expected: "a priority for plugins" }
)

const decodeCadence = Rejection.decoder(Schema.Struct({ every: seconds(poll.min_every_ms / 1000), priority }))
const decodeDeadline = Rejection.decoder(Schema.Struct({ after: seconds(0), priority }))

const decodeEntry = (entry: unknown): Result.Result<Registration, Rejection.PayloadRejected> => {
  if (!isObject(entry)) return Rejection.fail(at, "an object")
  // A second kind is a key too many even if it is null.
  if (Object.hasOwn(entry, "every") === Object.hasOwn(entry, "after"))
    return Rejection.fail(at, "one of every and after")
  return Object.hasOwn(entry, "every")
    ? Result.map(decodeCadence(entry, at), ({ every, priority }) => registration("every", every, priority))
    : Result.map(decodeDeadline(entry, at), ({ after, priority }) => registration("after", after, priority))
}

const registration = (kind: Registration["kind"], seconds: number, priority: Priority): Registration => ({
  kind,
  millis: Math.round(seconds * 1000),
  priority
})
