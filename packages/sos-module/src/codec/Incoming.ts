/**
 * Takes values from a module: JSON as `wire` reads it, where a number that was written with a fraction or an exponent is told from
 * an integer (decisions B2 and S2). Every field of a record is there afterwards.
 */
import { Json } from "@lanyard/wire"
import { Result } from "effect"
import type { Field, RecordType } from "../definition/Definition.ts"
import * as SosDuration from "../values/SosDuration.ts"
import * as Timestamp from "../values/Timestamp.ts"
import { print } from "../values/TypeExpr.ts"
import type { Value } from "../values/Value.ts"
import type { Compile, Steps } from "./Compile.ts"
import { failed, type Step, type Walk } from "./Walk.ts"

/** Takes the fields of a record, or of a failure's payload; `expected` is what messages call it. */
export const record = (
  { fields, name }: RecordType,
  compile: Compile<unknown, Value>
): Step<unknown, ReadonlyMap<string, Value>> => {
  const steps = fields.map((field) => ({ field, step: compile(field.type) }))
  return (value, walk) => {
    if (!Json.isObject(value)) return walk.fail(foundIn(value), name)
    if (!walk.enter(steps.length)) return failed
    const taken = new Map<string, Value>()
    let present = 0
    for (const { field, step } of steps) {
      const has = Object.hasOwn(value, field.name)
      if (has) present++
      const item = has ? step(value[field.name], walk) : absent(field, walk)
      if (item === failed) return walk.within(field.name)
      taken.set(field.name, item)
    }
    if (Object.keys(value).length > present) return walk.fail("a record with a field that is not declared", name)
    walk.leave()
    return taken
  }
}

/** What a value is, as messages name it. */
export const foundIn = (value: unknown): string => {
  switch (typeof value) {
    case "string":
      return "text"
    case "boolean":
      return "boolean"
    case "number":
      return Number.isInteger(value) ? "integer" : "number"
    default:
      if (value === null) return "null"
      if (value === undefined) return "nothing"
      if (value instanceof Json.Decimal) return "number"
      return Array.isArray(value) ? "list" : "record"
  }
}

const absent = ({ type }: Field, walk: Walk): null | typeof failed =>
  type._tag === "Optional" ? null : walk.fail("nothing", print(type))

const text: Step<unknown, Value> = (value, walk) =>
  typeof value === "string" ? (walk.takes(value) ? value : failed) : walk.fail(foundIn(value), "text")

const number: Step<unknown, Value> = (value, walk) => {
  const plain = value instanceof Json.Decimal ? value.value : value
  return typeof plain === "number" && Number.isFinite(plain) ? plain : walk.fail(foundIn(value), "number")
}

const integer: Step<unknown, Value> = (value, walk) => {
  if (typeof value === "number" && Number.isSafeInteger(value)) return value
  return walk.fail(typeof value === "number" && Number.isInteger(value) ? unsafe : foundIn(value), "integer")
}

const boolean: Step<unknown, Value> = (value, walk) =>
  typeof value === "boolean" ? value : walk.fail(foundIn(value), "boolean")

const timestamp: Step<unknown, Value> = (value, walk) => {
  if (typeof value !== "string") return walk.fail(foundIn(value), "timestamp")
  const read = Timestamp.parse(value)
  return Result.isSuccess(read) ? read.success : walk.fail(`text that is not ${read.failure}`, "timestamp")
}

const duration: Step<unknown, Value> = (value, walk) => {
  if (typeof value !== "string") return walk.fail(foundIn(value), "duration")
  const read = SosDuration.parse(value)
  return Result.isSuccess(read) ? read.success : walk.fail(`text that is not ${read.failure}`, "duration")
}

const path =
  (expected: string): Step<unknown, Value> =>
  (value, walk) => {
    if (typeof value !== "string") return walk.fail(foundIn(value), expected)
    if (value === "") return walk.fail("empty text", expected)
    if (value.includes("\0")) return walk.fail("text with a NUL character", expected)
    return walk.takes(value) ? value : failed
  }

const optional =
  (of: Step<unknown, Value>): Step<unknown, Value> =>
  (value, walk) =>
    value === null || value === undefined ? null : of(value, walk)

const list =
  (of: Step<unknown, Value>, expected: string): Step<unknown, Value> =>
  (value, walk) => {
    if (!Array.isArray(value)) return walk.fail(foundIn(value), expected)
    if (!walk.enter(value.length)) return failed
    const taken: Array<Value> = []
    for (let at = 0; at < value.length; at++) {
      const item = of(value[at], walk)
      if (item === failed) return walk.within(at)
      taken.push(item)
    }
    walk.leave()
    return taken
  }

const any: Step<unknown, Value> = (value, walk) => {
  switch (typeof value) {
    case "string":
      return walk.takes(value) ? value : failed
    case "boolean":
      return value
    case "number":
      return Number.isInteger(value) && !Number.isSafeInteger(value) ? walk.fail(unsafe, "any") : number(value, walk)
    default:
      if (value === null) return null
      if (value instanceof Json.Decimal) return value.value
      if (Array.isArray(value)) return items(value, walk)
      return Json.isObject(value) ? members(value, walk) : walk.fail(foundIn(value), "any")
  }
}

const items: Step<ReadonlyArray<unknown>, Value> = list(any, "list of any")

const members: Step<{ readonly [key: string]: unknown }, Value> = (value, walk) => {
  const keys = Object.keys(value)
  if (!walk.enter(keys.length)) return failed
  const taken = new Map<string, Value>()
  for (const key of keys) {
    if (!walk.takes(key)) return failed
    const item = any(value[key], walk)
    // The other side chose the key, so no message names it.
    if (item === failed) return walk.within("*")
    taken.set(key, item)
  }
  walk.leave()
  return taken
}

const unsafe = `an integer beyond ${Number.MAX_SAFE_INTEGER}`

/** The steps of this way, by type. */
export const steps: Steps<unknown, Value> = {
  any,
  text,
  number,
  integer,
  boolean,
  timestamp,
  duration,
  path,
  optional,
  list,
  record
}
