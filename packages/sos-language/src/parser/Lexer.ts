/**
 * Cuts a statement into tokens. Words are cut at spaces and at the characters that mean something by themselves, so `a.b`, `1.5s` and
 * `count` are one word each, and `1e-3` is three.
 */
import type { Span } from "../Syntax.ts"

/** The smallest parts of a statement. */
export type Token = {
  readonly kind: "word" | "symbol" | "text"
  /** As it is written; of a text with its quotes. */
  readonly text: string
  readonly span: Span
  /** Of a text: whether its closing quote is there. */
  readonly closed: boolean
}

/** Where each unit of a text stands in the file; texts inside texts are written with escapes, so not one beside the other. */
export type Places = (offset: number) => number

/** Cuts `text` from `start` to `end`. */
export const tokens = (text: string, start: number, end: number, places: Places): ReadonlyArray<Token> => {
  const found: Array<Token> = []
  for (let at = start; at < end; ) {
    const code = text.charCodeAt(at)
    if (code === space) {
      at++
      continue
    }
    const next = endOfToken(text, at, end)
    const kind = code === quote ? "text" : isSymbol(code) ? "symbol" : "word"
    const closed = kind !== "text" || (next - at > 1 && isClosed(text, at, next))
    found.push({ kind, text: text.slice(at, next), span: { start: places(at), end: places(next - 1) + 1 }, closed })
    at = next
  }
  return found
}

const endOfToken = (text: string, at: number, end: number): number => {
  const code = text.charCodeAt(at)
  if (code === quote) return endOfText(text, at, end)
  if (isSymbol(code)) return pairs.has(text.slice(at, at + 2)) && at + 2 <= end ? at + 2 : at + 1
  let next = at + 1
  while (next < end && !isBoundary(text.charCodeAt(next))) next++
  return next
}

const endOfText = (text: string, at: number, end: number): number => {
  for (let next = at + 1; next < end; next++) {
    const code = text.charCodeAt(next)
    if (code === quote) return next + 1
    if (code === backslash) next++
  }
  return end
}

const isClosed = (text: string, at: number, next: number): boolean => {
  let escapes = 0
  while (text.charCodeAt(next - 2 - escapes) === backslash && next - 2 - escapes > at) escapes++
  return text.charCodeAt(next - 1) === quote && escapes % 2 === 0
}

const symbols = new Set([..."()[]{},:+-*/%<>=!"].map((symbol) => symbol.charCodeAt(0)))
const pairs = new Set(["==", "!=", "<=", ">="])
const space = 0x20
const quote = 0x22
const backslash = 0x5c

const isSymbol = (code: number): boolean => symbols.has(code)
const isBoundary = (code: number): boolean => code === space || code === quote || symbols.has(code)
