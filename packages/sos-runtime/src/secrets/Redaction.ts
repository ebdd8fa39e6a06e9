/**
 * Takes the values of secrets out of text and data that leave a module: diagnostics, messages of failures, their payload
 * with its keys. A value is found as it is, as JSON writes it, and wrapped over several lines; what overlaps is replaced
 * together, so that no part of a value is left.
 */
import type { Value } from "@lanyard/sos-module"
import { Redacted } from "effect"
import * as Matcher from "./Matcher.ts"

/** What stands where a secret stood. */
export const mask = "[REDACTED]"

/** Replaces the secrets of one process. */
export interface Redactor {
  /** The longest form of a secret in bytes: what has to be kept beyond a cut so that none is cut in two unseen. */
  readonly overhang: number
  readonly text: (text: string) => string
  /** As `text`, for text that was cut off: the beginning of a secret at its end is replaced too. */
  readonly cut: (text: string) => string
  /** Replaces in every text and every key; keys that become the same keep the last value. At most 64 levels deep. */
  readonly value: (value: Value) => Value
}

/** Builds a redactor for the secrets that a process was given. An empty value, or one of line breaks alone, is not found. */
export const make = (secrets: Iterable<Redacted.Redacted<string>>): Redactor => {
  const forms = new Set([...secrets].flatMap((secret) => formsOf(Redacted.value(secret))))
  const matchers = [...forms].flatMap((form) => Matcher.make(form) ?? [])
  const replace = (text: string, cut: boolean): string => {
    const found: Array<Matcher.Match> = []
    for (const matcher of matchers) Matcher.search(matcher, text, cut, found)
    return found.length === 0 ? text : masked(text, found)
  }
  const value = (self: Value): Value => {
    if (typeof self === "string") return replace(self, false)
    if (Array.isArray(self)) return self.map(value)
    if (self instanceof Map) return new Map([...self].map(([key, item]) => [replace(key, false), value(item)]))
    return self
  }
  return {
    overhang: Math.max(0, ...[...forms].map((form) => new TextEncoder().encode(form).length)),
    text: (text) => replace(text, false),
    cut: (text) => replace(text, true),
    value: matchers.length === 0 ? (self) => self : value
  }
}

/** A redactor for a process that was given no secret. */
export const none: Redactor = make([])

/** As it is, inside a JSON string, and inside one that is kept to ASCII as Python writes it. */
const formsOf = (secret: string): ReadonlyArray<string> => {
  const quoted = JSON.stringify(secret).slice(1, -1)
  return [secret, quoted, quoted.replace(/[\u007f-\uffff]/g, escaped)]
}

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`

const masked = (text: string, found: ReadonlyArray<Matcher.Match>): string => {
  const parts: Array<string> = []
  let hidden = 0
  for (const { start, end } of [...found].sort((a, b) => a.start - b.start)) {
    if (start >= hidden) parts.push(text.slice(hidden, start), mask)
    hidden = Math.max(hidden, end)
  }
  return parts.join("") + text.slice(hidden)
}
