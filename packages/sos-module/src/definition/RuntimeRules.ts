/** The rules on how a module runs: what each kind has, the environment of its processes, and how its program is distributed. */
import { Schema } from "effect"
import * as Toml from "../toml/Toml.ts"
import { wrong } from "../toml/TomlShape.ts"
import { printPath } from "../toml/TomlSpans.ts"
import { elements, entries, type Finding, inner, member, type Outline, type Placed, text, texts } from "./Finding.ts"
import { Name, Program, ProgramName } from "./Texts.ts"

/** Finds what is wrong with the runtime and the distribution of a whole file. */
export const findings = (file: Outline): ReadonlyArray<Finding> => {
  const runtime = inner(file.root, "runtime")
  return [
    ...byKind(runtime),
    ...actionsByKind(file, text(runtime.value, "kind")),
    ...entryNames(inner(runtime, "requires"), isProgramName, "the name of a program"),
    ...environment(inner(runtime, "environment"), texts(file.capabilities, "secrets")),
    ...distribution(inner(file.root, "distribution")),
    ...[
      ...elements(runtime, "command").slice(0, 1),
      ...elements(inner(runtime, "development"), "command").slice(0, 1),
      ...elements(inner(file.root, "distribution"), "version_command").slice(0, 1)
    ].flatMap(program)
  ]
}

const byKind = (runtime: Placed<unknown>): ReadonlyArray<Finding> => {
  switch (text(runtime.value, "kind")) {
    case "stdio":
      return [
        ...missing(runtime, "protocol", '"sos-plugin/1", for the kind is "stdio"'),
        ...missing(runtime, "command", 'a list that starts with a program, for the kind is "stdio"')
      ]
    case "command":
      return [
        ...stray(runtime, "protocol", 'no protocol, for the kind is "command"'),
        ...stray(runtime, "command", 'the program in [action.command], for the kind is "command"')
      ]
    default:
      return []
  }
}

const actionsByKind = (file: Outline, kind: string | undefined): ReadonlyArray<Finding> => {
  if (kind !== "stdio" && kind !== "command") return []
  return file.actions.flatMap((action) =>
    kind === "stdio"
      ? stray(action, "command", 'none, for the kind of the runtime is "stdio"')
      : missing(action, "command", 'a table with program, for the kind of the runtime is "command"')
  )
}

const environment = (inside: Placed<unknown>, secrets: ReadonlyArray<Placed<string>>): ReadonlyArray<Finding> => {
  const mappings = entries(inside, "secrets")
  const requested = secrets.map(({ value }) => value)
  const known = new Set(requested)
  const mapped = new Set(mappings.map(({ value }) => value))
  // By the name that a process sees. A secret without a mapping keeps its own.
  const taken = new Map<string, Placed<string>>()
  for (const secret of secrets) if (!mapped.has(secret.value)) taken.set(secret.value, secret)
  const twice = (at: Finding["at"], name: string): ReadonlyArray<Finding> => {
    const other = taken.get(name)
    if (other === undefined) return []
    const message = `${printPath(at)} gives the variable ${name} a second value; expected one`
    return [{ at, message, related: { at: other.at, message: "it has this value already" } }]
  }
  const fromMappings = mappings.flatMap((mapping): ReadonlyArray<Finding> => {
    const name = mapping.name
    const found = [...twice(mapping.at, name), ...(known.has(mapping.value) ? [] : [unrequested(mapping, requested)])]
    taken.set(name, mapping)
    return found
  })
  return [
    ...entryNames(inner(inside, "secrets"), isName, "the name of a variable"),
    ...fromMappings,
    ...texts(inside, "inherit").flatMap(({ at, value }) => twice(at, value))
  ]
}

const unrequested = ({ at, value }: Placed<string>, requested: ReadonlyArray<string>): Finding => ({
  at,
  message: wrong(at, value, "a secret that capabilities.secrets lists"),
  known: { word: value, words: requested }
})

const program = ({ at, value }: Placed<unknown>): ReadonlyArray<Finding> =>
  typeof value !== "string" || isProgram(value)
    ? []
    : [{ at, message: wrong(at, value, `a program: its name or path, without NUL or \${…}`) }]

const isProgram = Schema.is(Program)
const isName = Schema.is(Name)
const isProgramName = Schema.is(ProgramName)

const entryNames = (
  { at, value }: Placed<unknown>,
  isNamed: (name: string) => boolean,
  expected: string
): ReadonlyArray<Finding> =>
  Toml.isTable(value)
    ? Object.keys(value)
        .filter((name) => !isNamed(name))
        .map((name) => ({
          at: [...at, name],
          on: "key",
          message: `${printPath([...at, name])} has a key that cannot be; expected ${expected}`
        }))
    : []

const distribution = (inside: Placed<unknown>): ReadonlyArray<Finding> => {
  const external = (key: string) => stray(inside, key, 'it with the mode "external" alone')
  const bundled = (key: string) => stray(inside, key, 'it with the mode "bundled" alone')
  const at = [...inside.at, "mode"]
  switch (member(inside.value, "mode") ?? "external") {
    case "external":
      return [
        ...["arguments", "artifact"].flatMap(bundled),
        ...(member(inside.value, "version_requirement") === undefined
          ? []
          : missing(inside, "version_command", "the command that prints the required version"))
      ]
    case "bundled": {
      const artifacts = member(inside.value, "artifact")
      return [
        ...["program", "version_command", "version_requirement", "install_documentation"].flatMap(external),
        ...(artifacts === undefined || (Array.isArray(artifacts) && artifacts.length === 0)
          ? [{ at: [...inside.at, "artifact"], message: wrong([...inside.at, "artifact"], artifacts, atLeastOne) }]
          : [])
      ]
    }
    case "embedded":
      return [
        { at, message: wrong(at, "embedded", '"external" or "bundled"; embedding is reserved for a later schema') }
      ]
    default:
      return []
  }
}

const atLeastOne = 'at least one [[distribution.artifact]], for the mode is "bundled"'

/** A key that has to be there beside others. */
const missing = (outer: Placed<unknown>, key: string, expected: string): ReadonlyArray<Finding> => {
  if (!Toml.isTable(outer.value) || member(outer.value, key) !== undefined) return []
  const at = [...outer.at, key]
  return [{ at, message: wrong(at, undefined, expected) }]
}

/** A key that cannot be there beside others. */
const stray = (outer: Placed<unknown>, key: string, expected: string): ReadonlyArray<Finding> => {
  if (member(outer.value, key) === undefined) return []
  const at = [...outer.at, key]
  return [{ at, on: "key", message: `${printPath(at)} does not go here; expected ${expected}` }]
}
