/** The records and failures that a file knows by name, and whether values are of its types. */
import { type Definition, Mismatch, TypeExpr, type Value, ValueCodec, type ValueRecord } from "@lanyard/sos-module"
import { Result } from "effect"
import type { Unit } from "../Linked.ts"
import { Fault } from "./Fault.ts"

type RecordType = Definition.RecordType

/** The types of a file. */
export interface Types {
  readonly named: ReadonlyMap<string, RecordType>
  /** Tells how a value differs from a type. */
  readonly mismatch: (type: TypeExpr, value: Value) => Mismatch.Mismatch | undefined
}

/** Collects the types that a file declares and those that its imports bring. */
export const make = (unit: Unit): Types => {
  const named = new Map<string, RecordType>()
  collect(unit, named, new Set())
  return { named, mismatch: mismatchOf([...named.values()]) }
}

/** Tells how a value differs from a type of these records. */
export const mismatchOf = (types: ReadonlyArray<RecordType>): Types["mismatch"] => {
  const codec = ValueCodec.make({ types })
  return (type, value) =>
    Result.match(codec.encode(type, value), { onFailure: (mismatch) => mismatch, onSuccess: () => undefined })
}

/** Makes a record of a declared type: closed, of the right types, absent optional fields as null. */
export const construct = (types: Types, name: string, fields: ValueRecord): ValueRecord | Fault => {
  const type = types.named.get(name)
  if (type === undefined) return new Fault(`no record or failure is called ${name}`)
  const mismatch = types.mismatch(TypeExpr.Record({ name }), fields)
  if (mismatch !== undefined) return new Fault(Mismatch.received(name, mismatch))
  const absent = type.fields.filter((field) => !fields.has(field.name))
  return absent.length === 0 ? fields : new Map([...fields, ...absent.map((field) => [field.name, null] as const)])
}

// What a file declares comes first; the checker refuses two of one name.
const collect = (unit: Unit, named: Map<string, RecordType>, seen: Set<Unit>): void => {
  if (seen.has(unit)) return
  seen.add(unit)
  const add = (type: RecordType) => {
    if (!named.has(type.name)) named.set(type.name, type)
  }
  for (const statement of unit.program.statements) {
    if (statement._tag === "Define") {
      const fields = statement.fields.map(({ field, type }) => ({ name: field.text, type: type.type }))
      add({ name: statement.name.text, fields })
    }
  }
  for (const imported of unit.imports) {
    if (imported._tag === "Package") collect(imported.unit, named, seen)
    else for (const type of [...imported.loaded.definition.types, ...imported.loaded.definition.failures]) add(type)
  }
}
