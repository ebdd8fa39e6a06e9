/** Whatever a definition has twice where each may stand once: names that would hide one another, and entries of a set. */
import * as Toml from "../Toml.ts"
import { printPath } from "../TomlSpans.ts"
import { elements, type Finding, inner, type Placed, textsOf } from "./Finding.ts"

/** Finds the repeats of a whole file. */
export const findings = (file: Placed<unknown>): ReadonlyArray<Finding> => {
  const types = elements(file, "type")
  const failures = elements(file, "failure")
  const actions = elements(file, "action")
  return [
    // Records and failures share the names that a module exports.
    ...repeats(textsOf([...types, ...failures], "name")),
    ...repeats(textsOf(actions, "name")),
    ...repeats(elements(inner(file, "capabilities"), "secrets")),
    ...repeats(elements(inner(inner(file, "runtime"), "environment"), "inherit")),
    ...repeats(textsOf(elements(inner(file, "distribution"), "artifact"), "target")),
    ...[...types, ...failures].flatMap((record) => repeats(textsOf(elements(record, "field"), "name"))),
    ...actions.flatMap(inAction)
  ]
}

const inAction = (action: Placed<unknown>): ReadonlyArray<Finding> => [
  ...repeats(textsOf(elements(action, "parameter"), "name")),
  ...repeats(elements(action, "effects")),
  ...repeats(elements(action, "targets")),
  ...repeats(elements(action, "failures")),
  ...repeats(elements(inner(action, "capabilities"), "secrets")),
  ...repeats(elements(inner(action, "command"), "exit_codes"))
]

const repeats = (all: ReadonlyArray<Placed<unknown>>): ReadonlyArray<Finding> => {
  if (all.length < 2) return []
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
