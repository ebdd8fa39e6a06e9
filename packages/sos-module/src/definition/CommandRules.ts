/** The rules on the command of an action: what refers to its parameters, and whether its output can be its result. */
import { Result } from "effect"
import * as Toml from "../toml/Toml.ts"
import { wrong } from "../toml/TomlShape.ts"
import { type Path, printPath } from "../toml/TomlSpans.ts"
import { parse, print, type TypeExpr } from "../values/TypeExpr.ts"
import { referenceIn } from "./Arguments.ts"
import { elements, type Finding, inner, member, type Outline, type Placed, text } from "./Finding.ts"

/** Finds what is wrong with the commands of a whole file. */
export const findings = ({ actions }: Outline): ReadonlyArray<Finding> =>
  actions.flatMap((action) => {
    const command = inner(action, "command")
    if (!Toml.isTable(command.value)) return []
    const parameters = parametersOf(action)
    return [
      ...elements(command, "arguments").flatMap((element) => argument(element, parameters)),
      ...workingDirectory(command, parameters),
      ...standardInput(command, parameters),
      ...output(command, resultOf(action))
    ]
  })

/** Types by name; `undefined` for a type that is none. */
type Parameters = ReadonlyMap<string, TypeExpr | undefined>

const parametersOf = (action: Placed<unknown>): Parameters =>
  new Map(
    elements(action, "parameter").flatMap(({ value }) => {
      const name = text(value, "name")
      return name === undefined ? [] : [[name, typeOf(text(value, "type") ?? "")] as const]
    })
  )

const typeOf = (written: string): TypeExpr | undefined => Result.getOrUndefined(parse(written))

const unknownParameter = (at: Path, value: unknown, name: string, parameters: Parameters): Finding => ({
  at,
  message: wrong(at, value, "a parameter of this action"),
  known: { word: name, words: [...parameters.keys()] }
})

const argument = (element: Placed<unknown>, parameters: Parameters): ReadonlyArray<Finding> => {
  const { value } = element
  if (typeof value === "string") {
    const reference = referenceIn(value)
    return reference === undefined || reference.place !== undefined
      ? []
      : single(element.at, value, reference.name, parameters)
  }
  if (!Toml.isTable(value)) return []
  const { at } = element
  const each = member(value, "each")
  const whole = member(value, "value")
  if ((each === undefined) === (whole === undefined)) {
    return [{ at, message: `${printPath(at)} is a table; expected either value or each in it` }]
  }
  const beside = each === undefined ? ["flag"] : ["allow_dash"]
  const strays = beside
    .filter((key) => member(value, key) !== undefined)
    .map((key): Finding => {
      const message = `${printPath([...at, key])} does not go here; expected it beside ${key === "flag" ? "each" : "value"}`
      return { at: [...at, key], on: "key", message }
    })
  return [
    ...strays,
    ...(typeof each === "string" ? repeated([...at, "each"], each, parameters) : []),
    ...(typeof whole === "string" ? single([...at, "value"], whole, whole, parameters) : [])
  ]
}

/** A parameter that becomes one argument, which no list does. */
const single = (at: Path, value: string, name: string, parameters: Parameters): ReadonlyArray<Finding> => {
  if (!parameters.has(name)) return [unknownParameter(at, value, name, parameters)]
  return isList(parameters.get(name))
    ? [{ at, message: wrong(at, value, `{ each = "${name}" }, for the parameter is a list`) }]
    : []
}

const repeated = (at: Path, name: string, parameters: Parameters): ReadonlyArray<Finding> => {
  if (!parameters.has(name)) return [unknownParameter(at, name, name, parameters)]
  const type = parameters.get(name)
  return type === undefined || isList(type)
    ? []
    : [{ at, message: wrong(at, name, `a list parameter, for this one is ${print(type)}`) }]
}

const workingDirectory = (command: Placed<unknown>, parameters: Parameters): ReadonlyArray<Finding> => {
  const name = text(command.value, "working_directory_parameter")
  if (name === undefined) return []
  const at = [...command.at, "working_directory_parameter"]
  if (!parameters.has(name)) return [unknownParameter(at, name, name, parameters)]
  const type = parameters.get(name)
  return type === undefined || type._tag === "Folder"
    ? []
    : [{ at, message: wrong(at, name, `a parameter of the type folder, for this one is ${print(type)}`) }]
}

const standardInput = (command: Placed<unknown>, parameters: Parameters): ReadonlyArray<Finding> => {
  const name = text(command.value, "stdin_parameter")
  const mode = text(command.value, "stdin")
  const at = [...command.at, "stdin"]
  if (name === undefined) {
    const needed = [...command.at, "stdin_parameter"]
    return mode === "text" || mode === "json"
      ? [{ at: needed, message: wrong(needed, undefined, `the parameter that is read, for stdin is "${mode}"`) }]
      : []
  }
  return [
    ...(parameters.has(name) ? [] : [unknownParameter([...command.at, "stdin_parameter"], name, name, parameters)]),
    ...(mode === "none" ? [{ at, message: wrong(at, mode, '"text" or "json" beside stdin_parameter') }] : [])
  ]
}

/** The type of the result; `undefined` when the file has none that can be read, and `null` for `none`. */
const resultOf = (action: Placed<unknown>): TypeExpr | null | undefined => {
  const written = text(member(action.value, "result"), "type")
  if (written === "none") return null
  return written === undefined ? undefined : typeOf(written)
}

/** Warns of an output that no call can turn into the result. */
const output = (command: Placed<unknown>, result: TypeExpr | null | undefined): ReadonlyArray<Finding> => {
  if (result === undefined) return []
  const mode = member(command.value, "stdout") ?? "text"
  const fits = typeof mode === "string" ? outputs.get(mode) : undefined
  if (fits === undefined || fits(result)) return []
  const at = [...command.at, "stdout"]
  const type = result === null ? "none" : print(result)
  return [
    { at, severity: "warning", message: `${printPath(at)} is "${mode}", which is never a result of the type ${type}` }
  ]
}

const outputs: ReadonlyMap<string, (result: TypeExpr | null) => boolean> = new Map([
  ["none", (result) => result === null || result._tag === "Any" || result._tag === "Optional"],
  ["text", (result) => result !== null && textual.has(withoutOptional(result)._tag)],
  ["json-lines", (result) => result !== null && (withoutOptional(result)._tag === "Any" || isList(result))]
])

const textual: ReadonlySet<TypeExpr["_tag"]> = new Set(["Any", "Text", "Timestamp", "Duration", "File", "Folder"])

const withoutOptional = (type: TypeExpr): TypeExpr => (type._tag === "Optional" ? type.of : type)

const isList = (type: TypeExpr | undefined): boolean => type !== undefined && withoutOptional(type)._tag === "List"
