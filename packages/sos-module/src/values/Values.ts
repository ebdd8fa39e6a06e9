/** What all values have in common: what kind they are, when they are equal, and how they are shown. */
import * as SosDuration from "./SosDuration.ts"
import * as Timestamp from "./Timestamp.ts"
import type { Value, ValueRecord } from "./Value.ts"

/** Levels of lists and records that a value may have (decision B4). */
export const depthLimit = 64

/** Lists, records and what they hold, all together, that a value may have. */
export const nodeLimit = 100_000

/** Bytes of text, in UTF-8, that a value may have. */
export const textLimit = 16 * 1024 * 1024

/** Tells a record from everything else. */
export const isRecord = (value: Value): value is ValueRecord => value instanceof Map

/** Tells a list from everything else. */
export const isList = (value: Value): value is ReadonlyArray<Value> => Array.isArray(value)

/** The kind of a value as messages name it. */
export const kindOf = (value: Value): string => {
  switch (typeof value) {
    case "string":
      return "text"
    case "number":
      return "number"
    case "boolean":
      return "boolean"
    default:
      if (value === null) return "null"
      if (value instanceof Timestamp.Timestamp) return "timestamp"
      if (value instanceof SosDuration.SosDuration) return "duration"
      return isList(value) ? "list" : "record"
  }
}

/** Compares by structure; instants are equal whatever their offset. Values are no deeper than `depthLimit`. */
export const equals = (one: Value, other: Value): boolean => {
  if (one === other) return true
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false
  if (one instanceof Timestamp.Timestamp) return other instanceof Timestamp.Timestamp && one.nanos === other.nanos
  if (one instanceof SosDuration.SosDuration)
    return other instanceof SosDuration.SosDuration && one.nanos === other.nanos
  if (isList(one)) {
    return isList(other) && one.length === other.length && one.every((item, at) => equals(item, other[at] ?? null))
  }
  return (
    isRecord(one) &&
    isRecord(other) &&
    one.size === other.size &&
    [...one].every(([key, value]) => sameField(other, key, value))
  )
}

const sameField = (record: ValueRecord, key: string, value: Value): boolean => {
  const other = record.get(key)
  return other !== undefined && equals(value, other)
}

/** Shows a value: text as it is, a scalar in its canonical form, a list or record as compact JSON with its keys sorted. */
export const display = (value: Value): string => (typeof value === "string" ? value : inside(value))

/** Writes a value as compact JSON that a program reads: keys in their order, nothing escaped that need not be. */
export const toJson = (value: Value): string => {
  switch (typeof value) {
    case "object":
      if (value === null) return "null"
      if (isList(value)) return `[${value.map(toJson).join(",")}]`
      return isRecord(value)
        ? `{${[...value].map(([key, item]) => `${JSON.stringify(key)}:${toJson(item)}`).join(",")}}`
        : JSON.stringify(scalar(value))
    default:
      return JSON.stringify(value)
  }
}

/** The text of an instant or a duration. */
export const scalar = (value: Timestamp.Timestamp | SosDuration.SosDuration): string =>
  value instanceof Timestamp.Timestamp ? Timestamp.print(value) : SosDuration.print(value)

const inside = (value: Value): string => {
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  if (isList(value)) return `[${value.map(quoted).join(",")}]`
  if (!isRecord(value)) return scalar(value)
  const fields = [...value].sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${fields.map(([key, item]) => `${quoted(key)}:${quoted(item)}`).join(",")}}`
}

const quoted = (value: Value): string => {
  if (typeof value === "string") return escape(value)
  const isScalar = value instanceof Timestamp.Timestamp || value instanceof SosDuration.SosDuration
  return isScalar ? escape(scalar(value)) : inside(value)
}

// Shown text goes into pages as it is, which these characters would break out of.
const escape = (text: string): string => JSON.stringify(text).replace(/[<>&\u2028\u2029]/g, escaped)

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`
