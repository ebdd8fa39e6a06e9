/** Reads the statements that fit on one line. What stands below them, handlers and fields, is read by the parser of blocks. */
import type { Expression, Name, Span, Statement } from "../Syntax.ts"
import { type Cursor, isName } from "./Cursor.ts"
import { expression, expressions } from "./Expressions.ts"
import * as Texts from "./Texts.ts"

/** Reads the rest of the line as one statement; undefined when it cannot be read, which the cursor knows. */
export const statement = (cursor: Cursor): Statement | undefined => {
  const { start } = cursor
  const read = readers.get(cursor.peek()?.text ?? "")
  const found = read === undefined ? sentence(cursor, start) : read(cursor, start)
  return found !== undefined && cursor.ends() ? found : undefined
}

type Reader = (cursor: Cursor, start: number) => Statement | undefined

const importing: Reader = (cursor, start) => {
  cursor.take()
  const token = cursor.peek()
  if (token?.kind !== "text") return nothing(cursor, "the path of a module in quotes")
  cursor.take()
  const text = Texts.plain(cursor, token)
  if (text === undefined) return undefined
  const alias = cursor.takes("as") ? cursor.name("the name that the module gets here") : undefined
  if (cursor.problem !== undefined) return undefined
  return { _tag: "Import", span: cursor.since(start), path: { text, span: token.span }, alias }
}

const call: Reader = (cursor, start) => {
  cursor.take()
  const target = targetOf(cursor)
  const given = target && argumentsOf(cursor)
  const sink = given && sinkOf(cursor)
  if (target === undefined || given === undefined || sink === undefined) return undefined
  return {
    _tag: "Call",
    form: "call",
    span: cursor.since(start),
    ...target,
    arguments: given,
    sink: sink.name,
    handlers: []
  }
}

const sentence: Reader = (cursor, start) => {
  const token = cursor.peek()
  if (token?.kind !== "word" || !token.text.split(".").every(isName)) return nothing(cursor, "a statement")
  const target = targetOf(cursor)
  if (target === undefined) return undefined
  const isBare = cursor.isDone || cursor.sees("with") || cursor.sees("called")
  const first = isBare ? argumentsOf(cursor) : singly(expression(cursor))
  const sink = first && sinkOf(cursor)
  if (first === undefined || sink === undefined) return undefined
  return {
    _tag: "Call",
    form: "sentence",
    span: cursor.since(start),
    ...target,
    arguments: first,
    sink: sink.name,
    handlers: []
  }
}

const show: Reader = (cursor, start) => {
  cursor.take()
  const value = expression(cursor)
  if (value === undefined) return undefined
  const isTable = cursor.takes("as", "table")
  const table = isTable ? (cursor.takes("with") ? cursor.names("the name of a column") : []) : undefined
  if (cursor.problem !== undefined) return undefined
  return { _tag: "Show", span: cursor.since(start), value, table, handlers: [] }
}

const make: Reader = (cursor, start) => {
  const verb = cursor.take()?.text
  const name = cursor.name("the name of a binding")
  if (name === undefined) return undefined
  if (verb === "make") cursor.takes("as")
  const value = expression(cursor)
  if (value === undefined) return undefined
  return {
    _tag: "Make",
    span: cursor.since(start),
    verb: verb === "assign" || verb === "set" ? verb : "make",
    name,
    value,
    handlers: []
  }
}

const finish: Reader = (cursor, start) => {
  const verb = cursor.take()?.text
  const hasValue = verb === "return" || cursor.takes("with")
  const value = hasValue ? expression(cursor) : undefined
  return cursor.problem === undefined ? { _tag: "Finish", span: cursor.since(start), value } : undefined
}

const fail: Reader = (cursor, start) => {
  cursor.take()
  const failure = cursor.name("the name of a failure")
  if (failure === undefined || !cursor.expects('"with" and a message', "with")) return undefined
  const message = expression(cursor)
  return message && { _tag: "Fail", span: cursor.since(start), failure, message, fields: [] }
}

