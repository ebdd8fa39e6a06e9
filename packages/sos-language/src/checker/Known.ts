/**
 * What can be known of a value before the program runs. Where little is known nothing is refused: a mismatch is one that no run
 * avoids. `Any` stands for what is not known.
 */
import { type Definition, Mismatch, type TypeExpr, Values } from "@lanyard/sos-module"
import { Data } from "effect"

/** The fields of a record, found when they are asked for. Two records are of one type when they share one shape. */
export interface Shape {
  /** The name that it was declared by; `undefined` for one that an expression makes. */
  readonly name: string | undefined
  readonly fields: ReadonlyArray<string>
  readonly field: (name: string) => Known | undefined
}

/** What is known of a value. */
export type Known = Data.TaggedEnum<{
  Any: Record<never, never>
  Null: Record<never, never>
  Text: Record<never, never>
  Number: Record<never, never>
  Integer: Record<never, never>
  Boolean: Record<never, never>
  Timestamp: Record<never, never>
  Duration: Record<never, never>
  File: Record<never, never>
  Folder: Record<never, never>
  Optional: { readonly of: Known }
  List: { readonly of: Known }
  Record: { readonly shape: Shape }
}>
export const Known = Data.taggedEnum<Known>()

/** Nothing is known. */
export const any: Known = Known.Any()

/** What is known of a value that has a type; a record that nobody declared can be anything. */
export const ofType = (type: TypeExpr, shapeOf: (name: string) => Shape | undefined): Known => {
  switch (type._tag) {
    case "Optional":
      return optional(ofType(type.of, shapeOf))
    case "List":
      return Known.List({ of: ofType(type.of, shapeOf) })
    case "Record": {
      const shape = shapeOf(type.name)
      return shape === undefined ? any : Known.Record({ shape })
    }
    default:
      return Known[type._tag]()
  }
}

/** The shape of a declared record or failure. */
export const declared = ({ fields, name }: Definition.RecordType, known: (type: TypeExpr) => Known): Shape =>
  shape(name, new Map(fields.map((field) => [field.name, () => known(field.type)])))

/** A shape from its fields. */
export const shape = (name: string | undefined, fields: ReadonlyMap<string, () => Known>): Shape => ({
  name,
  fields: [...fields.keys()],
  field: (each) => fields.get(each)?.()
})

/** The same, or null. */
export const optional = (of: Known): Known =>
  of._tag === "Any" || of._tag === "Null" || of._tag === "Optional" ? of : Known.Optional({ of })

/** What a value is when it is not null. */
export const present = (known: Known): Known => (known._tag === "Optional" ? known.of : known)

/** What is known of a value that is one or the other. */
export const join = (one: Known, other: Known): Known => {
  if (one._tag === "Null") return optional(other)
  if (other._tag === "Null") return optional(one)
  const [left, right] = [present(one), present(other)]
  const both = same(left, right) ? left : any
  return left === one && right === other ? both : optional(both)
}

/** The kind of a value as messages name it; `undefined` when it is not known. An optional value has the kind that it has if any. */
export const kindOf = (known: Known): string | undefined => {
  const value = present(known)
  switch (value._tag) {
    case "Any":
      return undefined
    case "Integer":
      return "number"
    case "File":
    case "Folder":
      return "text"
    case "Record":
      return "record"
    case "List":
      return "list"
    default:
      return value._tag.toLowerCase()
  }
}

/** Writes what is known the way that types are written, without what lies deep inside. */
export const print = (known: Known, depth = 0): string => {
  switch (known._tag) {
    case "Optional":
      return `optional ${print(known.of, depth)}`
    case "List":
      return known.of._tag === "Any" || depth === shownDepth ? "list" : `list of ${print(known.of, depth + 1)}`
    case "Record":
      return known.shape.name ?? "record"
    default:
      return known._tag.toLowerCase()
  }
}

/** Tells how a value differs from what is expected; `undefined` unless it does so in every run. */
export const mismatch = (found: Known, expected: Known): Mismatch.Mismatch | undefined =>
  compare(found, expected, new Map(), 0)

/** The shapes that a shape has been compared with. */
type Seen = Map<Shape, Set<Shape>>

const compare = (found: Known, expected: Known, seen: Seen, depth: number): Mismatch.Mismatch | undefined => {
  if (found._tag === "Any" || expected._tag === "Any" || depth > depthLimit) return undefined
  const [value, wanted] = [present(found), present(expected)]
  if (expected._tag === "Optional" && value._tag === "Null") return undefined
  if (value._tag === "List" && wanted._tag === "List") {
    return compare(value.of, wanted.of, seen, depth + 1) === undefined ? undefined : differs(found, expected)
  }
  if (value._tag === "Record" && wanted._tag === "Record") return compareFields(value.shape, wanted.shape, seen, depth)
  return admits(wanted, kindOf(value)) ? undefined : differs(found, expected)
}

// Two shapes are compared once, however often records hold them.
const compareFields = (found: Shape, expected: Shape, seen: Seen, depth: number): Mismatch.Mismatch | undefined => {
  const others = seen.get(found) ?? new Set()
  if (found === expected || others.has(expected)) return undefined
  seen.set(found, others.add(expected))
  for (const name of expected.fields) {
    const wanted = expected.field(name) ?? any
    const value = found.field(name)
    if (value === undefined && wanted._tag !== "Optional" && wanted._tag !== "Any") {
      return { path: name, found: "nothing", expected: print(wanted) }
    }
    const inner = value && compare(value, wanted, seen, depth + 1)
    if (inner !== undefined) return Mismatch.inside(name, inner)
  }
  const extra = found.fields.find((name) => expected.field(name) === undefined)
  return extra === undefined
    ? undefined
    : { path: "", found: `a record with ${extra}`, expected: expected.name ?? "record" }
}

const admits = (wanted: Known, kind: string | undefined): boolean =>
  // Text that is a timestamp crosses to a module as one.
  kind === undefined || kind === kindOf(wanted) || (wanted._tag === "Timestamp" && kind === "text")

const differs = (found: Known, expected: Known): Mismatch.Mismatch => ({
  path: "",
  found: print(found),
  expected: print(expected)
})

const same = (one: Known, other: Known, depth = 0): boolean => {
  if (one === other) return true
  if (one._tag === "List" && other._tag === "List") {
    return depth < depthLimit && same(present(one.of), present(other.of), depth + 1)
  }
  if (one._tag === "Record" && other._tag === "Record") return one.shape === other.shape
  return one._tag === other._tag
}

// No value is deeper, and a program may put lists into lists line by line.
const depthLimit = Values.depthLimit
const shownDepth = 4
