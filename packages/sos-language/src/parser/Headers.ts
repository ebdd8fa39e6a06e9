/** Reads the first lines of statements that have a body, up to their colon, and the lines of bodies that are no statements. */
import { parseType } from "@lanyard/sos-module"
import { Result } from "effect"
import type { FieldType, FieldValue, Handler, Name, Parameter, Statement, WrittenType } from "../Syntax.ts"
import { type Cursor, chainLimit } from "./Cursor.ts"
import { expression } from "./Expressions.ts"

type Of<Tag extends Statement["_tag"]> = Extract<Statement, { readonly _tag: Tag }>

/** A statement whose body is on the lines below; it has none yet. */
export type Header =
  | Of<"ForEach">
  | Of<"While">
  | Of<"Repeat">
  | Of<"When">
  | Of<"MapEach">
  | Of<"Action">
  | Of<"Define">
  | Of<"MakeRecord">

/** Reads a header; undefined when it cannot be read. The cursor knows what is wrong, also when only the colon is missing. */
export const header = (cursor: Cursor): Header | undefined => {
  const { start } = cursor
  const found = readers.find(([sees]) => sees(cursor))?.[1](cursor, start)
  if (found === undefined) return undefined
  const lacksColon = cursor.isDone
  return (cursor.expects('":" at the end of the line', ":") && cursor.ends()) || lacksColon ? found : undefined
}

/** Whether the line is the header of a body. */
export const isHeader = (cursor: Cursor): boolean => readers.some(([sees]) => sees(cursor))

/** Whether fields and no statements stand below the line, were it to be read. */
export const hasFields = (cursor: Cursor): boolean =>
  cursor.sees("define") || ((cursor.sees("make") || cursor.sees("fail")) && cursor.endsWith(":"))

/** Whether the line is a handler, for `on` begins nothing else. */
export const isHandler = (cursor: Cursor): boolean => cursor.sees("on")

/** Reads `on failure …:`; what follows the colon is the caller's. */
export const handler = (cursor: Cursor): Handler | undefined => {
  const { start } = cursor
  cursor.take()
  if (!cursor.expects('"failure"', "failure")) return undefined
  const kind = cursor.sees(":") ? undefined : cursor.name('the name of a failure or ":"')
  if (cursor.problem !== undefined) return undefined
  const called = cursor.takes("called") ? cursor.name("a name") : undefined
  const using = called === undefined && cursor.takes("using") ? cursor.names("the name of a field") : []
  if (using === undefined || !cursor.expects('":"', ":")) return undefined
  return { span: cursor.since(start), kind, called, using, body: [] }
}

/** Reads `FIELD from value`. */
export const fieldValue = (cursor: Cursor): FieldValue | undefined => {
  const { start } = cursor
  const field = cursor.name("the name of a field")
  if (field === undefined || !cursor.expects('"from" and a value', "from")) return undefined
  const value = expression(cursor)
  return value !== undefined && cursor.ends() ? { span: cursor.since(start), field, value } : undefined
}

/** Reads `FIELD as TYPE`. */
export const fieldType = (cursor: Cursor): FieldType | undefined => {
  const { start } = cursor
  const field = cursor.name("the name of a field")
  if (field === undefined || !cursor.expects('"as" and a type', "as")) return undefined
  const type = writtenType(cursor)
  return type !== undefined && cursor.ends() ? { span: cursor.since(start), field, type } : undefined
}

type Reader = (cursor: Cursor, start: number) => Header | undefined

const forEach: Reader = (cursor, start) => {
  cursor.takes("for", "each")
  const name = cursor.name("a name")
  if (name === undefined || !cursor.expects('"in" and a list', "in")) return undefined
  const list = expression(cursor)
  if (list === undefined) return undefined
  const numberedFrom = cursor.takes("numbered", "from") ? integer(cursor) : undefined
  if (cursor.problem !== undefined) return undefined
  return { _tag: "ForEach", span: cursor.since(start), name, list, numberedFrom, body: [] }
}

const whileTrue: Reader = (cursor, start) => {
  cursor.take()
  const condition = expression(cursor)
  return condition && { _tag: "While", span: cursor.since(start), condition, body: [] }
}

const repeat: Reader = (cursor, start) => {
  cursor.take()
  const times = expression(cursor)
  return times !== undefined && cursor.expects('"times"', "times")
    ? { _tag: "Repeat", span: cursor.since(start), times, body: [] }
    : undefined
}

const when: Reader = (cursor, start) => {
  cursor.take()
  const condition = expression(cursor)
  return condition && { _tag: "When", span: cursor.since(start), condition, body: [], otherwise: [] }
}

