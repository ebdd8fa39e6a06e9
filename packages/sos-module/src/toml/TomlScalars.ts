/** The parts of TOML text that hold no others: white space, comments, strings, keys and plain values. */

/** Two offsets. */
export type Span = readonly [start: number, end: number]

/** One part of a dotted key. */
export interface Part {
  readonly name: string
  readonly span: Span
}

/** Passes over spaces and tabs. */
export const skipBlank = (text: string, from: number): number => match(blank, text, from)

/** Passes over white space, ends of lines and comments. */
export const skipVoid = (text: string, from: number): number => {
  for (let at = from; ; ) {
    const next = match(white, text, at)
    if (text[next] !== "#") return next
    at = skipLine(text, next)
  }
}

/** Passes over the rest of a line and its end. */
export const skipLine = (text: string, from: number): number => {
  const end = text.indexOf("\n", from)
  return end === -1 ? text.length : end + 1
}

/** Reads a key as far as it goes: bare and quoted parts between dots; none where no key starts. */
export const readKey = (text: string, from: number): { readonly parts: ReadonlyArray<Part>; readonly end: number } => {
  const parts: Array<Part> = []
  let at = skipBlank(text, from)
  for (;;) {
    const part = readPart(text, at)
    if (part === undefined) return { parts, end: at }
    parts.push(part)
    at = skipBlank(text, part.span[1])
    if (text[at] !== ".") return { parts, end: part.span[1] }
    at = skipBlank(text, at + 1)
  }
}

/** Passes over a string, number, boolean or date; over nothing where no value is. */
export const skipValue = (text: string, from: number, enclosed: boolean): number => {
  const quote = text[from]
  if (quote === '"' || quote === "'") return skipString(text, from, quote)
  return match(enclosed ? enclosedWord : word, text, from)
}

const blank = /[ \t]*/y
const white = /[ \t\r\n]*/y
const bare = /[A-Za-z0-9_-]+/y
// A date and a time of day may have a space between them.
const word = /(?:\d{4}-\d\d-\d\d \d[^ \t\r\n#]*|[^ \t\r\n#]*)/y
const enclosedWord = /(?:\d{4}-\d\d-\d\d \d[^ \t\r\n#,\]}]*|[^ \t\r\n#,\]}]*)/y

const match = (pattern: RegExp, text: string, from: number): number => {
  pattern.lastIndex = from
  return pattern.test(text) ? pattern.lastIndex : from
}

const readPart = (text: string, from: number): Part | undefined => {
  const quote = text[from]
  if (quote === '"' || quote === "'") {
    const end = skipLineString(text, from, quote)
    const inner = text.slice(from + 1, text[end - 1] === quote && end - 1 > from ? end - 1 : end)
    return { name: quote === '"' ? unescape(inner) : inner, span: [from, end] }
  }
  const end = match(bare, text, from)
  return end === from ? undefined : { name: text.slice(from, end), span: [from, end] }
}

const skipString = (text: string, from: number, quote: string): number =>
  text.startsWith(quote.repeat(3), from) ? skipBlock(text, from, quote) : skipLineString(text, from, quote)

/** Up to the closing quote, or the end of the line when there is none. */
const skipLineString = (text: string, from: number, quote: string): number => {
  let at = from + 1
  for (; at < text.length; at++) {
    const next = text[at]
    if (next === "\n") return at
    if (next === quote) return at + 1
    if (next === "\\" && quote === '"' && text[at + 1] !== "\n") at += 1
  }
  return text.length
}

/** Up to the last of the closing quotes: as many as five, two of which belong to the text. */
const skipBlock = (text: string, from: number, quote: string): number => {
  const close = quote.repeat(3)
  for (let at = from + 3; at < text.length; at++) {
    if (text[at] === "\\" && quote === '"') at += 1
    else if (text.startsWith(close, at)) {
      let end = at + 3
      while (end < at + 5 && text[end] === quote) end += 1
      return end
    }
  }
  return text.length
}

const escapes: ReadonlyMap<string, string> = new Map([
  ["b", "\b"],
  ["t", "\t"],
  ["n", "\n"],
  ["f", "\f"],
  ["r", "\r"],
  ["e", "\u001b"]
])

const unescape = (text: string): string =>
  text.replace(
    /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([\s\S]))/g,
    (_, two: string | undefined, four: string | undefined, eight: string | undefined, one: string | undefined) => {
      if (one !== undefined) return escapes.get(one) ?? one
      const code = Number.parseInt(two ?? four ?? eight ?? "", 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd"
    }
  )
