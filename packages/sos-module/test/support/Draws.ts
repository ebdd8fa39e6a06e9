/** Draws types, values and interfaces from numbers that a property chooses, so that a failure shrinks with them. */
import { Result } from "effect"
import { type Action, type Definition, effects, type Field, type RecordType } from "../../src/definition/Definition.ts"
import { SosDuration } from "../../src/values/SosDuration.ts"
import { Timestamp } from "../../src/values/Timestamp.ts"
import { parse, scalars, TypeExpr } from "../../src/values/TypeExpr.ts"
import type { Value } from "../../src/values/Value.ts"

/** Chooses one of so many, from the first on once the numbers are used up. */
export type Draw = (choices: number) => number

export const drawing = (numbers: ReadonlyArray<number>): Draw => {
  const left = [...numbers]
  return (choices) => Math.abs(left.shift() ?? 0) % choices
}

const some = <A>(draw: Draw, most: number, one: (at: number) => A): ReadonlyArray<A> =>
  Array.from({ length: draw(most + 1) }, (_, at) => one(at))

const from = <A>(draw: Draw, choices: readonly [A, ...ReadonlyArray<A>]): A =>
  choices[draw(choices.length)] ?? choices[0]

const names = ["city", "_", "__proto__", "constructor", "toString", "with_as", "x1"] as const

/** A type that names the given records. */
export const typeFrom = (draw: Draw, records: ReadonlyArray<string>, depth = 0): TypeExpr => {
  const shape = draw(depth > 3 ? 2 : 4)
  if (shape === 2) return TypeExpr.List({ of: typeFrom(draw, records, depth + 1) })
  if (shape === 3) {
    const of = typeFrom(draw, records, depth + 1)
    return of._tag === "Optional" ? of : TypeExpr.Optional({ of })
  }
  const name = records[draw(Math.max(1, records.length))]
  return shape === 1 && name !== undefined
    ? TypeExpr.Record({ name })
    : Result.getOrThrow(parse(from(draw, [...scalars.keys()] as [string, ...Array<string>])))
}

const fieldsFrom = (draw: Draw, records: ReadonlyArray<string>): ReadonlyArray<Field> =>
  names.slice(0, draw(names.length)).map((name) => ({ name, type: typeFrom(draw, records) }))

/** Records that name only those before them. */
export const recordsFrom = (draw: Draw): ReadonlyArray<RecordType> => {
  const records: Array<RecordType> = []
  for (const name of ["Report", "Day_2", "X"].slice(0, draw(4))) {
    const known = records.map((record) => record.name)
    records.push({ name, fields: fieldsFrom(draw, known) })
  }
  return records
}

const texts = ["", "a", "é\n\u2028😀", '"', "5s", "\u0000"] as const
const numbers = [0, -1, 1.5, 1e300, Number.MIN_VALUE, Number.MAX_SAFE_INTEGER] as const

const instant = (draw: Draw) => new Timestamp(BigInt(draw(2 ** 31)) * 1_000_000_001n, draw(2000) - 1000)
const length = (draw: Draw) => new SosDuration(BigInt(draw(2 ** 31)) * BigInt(draw(2 ** 20) - 2 ** 19))

/** A value of a type. */
export const valueFrom = (draw: Draw, type: TypeExpr, records: ReadonlyArray<RecordType>): Value => {
  switch (type._tag) {
    case "Any":
      return from<Value>(draw, [null, [1, ["a"]], new Map<string, Value>([["__proto__", [true]]]), "a", 2.5])
    case "Text":
      return from(draw, texts)
    case "Number":
      return from(draw, numbers)
    case "Integer":
      return from(draw, [0, 1, -Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER])
    case "Boolean":
      return draw(2) === 0
    case "Timestamp":
      return instant(draw)
    case "Duration":
      return length(draw)
    case "File":
    case "Folder":
      return from(draw, [".", "/a b/c", "\u2028"])
    case "Optional":
      return draw(2) === 0 ? null : valueFrom(draw, type.of, records)
    case "List":
      return some(draw, 3, () => valueFrom(draw, type.of, records))
    case "Record": {
      const fields = records.find(({ name }) => name === type.name)?.fields ?? []
      return new Map(fields.map(({ name, type: of }) => [name, valueFrom(draw, of, records)]))
    }
  }
}

/** The parts of a definition that its interface shows. */
export type Shown = Pick<Definition, "path" | "types" | "failures"> & {
  readonly actions: ReadonlyArray<Pick<Action, "name" | "parameters" | "result" | "effects" | "failures">>
}

export const shownFrom = (draw: Draw): Shown => {
  const types = recordsFrom(draw)
  const known = types.map(({ name }) => name)
  const failures = ["NotFound", "Denied"].slice(0, draw(3)).map((name) => ({ name, fields: fieldsFrom(draw, known) }))
  return {
    path: from(draw, ["local/git", "example.com/acme/weather"]),
    types,
    failures,
    actions: some(draw, 3, (at) => ({
      name: `action_${at}`,
      parameters: fieldsFrom(draw, known),
      result: draw(2) === 0 ? undefined : typeFrom(draw, known),
      effects: effects.slice(0, draw(effects.length)),
      failures: failures.map(({ name }) => name).slice(0, draw(3))
    }))
  }
}
