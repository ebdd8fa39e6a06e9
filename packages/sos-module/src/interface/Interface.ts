/**
 * The interface of a module as SOS source, for people and for review: records, failures and actions in the order of the definition
 * (decision S13). It holds no launch data and no secret, and is not an implementation.
 */
import type { Action, Definition, Field, RecordType } from "../definition/Definition.ts"
import { print as printType } from "../values/TypeExpr.ts"

/** Writes the interface; it equals its own formatting. */
export const source = (definition: Definition): string =>
  [
    ...definition.types.map((type) => block("define", type)),
    ...definition.failures.map((failure) => block("define failure", failure)),
    ...definition.actions.map((action) => actionBlock(definition.path, action))
  ]
    .map((lines) => `${lines.join("\n")}\n`)
    .join("\n")

/** Writes the interface and what binds it to its definition, `digest` as `sha256:…`. */
export const sourceWithDigest = (definition: Definition, digest: string): string =>
  `${source(definition)}# definition digest: ${digest}\n`

/** One line about an action, as editors show it: `current(city as text) → WeatherReport may fail with NotFound`. */
export const signature = ({ failures, name, parameters, result }: Action): string =>
  [
    `${name}(${parameters.map(fieldText).join(", ")})`,
    ...(result === undefined ? [] : [`→ ${printType(result)}`]),
    ...(failures.length === 0 ? [] : [`may fail with ${failures.join(", ")}`])
  ].join(" ")

const block = (head: string, { fields, name }: RecordType): ReadonlyArray<string> => [
  `${head} ${name}:`,
  ...fields.map((field) => `  ${fieldText(field)}`)
]

const actionBlock = (path: string, action: Action): ReadonlyArray<string> => {
  const parameters = action.parameters.map(fieldText).join(", ")
  return [
    `to ${action.name}${parameters === "" ? "" : ` with ${parameters}`}:`,
    `  # external implementation: ${path}`,
    ...(action.result === undefined ? [] : [`  # returns ${printType(action.result)}`]),
    ...(action.effects.length === 0 ? [] : [`  # effects: ${action.effects.join(", ")}`]),
    ...(action.failures.length === 0 ? [] : [`  # fails with ${action.failures.join(", ")}`])
  ]
}

const fieldText = ({ name, type }: Field): string => `${name} as ${printType(type)}`
