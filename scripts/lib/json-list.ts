/** Reads a JSON list so that a complaint about one of its elements can name a line. */

/** An element and the line it starts on, from 1. */
export interface Element {
  readonly value: unknown
  readonly line: number
}

/** Parses text that should be a JSON list; undefined when it is not one. */
export const parseList = (text: string): ReadonlyArray<Element> | undefined => {
  const list = parse(text)
  if (!Array.isArray(list)) return undefined
  const lines = elementLines(text)
  return list.map((value: unknown, at) => ({ value, line: lines[at]! }))
}

/** Parses JSON text; undefined when it is none. */
export const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const elementLines = (text: string): ReadonlyArray<number> => {
  const lines: Array<number> = []
  let line = 1
  let depth = 0
  let isNext = false
  for (const [token] of text.matchAll(/"(?:\\.|[^"\\])*"|[^\s"{}[\],:]+|[{}[\],:\n]/g)) {
    if (token === "\n") {
      line++
      continue
    }
    if (isNext) lines.push(line)
    if (token === "[" || token === "{") depth++
    if (token === "]" || token === "}") depth--
    isNext = depth === 1 && (token === "," || token === "[")
  }
  return lines
}
