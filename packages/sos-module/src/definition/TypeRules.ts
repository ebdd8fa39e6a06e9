/** The rules on the types of a definition: every record that is named is declared, and none is inside itself. */
import { Result } from "effect"
import * as Toml from "../Toml.ts"
import { printPath } from "../TomlSpans.ts"
import { parse, recordOf, scalars } from "../TypeExpr.ts"
import { elements, type Finding, inner, type Placed, text, textsOf } from "./Finding.ts"
import { circles } from "./Recursion.ts"

/** Finds what is wrong with the types of a whole file. */
export const findings = (file: Placed<unknown>): ReadonlyArray<Finding> => {
  const records = elements(file, "type")
  const types = [
    ...[...records, ...elements(file, "failure")].flatMap((record) => textsOf(elements(record, "field"), "type")),
    ...elements(file, "action").flatMap((action) =>
      textsOf([...elements(action, "parameter"), inner(action, "result")], "type")
    )
  ]
  const declared = records.flatMap(({ value }) => text(value, "name") ?? [])
  const known = new Set(declared)
  return [
    ...types.flatMap((type) => {
      const name = referenceOf(type.value)
      return name === undefined || known.has(name) ? [] : [unknownType(type, name, declared)]
    }),
    ...recursions(records)
  ]
}

const referenceOf = (type: string): string | undefined => {
  // What reads as a record has a capital letter, as most types have not.
  const parsed = /[A-Z]/.test(type) ? parse(type) : undefined
  return parsed !== undefined && Result.isSuccess(parsed) ? recordOf(parsed.success) : undefined
}

const unknownType = ({ at, value }: Placed<string>, name: string, declared: ReadonlyArray<string>): Finding => ({
  at,
  message: `${printPath(at)} is ${Toml.found(value)}; expected a type that a [[type]] declares`,
  known: { word: name, words: [...scalars.keys(), ...declared] }
})

const recursions = (records: ReadonlyArray<Placed<unknown>>): ReadonlyArray<Finding> => {
  const graph = new Map<string, Array<string>>()
  const references: Array<{ readonly type: Placed<string>; readonly from: string; readonly to: string }> = []
  for (const record of records) {
    const from = text(record.value, "name")
    if (from === undefined) continue
    const mentioned = graph.get(from) ?? []
    graph.set(from, mentioned)
    for (const type of textsOf(elements(record, "field"), "type")) {
      const to = referenceOf(type.value)
      if (to === undefined) continue
      mentioned.push(to)
      references.push({ type, from, to })
    }
  }
  const circleOf = circles(graph)
  return references.flatMap(({ type, from, to }) => {
    const circle = circleOf.get(from)
    return circle === undefined || circleOf.get(to) !== circle ? [] : [recursive(type, from)]
  })
}

const recursive = ({ at, value }: Placed<string>, from: string): Finding => ({
  at,
  message: `${printPath(at)} is ${Toml.found(value)}, which puts ${cut(from)} inside itself; expected records without recursion`
})

const cut = (name: string): string => (name.length > 60 ? `${name.slice(0, 60)}…` : name)