const recover: Reader = (cursor, start) => {
  cursor.take()
  const value = cursor.takes("with") ? expression(cursor) : undefined
  return cursor.problem === undefined ? { _tag: "Recover", span: cursor.since(start), value } : undefined
}

const stop: Reader = (cursor, start) => {
  cursor.take()
  const message = cursor.takes("with") ? expression(cursor) : undefined
  return cursor.problem === undefined ? { _tag: "Stop", span: cursor.since(start), message } : undefined
}

const passOn: Reader = (cursor, start) => {
  const isWhole = cursor.takes("rethrow") || cursor.expects('"pass failure on"', "pass", "failure", "on")
  return isWhole ? { _tag: "PassFailureOn", span: cursor.since(start) } : undefined
}

const capture: Reader = (cursor, start) => {
  cursor.take()
  const target = targetOf(cursor)
  const given = target && argumentsOf(cursor)
  if (target === undefined || given === undefined) return undefined
  const sink = cursor.expects('"called" and a name', "called") ? cursor.name("a name") : undefined
  return sink && { _tag: "Capture", span: cursor.since(start), ...target, arguments: given, sink }
}

const append: Reader = (cursor, start) => {
  cursor.take()
  const value = expression(cursor)
  if (value === undefined || !cursor.expects('"to" and a list', "to")) return undefined
  const list = cursor.name("the name of a list")
  return list && { _tag: "Append", span: cursor.since(start), value, list, handlers: [] }
}

const take: Reader = (cursor, start) => {
  cursor.take()
  const end = cursor.takes("first") ? "first" : cursor.takes("last") ? "last" : undefined
  if (end === undefined) return nothing(cursor, '"first" or "last"')
  const count = expression(cursor)
  if (count === undefined || !cursor.expects('"items from" and a list', "items", "from")) return undefined
  const list = expression(cursor)
  if (list === undefined || !cursor.expects('"called" and a name', "called")) return undefined
  const sink = cursor.name("a name")
  return sink && { _tag: "Take", span: cursor.since(start), end, count, list, sink, handlers: [] }
}

const readers: ReadonlyMap<string, Reader> = new Map([
  ["import", importing],
  ["call", call],
  ["show", show],
  ["print", show],
  ["emit", show],
  ["make", make],
  ["assign", make],
  ["set", make],
  ["finish", finish],
  ["return", finish],
  ["fail", fail],
  ["recover", recover],
  ["stop", stop],
  ["pass", passOn],
  ["rethrow", passOn],
  ["capture", capture],
  ["append", append],
  ["take", take]
])

/** The words that begin a statement of one line. */
export const words: ReadonlyArray<string> = [...readers.keys()]

/** `NAME` or `ALIAS.NAME`, which is one word. */
const targetOf = (cursor: Cursor): { readonly qualifier: Name | undefined; readonly action: Name } | undefined => {
  const token = cursor.peek()
  const parts = token?.kind === "word" ? token.text.split(".") : []
  if (token === undefined || parts.length === 0 || parts.length > 2 || !parts.every(isName)) {
    cursor.fail("expected the name of an action, perhaps with its module and a dot before it")
    return undefined
  }
  cursor.take()
  const [first = "", second] = parts
  const { start } = token.span
  if (second === undefined) return { qualifier: undefined, action: { text: first, span: token.span } }
  const dot = start + first.length
  return {
    qualifier: { text: first, span: { start, end: dot } satisfies Span },
    action: { text: second, span: { start: dot + 1, end: token.span.end } }
  }
}

const argumentsOf = (cursor: Cursor): ReadonlyArray<Expression> | undefined =>
  cursor.takes("with") ? expressions(cursor) : []

const sinkOf = (cursor: Cursor): { readonly name: Name | undefined } | undefined => {
  if (!cursor.takes("called")) return { name: undefined }
  const name = cursor.name("a name")
  return name && { name }
}

const singly = (one: Expression | undefined) => one && [one]

const nothing = (cursor: Cursor, expected: string): undefined => {
  cursor.fail(`expected ${expected}`)
  return undefined
}
