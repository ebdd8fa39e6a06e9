/** Trees in short, for tests: nodes as lists that begin with their tag, without places. */
import { printDuration, printType } from "@lanyard/sos-module"
import * as Parser from "../../src/Parser.ts"
import type { Expression, Handler, Name, Statement } from "../../src/Syntax.ts"

/** A node in short. */
export type Short = string | number | boolean | null | undefined | ReadonlyArray<Short>

/** Reads a program, which has to be sound. */
export const read = (text: string): ReadonlyArray<Short> => {
  const { diagnostics, program } = Parser.parse("test.sos", text)
  return diagnostics.length > 0 ? diagnostics.map(({ message }) => message) : program.statements.map(statement)
}

/** Reads one expression, as the value of a `show`. */
export const expressionOf = (text: string): Short => {
  const [shown] = read(`show ${text}`)
  return Array.isArray(shown) ? shown[1] : shown
}

const name = (one: Name | undefined) => one?.text
const names = (all: ReadonlyArray<Name> | undefined) => all?.map(({ text }) => text)
const optional = (one: Expression | undefined) => (one === undefined ? undefined : expression(one))
const body = (all: ReadonlyArray<Statement>): Short => all.map(statement)

const handler = ({ body: inside, called, kind, using }: Handler): Short => [
  "on",
  name(kind),
  name(called),
  names(using),
  body(inside)
]

/** An expression in short. */
export const expression = (node: Expression): Short => {
  switch (node._tag) {
    case "Text":
      return ["text", ...node.parts.map((part) => (typeof part === "string" ? part : ["{}", expression(part)]))]
    case "Number":
    case "Boolean":
      return node.value
    case "Duration":
      return ["duration", printDuration(node.value)]
    case "Null":
      return null
    case "Now":
      return ["now"]
    case "List":
      return ["list", ...node.items.map(expression)]
    case "Record":
      return ["record", ...node.entries.map(([key, value]) => [key.text, expression(value)])]
    case "Variable":
      return node.name
    case "Field":
      return ["field", expression(node.of), node.field.text]
    case "Count":
      return ["count", expression(node.of)]
    case "Words":
      return ["words", expression(node.of)]
    case "Items":
      return [node.end, expression(node.count), expression(node.of)]
    case "Unary":
      return [node.operator, expression(node.operand)]
    case "Binary":
      return [node.operator, expression(node.left), expression(node.right)]
  }
}

const statement = (node: Statement): Short => {
  const handlers = "handlers" in node && node.handlers.length > 0 ? node.handlers.map(handler) : []
  switch (node._tag) {
    case "Import":
      return ["import", node.path.text, name(node.alias)]
    case "Call":
      return [
        node.form,
        name(node.qualifier),
        node.action.text,
        node.arguments.map(expression),
        name(node.sink),
        ...handlers
      ]
    case "Action":
      return [
        "to",
        node.name.text,
        node.parameters.map((parameter) => [parameter.name.text, parameter.type && printType(parameter.type.type)]),
        names(node.using),
        node.returning && printType(node.returning.type),
        names(node.mayFailWith),
        body(node.body)
      ]
    case "Define":
      return [node.what, node.name.text, ...node.fields.map(({ field, type }) => [field.text, printType(type.type)])]
    case "Show":
      return ["show", expression(node.value), names(node.table), ...handlers]
    case "Make":
      return [node.verb, node.name.text, expression(node.value), ...handlers]
    case "MakeRecord":
      return [
        "make record",
        node.name.text,
        name(node.type),
        ...node.fields.map(({ field, value }) => [field.text, expression(value)]),
        ...handlers
      ]
    case "ForEach":
      return ["for", node.name.text, expression(node.list), node.numberedFrom, body(node.body)]
    case "While":
      return ["while", expression(node.condition), body(node.body)]
    case "Repeat":
      return ["repeat", expression(node.times), body(node.body)]
    case "When":
      return ["when", expression(node.condition), body(node.body), body(node.otherwise)]
    case "Finish":
      return ["finish", optional(node.value)]
    case "Fail":
      return [
        "fail",
        node.failure.text,
        expression(node.message),
        ...node.fields.map(({ field, value }) => [field.text, expression(value)])
      ]
    case "Recover":
      return ["recover", optional(node.value)]
    case "PassFailureOn":
      return ["pass on"]
    case "Stop":
      return ["stop", optional(node.message)]
    case "Capture":
      return ["capture", name(node.qualifier), node.action.text, node.arguments.map(expression), node.sink.text]
    case "Append":
      return ["append", expression(node.value), node.list.text, ...handlers]
    case "Take":
      return ["take", node.end, expression(node.count), expression(node.list), node.sink.text, ...handlers]
    case "MapEach":
      return [
        "map",
        node.name.text,
        expression(node.list),
        expression(node.workers),
        node.sink.text,
        node.collectingFailures,
        body(node.body),
        ...handlers
      ]
  }
}
