/** The rules on names beyond their characters: words that a failure has already, and words that programs cannot read back. */
import * as Toml from "../toml/Toml.ts"
import { printPath } from "../toml/TomlSpans.ts"
import { type Finding, type Outline, type Placed, picked, text, texts } from "./Finding.ts"

/** What every failure has beside the fields of its own. */
export const failureFields: ReadonlySet<string> = new Set([
  "kind",
  "message",
  "retryable",
  "status",
  "code",
  "frames",
  "module",
  "phase"
])

/** Words of expressions: a field or parameter of that name cannot be read by its bare name. */
export const expressionWords: ReadonlySet<string> = new Set(
  (
    "true false on off null now empty not count length words first last and or is contains plus minus times of " +
    "inf infinity nan"
  ).split(" ")
)

/** Finds what is wrong with the names of a whole file. */
export const findings = ({ types, failures, actions }: Outline): ReadonlyArray<Finding> => {
  const declared = failures.flatMap(({ value }) => text(value, "name") ?? [])
  const known = new Set(declared)
  return [
    ...failures.flatMap((failure) => picked(failure, "field", "name", (name) => failureFields.has(name)).map(taken)),
    ...[...types, ...failures].flatMap((record) => picked(record, "field", "name", isWord).map(word)),
    ...actions.flatMap((action) => [
      ...picked(action, "parameter", "name", isWord).map(word),
      ...texts(action, "failures")
        .filter(({ value }) => !known.has(value))
        .map((failure) => undeclared(failure, declared))
    ])
  ]
}

const isWord = (name: string): boolean => expressionWords.has(name)

const taken = ({ at, value }: Placed<string>): Finding => ({
  at,
  message: `${printPath(at)} is "${value}", which every failure has; expected another name`
})

const word = ({ at, value }: Placed<string>): Finding => ({
  at,
  severity: "warning",
  message: `${printPath(at)} is "${value}", a word of expressions; expected a name that programs can read back`
})

const undeclared = ({ at, value }: Placed<string>, declared: ReadonlyArray<string>): Finding => ({
  at,
  message: `${printPath(at)} is ${Toml.found(value)}; expected a failure that a [[failure]] declares`,
  known: { word: value, words: declared }
})
