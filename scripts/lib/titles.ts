/** Reads the titles of tests and suites from a test file, and the requirements that a title cites at its end. */
import { lineAt, mask } from "./mask.ts"

/** The title of an `it`, `test` or `describe` that runs: its text between the quotes, and the line it stands on. */
export interface Title {
  readonly text: string
  readonly line: number
}

/**
 * Lists the titles of a file that are written as a string or a template, whatever the call is made of: `it.effect`,
 * `it.each<Row>(table)`, `describe.skipIf(condition)`. One that is always skipped has none.
 */
export const titles = (source: string): ReadonlyArray<Title> => {
  const { code, strings } = mask(source)
  return Array.from(code.matchAll(/(?<![\w$.])(?:it|test|describe)\b/g)).flatMap(({ index, 0: name }) => {
    const at = titleAt(code, index + name.length)
    const [, number] = at === undefined ? [] : (/^["`](\d+)/.exec(code.slice(at)) ?? [])
    return number === undefined ? [] : [{ text: strings[Number(number)]!, line: lineAt(code, at!) }]
  })
}

/** Follows members, type arguments and the tables before the last call to where its first argument starts. */
const titleAt = (code: string, from: number): number | undefined => {
  for (let at = from; ; ) {
    const rest = code.slice(at)
    const [member, name] = /^\s*\.\s*(\w+)/.exec(rest) ?? []
    if (member !== undefined) {
      if (name === "skip" || name === "todo") return undefined
      at += member.length
    } else if (rest.startsWith("<")) {
      at += lengthOf(rest, "<", ">")
    } else if (rest.startsWith("(")) {
      const [opening = ""] = /^\(\s*/.exec(rest) ?? []
      if (/^["`]\d/.test(rest.slice(opening.length))) return at + opening.length
      at += lengthOf(rest, "(", ")")
    } else {
      return undefined
    }
  }
}

/** The length of a bracketed text, its brackets included; an arrow's `>` closes nothing. */
const lengthOf = (text: string, open: string, close: string): number => {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === open) depth++
    else if (text[at] === close && text[at - 1] !== "=" && --depth === 0) return at + 1
  }
  return text.length
}

/** What a title cites, and what in it looks like an id and is not cited. */
export interface Citations {
  readonly ids: ReadonlyArray<string>
  readonly malformed: ReadonlyArray<string>
}

/** The form of a requirement's id: protocol, area, number. */
export const idPattern = /^[A-Z]+-[A-Z]+-\d{2,3}$/

/** Reads the ids in the square brackets that end a title, separated by commas. */
export const citations = (title: string): Citations => {
  const [tail = "", list = ""] = /\s*\[([^[\]]*)\]$/.exec(title) ?? []
  const parts = list.split(",").map((part) => part.trim())
  const cites = parts.some(isLikeAnId)
  const body = cites ? title.slice(0, -tail.length) : title
  return {
    ids: cites ? parts.filter((part) => idPattern.test(part)) : [],
    malformed: [
      ...(cites ? parts.filter((part) => !idPattern.test(part)) : []),
      ...Array.from(body.matchAll(/\b(?:FLASH|SOS)-[A-Z]+-?\d+/g), ([found]) => found)
    ]
  }
}

const isLikeAnId = (part: string) => /^(?:FLASH|SOS)[-_ ]/i.test(part)
