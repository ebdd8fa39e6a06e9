/** Reads text between quotes: JSON's escapes, and expressions between braces. */
import type { Expression, Span } from "../Syntax.ts"
import { Cursor, depthLimit } from "./Cursor.ts"
import { type Token, tokens } from "./Lexer.ts"

/** The text of a token without escapes, and where each of its units is written; undefined when it cannot be read. */
interface Unescaped {
  readonly text: string
  readonly places: ReadonlyArray<number>
}

/** Reads a text that stands for itself, such as the path of an import. */
export const plain = (cursor: Cursor, token: Token): string | undefined => unescape(cursor, token)?.text

/** Reads an expression at a cursor; undefined when it cannot be read. */
export type ReadExpression = (cursor: Cursor) => Expression | undefined

/** Reads a text with its expressions. */
export const literal = (cursor: Cursor, token: Token, read: ReadExpression): Expression | undefined => {
  const unescaped = unescape(cursor, token)
  if (unescaped === undefined) return undefined
  const { places, text } = unescaped
  const parts: Array<string | Expression> = []
  let from = 0
  for (let open = text.indexOf("{"); open !== -1; open = text.indexOf("{", from)) {
    const close = closing(text, open)
    const at = places[open] ?? token.span.start
    if (close === -1) {
      cursor.failAt({ start: at, end: at + 1 }, 'found "{" without its "}"; expected an expression and "}"')
      return undefined
    }
    if (open > from) parts.push(text.slice(from, open))
    const inner = nested(cursor, unescaped, { start: open + 1, end: close }, token.span, read)
    if (inner === undefined) return undefined
    parts.push(inner)
    from = close + 1
  }
  if (from < text.length) parts.push(text.slice(from))
  return { _tag: "Text", span: token.span, parts }
}

const nested = (
  cursor: Cursor,
  { places, text }: Unescaped,
  { end, start }: Span,
  whole: Span,
  read: ReadExpression
): Expression | undefined => {
  const place = (offset: number) => places[offset] ?? whole.end - 1
  const span = { start: place(start), end: place(end) }
  if (cursor.depth >= depthLimit) {
    cursor.failAt(span, `an expression nested more than ${depthLimit} levels deep; expected a simpler one`)
    return undefined
  }
  const inside = new Cursor(tokens(text, start, end, place), span)
  inside.depth = cursor.depth + 1
  const found = read(inside)
  if (found !== undefined && inside.ends()) return found
  if (inside.problem !== undefined) cursor.failAt(inside.problem.span, inside.problem.message)
  return undefined
}

/** The brace that closes one, with braces and texts between them; -1 when there is none. */
const closing = (text: string, open: number): number => {
  let depth = 0
  let inText = false
  for (let at = open; at < text.length; at++) {
    const unit = text[at]
    if (inText && unit === "\\") at++
    else if (unit === '"') inText = !inText
    else if (inText) continue
    else if (unit === "{") depth++
    else if (unit === "}" && --depth === 0) return at
  }
  return -1
}

const unescape = (cursor: Cursor, { closed, span, text: written }: Token): Unescaped | undefined => {
  if (!closed) {
    cursor.failAt(span, 'found text without its closing quote; expected "\\"" on the same line')
    return undefined
  }
  const units: Array<string> = []
  const places: Array<number> = []
  for (let at = 1; at < written.length - 1; at++) {
    const place = span.start + at
    if (written[at] !== "\\") {
      units.push(written[at] ?? "")
      places.push(place)
      continue
    }
    const escape = escapePattern.exec(written.slice(at, at + 6))?.[0]
    if (escape === undefined) {
      cursor.failAt(
        { start: place, end: place + 2 },
        'found an unknown escape; expected one of \\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX'
      )
      return undefined
    }
    units.push(unescaped(escape))
    places.push(place)
    at += escape.length - 1
  }
  const text = units.join("")
  if (text.isWellFormed()) return { text, places }
  cursor.failAt(span, "found half of a character in text; expected both of its escapes")
  return undefined
}

const escapePattern = /^\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})/
const shorts: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" }

const unescaped = (escape: string): string => {
  const letter = escape.charAt(1)
  return letter === "u" ? String.fromCharCode(Number.parseInt(escape.slice(2), 16)) : (shorts[letter] ?? letter)
}
