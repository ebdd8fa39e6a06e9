/** Reads expressions by precedence, from `or` down to what stands for itself. */
import { parseDuration } from "@lanyard/sos-module"
import { Result } from "effect"
import type { BinaryOperator, Expression, Name } from "../Syntax.ts"
import { type Cursor, chainLimit, depthLimit, isName } from "./Cursor.ts"
import type { Token } from "./Lexer.ts"
import * as Texts from "./Texts.ts"

/** Reads one expression; undefined when it cannot be read, which the cursor knows. */
export const expression = (cursor: Cursor): Expression | undefined => deeper(cursor, () => level(cursor, 0))

/** Reads expressions with commas between them. */
export const expressions = (cursor: Cursor): ReadonlyArray<Expression> | undefined => {
  const all: Array<Expression> = []
  do {
    const one = expression(cursor)
    if (one === undefined) return undefined
    all.push(one)
  } while (cursor.takes(","))
  return all
}

/** The words of an operator and what they mean; of several that fit, the first counts. */
type Operators = ReadonlyArray<readonly [words: ReadonlyArray<string>, operator: BinaryOperator]>

/** From the loosest to the tightest. */
const levels: ReadonlyArray<Operators> = [
  [[["or"], "or"]],
  [[["and"], "and"]],
  [
    [["is", "not"], "!="],
    [["is"], "=="],
    [["=="], "=="],
    [["!="], "!="],
    [["<="], "<="],
    [[">="], ">="],
    [["<"], "<"],
    [[">"], ">"],
    [["contains"], "contains"]
  ],
  [
    [["+"], "+"],
    [["plus"], "+"],
    [["-"], "-"],
    [["minus"], "-"]
  ],
  [
    [["*"], "*"],
    [["times"], "*"],
    [["/"], "/"],
    [["%"], "%"]
  ]
]

const level = (cursor: Cursor, at: number): Expression | undefined => {
  const operators = levels[at]
  if (operators === undefined) return prefixed(cursor)
  let left = level(cursor, at + 1)
  for (let length = 0; left !== undefined; length++) {
    const operator = takeOperator(cursor, operators)
    if (operator === undefined) return left
    if (length === chainLimit) {
      cursor.failAt(left.span, `more than ${chainLimit} operators in a row; expected a shorter expression`)
      return undefined
    }
    const right = level(cursor, at + 1)
    if (right === undefined) return undefined
    left = { _tag: "Binary", span: { start: left.span.start, end: right.span.end }, operator, left, right }
  }
  return left
}

// `repeat n times:` ends with a word that is an operator elsewhere.
const takeOperator = (cursor: Cursor, operators: Operators): BinaryOperator | undefined =>
  cursor.sees("times", ":") ? undefined : operators.find(([words]) => cursor.takes(...words))?.[1]

const prefixed = (cursor: Cursor): Expression | undefined => {
  const start = cursor.start
  const operator = cursor.takes("not") ? "not" : cursor.takes("-") ? "-" : undefined
  if (operator === undefined) return atom(cursor)
  const operand = deeper(cursor, () => prefixed(cursor))
  return operand && { _tag: "Unary", span: { start, end: operand.span.end }, operator, operand }
}

const atom = (cursor: Cursor): Expression | undefined => {
  const token = cursor.peek()
  if (token === undefined) return missing(cursor)
  if (token.kind === "text") {
    cursor.take()
    return Texts.literal(cursor, token, expression)
  }
  return token.kind === "symbol" ? enclosed(cursor, token) : word(cursor, token)
}

const enclosed = (cursor: Cursor, { span: { start }, text }: Token): Expression | undefined => {
  if (text === "(") {
    cursor.take()
    const inner = expression(cursor)
    return inner !== undefined && cursor.expects('")"', ")") ? { ...inner, span: cursor.since(start) } : undefined
  }
  if (text === "[") {
    cursor.take()
    const items = cursor.sees("]") ? [] : expressions(cursor)
    return items !== undefined && cursor.expects('"," or "]"', "]")
      ? { _tag: "List", span: cursor.since(start), items }
      : undefined
  }
  return text === "{" ? record(cursor, start) : missing(cursor)
}

const record = (cursor: Cursor, start: number): Expression | undefined => {
  cursor.take()
  const entries: Array<readonly [Name, Expression]> = []
  while (!cursor.sees("}")) {
    if (entries.length > 0 && !cursor.expects('"," or "}"', ",")) return undefined
    const key = keyOf(cursor)
    if (key === undefined || !cursor.expects('":"', ":")) return undefined
    const value = expression(cursor)
    if (value === undefined) return undefined
    entries.push([key, value])
  }
  cursor.take()
  return { _tag: "Record", span: cursor.since(start), entries }
}

