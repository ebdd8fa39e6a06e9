/** The rules on the types of a definition: every record that is named is declared, and none is inside itself. */
import { Result } from "effect"
import * as Toml from "../toml/Toml.ts"
import { wrong } from "../toml/TomlShape.ts"
import { printPath } from "../toml/TomlSpans.ts"
import { parse, recordOf, scalars } from "../values/TypeExpr.ts"
import { elements, type Finding, inner, type Outline, type Placed, picked, text, textsOf } from "./Finding.ts"
import { circles } from "./Recursion.ts"

/** Finds what is wrong with the types of a whole file. */
export const findings = ({ types: records, failures, actions }: Outline): ReadonlyArray<Finding> => {
  const read = reader()
  const declared = records.flatMap(({ value }) => text(value, "name") ?? [])
  const known = new Set(declared)
  const isWrong = (type: string): boolean => {
    const record = read(type)
    return Result.isFailure(record) || (record.success !== undefined && !known.has(record.success))
  }
  const words = [...scalars.keys(), ...declared]
  const explain = (type: Placed<string>): Finding =>
    wrongType(
      type,
      Result.getOrElse(Result.flip(read(type.value)), () => "a type that a [[type]] declares"),
      words
    )
  const results = textsOf(
    actions.map((action) => inner(action, "result")),
    "type"
  )
  return [
    ...[...records, ...failures].flatMap((record) => picked(record, "field", "type", isWrong)),
    ...actions.flatMap((action) => picked(action, "parameter", "type", isWrong)),
    ...results.filter(({ value }) => value !== "none" && value !== "" && isWrong(value))
  ]
    .map(explain)
    .concat(recursions(records, read))
}

/** Finds the record that a type names; `undefined` for a type that names none. */
type Reader = (type: string) => Result.Result<string | undefined, string>

/** Reads each text once, for a definition has few types that it names often. */
const reader = (): Reader => {
  const seen = new Map<string, ReturnType<Reader>>()
  return (type) => {
    const known = seen.get(type)
    if (known !== undefined) return known
    const read = Result.map(parse(type), recordOf)
    seen.set(type, read)
    return read
  }
}

const wrongType = ({ at, value }: Placed<string>, expected: string, words: ReadonlyArray<string>): Finding => {
  const word = value.trim().split(" ").at(-1) ?? ""
  const message = wrong(at, value, expected)
  return scalars.has(word) ? { at, message } : { at, message, known: { word, words } }
}

const recursions = (records: ReadonlyArray<Placed<unknown>>, read: Reader): ReadonlyArray<Finding> => {
  const graph = new Map<string, Array<string>>()
  const references: Array<{ readonly type: Placed<string>; readonly from: string; readonly to: string }> = []
  for (const record of records) {
    const from = text(record.value, "name")
    if (from === undefined) continue
    const mentioned = graph.get(from) ?? []
    graph.set(from, mentioned)
    for (const type of textsOf(elements(record, "field"), "type")) {
      const to = Result.getOrUndefined(read(type.value))
      if (to === undefined) continue
      mentioned.push(to)
      references.push({ type, from, to })
    }
  }
  if (references.length === 0) return []
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
