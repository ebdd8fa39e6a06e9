/** Takes values to a module, as JSON. */
import { Result } from "effect"
import type { RecordType } from "../definition/Definition.ts"
import * as SosDuration from "../values/SosDuration.ts"
import * as Timestamp from "../values/Timestamp.ts"
import { print } from "../values/TypeExpr.ts"
import type { Value, ValueRecord } from "../values/Value.ts"
import { isList, isRecord, kindOf, scalar } from "../values/Values.ts"
import type { Compile, Steps } from "./Compile.ts"
import { failed, type Step } from "./Walk.ts"

// Its keys may be any text.
type JsonMembers = Record<string, unknown>

const record = ({ fields, name }: RecordType, compile: Compile<Value, unknown>): Step<Value, unknown> => {
  const steps = fields.map((field) => ({ field, step: compile(field.type) }))
  return (value, walk) => {
    if (!isRecord(value)) return walk.fail(kindOf(value), name)
    if (!walk.enter(steps.length)) return failed
    const members = empty()
    let present = 0
    for (const { field, step } of steps) {
      const item = value.get(field.name)
      if (item === undefined) {
        if (field.type._tag === "Optional") continue
        walk.fail("nothing", print(field.type))
        return walk.within(field.name)
      }
      present++
      const taken = step(item, walk)
      if (taken === failed) return walk.within(field.name)
      members[field.name] = taken
    }
    if (value.size > present) return walk.fail("a record with a field that is not declared", name)
    walk.leave()
    return members
  }
}

// Without a prototype an assignment to `__proto__` is one like any other.
const empty = (): JsonMembers => Object.create(null)

const text: Step<Value, unknown> = (value, walk) =>
  typeof value === "string" ? (walk.takes(value) ? value : failed) : walk.fail(kindOf(value), "text")

const number: Step<Value, unknown> = (value, walk) =>
  typeof value === "number" && Number.isFinite(value) ? value : walk.fail(kindOf(value), "number")

const integer: Step<Value, unknown> = (value, walk) => {
  if (typeof value !== "number") return walk.fail(kindOf(value), "integer")
  if (Number.isSafeInteger(value)) return value
  return walk.fail(Number.isInteger(value) ? unsafe : "number", "integer")
}

const boolean: Step<Value, unknown> = (value, walk) =>
  typeof value === "boolean" ? value : walk.fail(kindOf(value), "boolean")

/** Text that is a timestamp crosses to the letter. */
const timestamp: Step<Value, unknown> = (value, walk) => {
  if (value instanceof Timestamp.Timestamp) return Timestamp.print(value)
  if (typeof value !== "string") return walk.fail(kindOf(value), "timestamp")
  const read = Timestamp.parse(value)
  return Result.isSuccess(read) ? value : walk.fail(`text that is not ${read.failure}`, "timestamp")
}

const duration: Step<Value, unknown> = (value, walk) =>
  value instanceof SosDuration.SosDuration ? SosDuration.print(value) : walk.fail(kindOf(value), "duration")

const path =
  (expected: string): Step<Value, unknown> =>
  (value, walk) => {
    if (typeof value !== "string") return walk.fail(kindOf(value), expected)
    if (value === "") return walk.fail("empty text", expected)
    if (value.includes("\0")) return walk.fail("text with a NUL character", expected)
    return walk.takes(value) ? value : failed
  }

const optional =
  (of: Step<Value, unknown>): Step<Value, unknown> =>
  (value, walk) =>
    value === null ? null : of(value, walk)

const list =
  (of: Step<Value, unknown>, expected: string): Step<Value, unknown> =>
  (value, walk) => {
    if (!isList(value)) return walk.fail(kindOf(value), expected)
    if (!walk.enter(value.length)) return failed
    const taken: Array<unknown> = []
    for (const [at, item] of value.entries()) {
      const one = of(item, walk)
      if (one === failed) return walk.within(at)
      taken.push(one)
    }
    walk.leave()
    return taken
  }

const any: Step<Value, unknown> = (value, walk) => {
  switch (typeof value) {
    case "string":
      return walk.takes(value) ? value : failed
    case "number":
      return Number.isInteger(value) && !Number.isSafeInteger(value) ? walk.fail(unsafe, "any") : number(value, walk)
    case "boolean":
      return value
    default:
      if (value === null) return null
      if (isList(value)) return items(value, walk)
      return isRecord(value) ? members(value, walk) : scalar(value)
  }
}

const items = list(any, "list of any")

const members: Step<ValueRecord, unknown> = (value, walk) => {
  if (!walk.enter(value.size)) return failed
  const taken = empty()
  for (const [key, item] of value) {
    if (!walk.takes(key)) return failed
    const one = any(item, walk)
    if (one === failed) return walk.within(key)
    taken[key] = one
  }
  walk.leave()
  return taken
}

const unsafe = `an integer beyond ${Number.MAX_SAFE_INTEGER}`

/** The steps of this way, by type. */
export const steps: Steps<Value, unknown> = {
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