const keyOf = (cursor: Cursor): Name | undefined => {
  const token = cursor.peek()
  if (token?.kind !== "text") return cursor.name("the name of a field")
  cursor.take()
  const text = Texts.plain(cursor, token)
  return text === undefined ? undefined : { text, span: token.span }
}

const word = (cursor: Cursor, token: Token): Expression | undefined => {
  const { span, text } = token
  const { start } = span
  cursor.take()
  const constant = constants.get(text)
  if (constant !== undefined) return { ...constant, span }
  if (text === "empty" && (cursor.sees("list") || cursor.sees("record"))) {
    const isList = cursor.take()?.text === "list"
    return isList
      ? { _tag: "List", span: cursor.since(start), items: [] }
      : { _tag: "Record", span: cursor.since(start), entries: [] }
  }
  if ((text === "count" || text === "length" || text === "words") && cursor.takes("of")) {
    const of = deeper(cursor, () => atom(cursor))
    return of && { _tag: text === "words" ? "Words" : "Count", span: cursor.since(start), of }
  }
  if (text === "first" || text === "last") return items(cursor, text, start)
  const value = numberOf(text)
  if (value !== undefined) return { _tag: "Number", span, value }
  const duration = /^[0-9.]/.test(text) ? parseDuration(text) : undefined
  if (duration !== undefined && Result.isSuccess(duration)) return { _tag: "Duration", span, value: duration.success }
  if (isName(text) && cursor.takes("of")) {
    const of = deeper(cursor, () => atom(cursor))
    return of && { _tag: "Field", span: cursor.since(start), of, field: { text, span } }
  }
  return dotted(cursor, token)
}

/** `first 3 items of x`, where `items` and `of` may be left out. */
const items = (cursor: Cursor, end: "first" | "last", start: number): Expression | undefined => {
  // Behind a name as the number, `of` belongs to this.
  const token = cursor.peek()
  const isNumber = token?.kind === "word" && cursor.peek(1)?.text === "of"
  const count = isNumber ? plain(cursor, token) : deeper(cursor, () => atom(cursor))
  if (count === undefined) return undefined
  cursor.takes("items")
  cursor.takes("of")
  const of = deeper(cursor, () => atom(cursor))
  return of && { _tag: "Items", span: cursor.since(start), end, count, of }
}

const plain = (cursor: Cursor, token: Token): Expression | undefined => {
  cursor.take()
  const value = numberOf(token.text)
  return value === undefined ? dotted(cursor, token) : { _tag: "Number", span: token.span, value }
}

const dotted = (cursor: Cursor, { span, text }: Token): Expression | undefined => {
  const [head = "", ...fields] = text.split(".")
  if (![head, ...fields].every(isName)) {
    const message = `found ${JSON.stringify(text)}; expected a value: a name, a number, a duration, text in quotes, a list or a record`
    cursor.failAt(span, message)
    return undefined
  }
  if (fields.length > depthLimit) {
    cursor.failAt(span, `more than ${depthLimit} fields in a row; expected fewer`)
    return undefined
  }
  let end = span.start + head.length
  let value: Expression = { _tag: "Variable", span: { start: span.start, end }, name: head }
  for (const field of fields) {
    const name = { text: field, span: { start: end + 1, end: end + 1 + field.length } }
    end = name.span.end
    value = { _tag: "Field", span: { start: span.start, end }, of: value, field: name }
  }
  return value
}

const numberOf = (text: string): number | undefined => {
  if (!/^(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][0-9]+)?$/.test(text)) return undefined
  const number = Number(text)
  return Number.isFinite(number) ? number : undefined
}

const missing = (cursor: Cursor): undefined => {
  cursor.fail("expected a value")
  return undefined
}

/** Reads one level further down, as far as trees may go. */
const deeper = (cursor: Cursor, read: () => Expression | undefined): Expression | undefined => {
  if (cursor.depth >= depthLimit) {
    cursor.fail(`expected an expression nested at most ${depthLimit} levels deep`)
    return undefined
  }
  cursor.depth++
  const found = read()
  cursor.depth--
  return found
}

type Constant = { readonly _tag: "Boolean"; readonly value: boolean } | { readonly _tag: "Null" | "Now" }

const constants: ReadonlyMap<string, Constant> = new Map<string, Constant>([
  ["true", { _tag: "Boolean", value: true }],
  ["on", { _tag: "Boolean", value: true }],
  ["false", { _tag: "Boolean", value: false }],
  ["off", { _tag: "Boolean", value: false }],
  ["null", { _tag: "Null" }],
  ["now", { _tag: "Now" }]
])
