/**
 * An event as a plugin reads it. Any name will do, fields it does not know are passed over, and one that it knows and that
 * has another type drops the event; but of `core:status.observed` it reads the segments alone.
 */
import { Result, Schema, SchemaGetter } from "effect"
import { poll } from "./Constants.ts"
import type * as Event from "./Event.ts"
import { Frame } from "./PerformParams.ts"
import * as Poll from "./Poll.ts"
import * as Rejection from "./Rejection.ts"
import { isObject, objectOf, optional, Pid, TextOrEmpty } from "./Scalar.ts"
import * as StatusObserved from "./StatusObserved.ts"

// The contract asks no type of the fields read by this; another type is as good as null.
const textIfAny = Schema.optionalKey(
  Schema.Unknown.pipe(
    Schema.decodeTo(Schema.NullOr(Schema.String), {
      decode: SchemaGetter.transform((value) => (typeof value === "string" ? value : null)),
      encode: SchemaGetter.transform((text) => text)
    })
  )
)

/** What a plugin reads of a payload, whatever the event; a field may be left out or null. */
export const Payload = Schema.Struct({
  bundle_id: optional(Schema.String),
  pid: optional(Pid),
  front_window_frame: optional(Frame),
  text: optional(Schema.String),
  notification: optional(Schema.String),
  running_applications: optional(
    Schema.Array(Schema.Struct({ bundle_id: TextOrEmpty, localized_name: TextOrEmpty, pid: Pid }))
  ),
  segments: optional(Schema.Array(Schema.String)),
  localized_name: textIfAny,
  reason: textIfAny
})
export interface Payload extends Schema.Schema.Type<typeof Payload> {}

/** The fields that two events must have, beside those of `Payload`. */
interface Required {
  readonly "core:ax.changed": { readonly pid: number; readonly notification: string }
  readonly "core:status.observed": StatusObserved.StatusObserved
}

/** An event as a plugin reads it; a name may be one this version does not know. */
export interface ReceivedEvent<Name extends string = string> {
  readonly name: Name
  readonly payload: Payload & (Name extends keyof Required ? Required[Name] : unknown)
}

/** Tells whether a decoded event has that name, and so the fields that the name requires. */
export const is = <Name extends Event.HostName>(event: ReceivedEvent, name: Name): event is ReceivedEvent<Name> =>
  event.name === name

/** The registration whose tick an event is, if it is one. */
export const registrationOf = (name: string): string | undefined => {
  const registration = name.slice(poll.event_prefix.length)
  return name.startsWith(poll.event_prefix) && Poll.isName(registration) ? registration : undefined
}

/** Reads params as a plugin does: a name that is not blank, and a payload that may be left out or null. */
export const decode = (params: unknown): Result.Result<ReceivedEvent, Rejection.PayloadRejected> => {
  if (!isObject(params)) return Rejection.fail("", "an object")
  const { name, payload } = params
  if (typeof name !== "string" || name.trim() === "") return Rejection.fail("name", "text that is not blank")
  return Result.map(decodePayload(name, payload ?? {}), (decoded) => ({ name, payload: decoded }))
}

const decodePayload = (name: string, payload: unknown): Result.Result<Payload, Rejection.PayloadRejected> => {
  switch (name) {
    case "core:ax.changed":
      return Result.flatMap(decodeFields(payload, "payload"), withNotification)
    case "core:status.observed":
      return StatusObserved.decode(payload, "payload")
    default:
      return decodeFields(payload, "payload")
  }
}

const decodeFields = Rejection.lenientDecoder(objectOf(Payload))

const withNotification = (payload: Payload): Result.Result<Payload, Rejection.PayloadRejected> => {
  if (payload.pid == null) return Rejection.fail("payload.pid", "a value")
  return payload.notification
    ? Result.succeed(payload)
    : Rejection.fail("payload.notification", "text that is not empty")
}
