/** Whatever a definition has twice where each may stand once: names that would hide one another, and entries of a set. */
import * as Toml from "../toml/Toml.ts"
import { printPath } from "../toml/TomlSpans.ts"
import { elements, type Finding, inner, member, type Outline, type Placed, text, textsOf } from "./Finding.ts"

/** Finds the repeats of a whole file. */
export const findings = ({ root, capabilities, types, failures, actions }: Outline): ReadonlyArray<Finding> => [
  // Records and failures share the names that a module exports.
  ...repeats(textsOf([...types, ...failures], "name")),
  ...repeats(textsOf(actions, "name")),
  ...inList(capabilities, "secrets"),
  ...inList(inner(inner(root, "runtime"), "environment"), "inherit"),
  ...inTables(inner(root, "distribution"), "artifact", "target"),
  ...[...types, ...failures].flatMap((record) => inTables(record, "field", "name")),
  ...actions.flatMap(inAction)
]

const inAction = (action: Placed<unknown>): ReadonlyArray<Finding> => [
  ...inTables(action, "parameter", "name"),
  ...sets.flatMap((key) => inList(action, key)),
  ...inList(inner(action, "capabilities"), "secrets"),
  ...inList(inner(action, "command"), "exit_codes")
]

const sets = ["effects", "targets", "failures"]

/** Finds repeated elements of the list under a key. */
const inList = (outer: Placed<unknown>, key: string): ReadonlyArray<Finding> => {
  const list = member(outer.value, key)
  return Array.isArray(list) && isRepeating(list) ? repeats(elements(outer, key)) : []
}

/** Finds tables of the list under a key that have the same text under another. */
const inTables = (outer: Placed<unknown>, key: string, name: string): ReadonlyArray<Finding> => {
  const tables = member(outer.value, key)
  return Array.isArray(tables) && isRepeating(tables.map((table) => text(table, name)))
    ? repeats(textsOf(elements(outer, key), name))
    : []
}

const isRepeating = (values: ReadonlyArray<unknown>): boolean =>
  values.length > 1 && new Set(values).size < values.length

const repeats = (all: ReadonlyArray<Placed<unknown>>): ReadonlyArray<Finding> => {
  const seen = new Map<unknown, Placed<unknown>>()
  return all.flatMap((placed) => {
    const { value } = placed
    const first = seen.get(value)
    if (first === undefined) {
      seen.set(value, placed)
      return []
    }
    const { at } = placed
    return [
      {
        at,
        message: `${printPath(at)} is ${Toml.found(value)} a second time; expected it once`,
        related: { at: first.at, message: `${Toml.found(value)} is here first` }
      }
    ]
  })
}