const mapEach: Reader = (cursor, start) => {
  cursor.takes("map", "each")
  const name = cursor.name("a name")
  if (name === undefined || !cursor.expects('"in" and a list', "in")) return undefined
  const list = expression(cursor)
  if (list === undefined || !cursor.expects('"with at most" and a number', "with", "at", "most")) return undefined
  const workers = expression(cursor)
  if (workers === undefined || !cursor.expects('"running called" and a name', "running", "called")) return undefined
  const sink = cursor.name("a name")
  if (sink === undefined) return undefined
  const collectingFailures = cursor.takes("collecting", "failures")
  const span = cursor.since(start)
  return { _tag: "MapEach", span, name, list, workers, sink, collectingFailures, body: [], handlers: [] }
}

const action: Reader = (cursor, start) => {
  cursor.take()
  const name = cursor.name("the name of an action")
  if (name === undefined) return undefined
  const parameters = cursor.takes("with") ? parametersOf(cursor) : []
  const using = parameters && (cursor.takes("using") ? cursor.names("the name of a field") : [])
  const returning = using && cursor.takes("returning") ? writtenType(cursor) : undefined
  const mayFailWith = cursor.takes("may", "fail", "with") ? cursor.names("the name of a failure") : []
  if (parameters === undefined || using === undefined || mayFailWith === undefined) return undefined
  if (cursor.problem !== undefined) return undefined
  return { _tag: "Action", span: cursor.since(start), name, parameters, using, returning, mayFailWith, body: [] }
}

const define: Reader = (cursor, start) => {
  cursor.take()
  const what = cursor.takes("failure") ? "failure" : "record"
  const name = cursor.name(`the name of a ${what}`)
  return name && { _tag: "Define", span: cursor.since(start), what, name, fields: [] }
}

const makeRecord: Reader = (cursor, start) => {
  cursor.take()
  const name = cursor.name("the name of a binding")
  const type = name && cursor.takes("as") ? cursor.name("the name of a record") : undefined
  if (name === undefined || !cursor.expects('"with:"', "with")) return undefined
  return { _tag: "MakeRecord", span: cursor.since(start), name, type, fields: [], handlers: [] }
}

const begins =
  (...words: ReadonlyArray<string>) =>
  (cursor: Cursor) =>
    cursor.sees(...words)

/** `make NAME [as TYPE] with:` and nothing behind it, the colon perhaps forgotten; any other `make` is a statement of one line. */
const beginsRecord = (cursor: Cursor): boolean => {
  if (!cursor.sees("make")) return false
  const isTyped = cursor.peek(2)?.text === "as"
  const withAt = isTyped ? 4 : 2
  if (cursor.peek(withAt)?.text !== "with") return false
  const last = cursor.peek(withAt + 1)
  return last === undefined ? isTyped : last.text === ":" && cursor.peek(withAt + 2) === undefined
}

const readers: ReadonlyArray<readonly [sees: (cursor: Cursor) => boolean, read: Reader]> = [
  [begins("for"), forEach],
  [begins("while"), whileTrue],
  [begins("repeat"), repeat],
  [begins("when"), when],
  [begins("map"), mapEach],
  [begins("to"), action],
  [begins("define"), define],
  [beginsRecord, makeRecord]
]

/** The words that begin a statement with a body. */
export const words: ReadonlyArray<string> = ["for", "while", "repeat", "when", "map", "to", "define", "otherwise", "on"]

const parametersOf = (cursor: Cursor): ReadonlyArray<Parameter> | undefined => {
  const all: Array<Parameter> = []
  do {
    const { start } = cursor
    const name: Name | undefined = cursor.name("the name of a parameter")
    if (name === undefined) return undefined
    const type = cursor.takes("as") ? writtenType(cursor) : undefined
    if (cursor.problem !== undefined) return undefined
    all.push({ span: cursor.since(start), name, type })
  } while (cursor.takes(","))
  return all
}

/** The words of a type, up to the first that is none of them. */
const writtenType = (cursor: Cursor): WrittenType | undefined => {
  const { start } = cursor
  const written: Array<string> = []
  while (written.length < chainLimit && (cursor.sees("optional") || cursor.sees("list", "of"))) {
    if (cursor.takes("optional")) written.push("optional")
    else if (cursor.takes("list", "of")) written.push("list of")
  }
  const core = cursor.name("a type")
  if (core === undefined) return undefined
  const span = cursor.since(start)
  return Result.match(parseType([...written, core.text].join(" ")), {
    onSuccess: (type): WrittenType => ({ span, type }),
    onFailure: (expected) => {
      cursor.failAt(span, `found ${JSON.stringify(core.text)}; expected ${expected}`)
      return undefined
    }
  })
}

const integer = (cursor: Cursor): number | undefined => {
  const isNegative = cursor.takes("-")
  const token = cursor.peek()
  if (token === undefined || !/^[0-9]+$/.test(token.text) || !Number.isSafeInteger(Number(token.text))) {
    cursor.fail("expected a whole number")
    return undefined
  }
  cursor.take()
  return isNegative ? -Number(token.text) : Number(token.text)
}
