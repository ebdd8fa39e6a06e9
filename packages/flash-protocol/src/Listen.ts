/**
 * Which events a plugin hears: patterns of event names in which `*` stands for any text, none included, and every other
 * character for itself. Whatever the pattern, compiling it and matching with it take linear time.
 */

/** The patterns of one manifest, compiled. */
export interface Listen {
  readonly globs: ReadonlyArray<Glob>
}

/** Compiles patterns. Each is trimmed; one that is then empty matches nothing. */
export const make = (patterns: ReadonlyArray<string>): Listen => ({
  globs: patterns
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== "")
    .map(compile)
})

/** Tells whether a pattern matches the whole name. */
export const matches = ({ globs }: Listen, name: string): boolean =>
  globs.some(({ head, rest }) => (rest === undefined ? name === head : hasParts(name, head, rest)))

interface Glob {
  /** What a name starts with; the whole name where there is no `*`. */
  readonly head: string
  readonly rest?: { readonly middle: ReadonlyArray<Needle>; readonly tail: string }
}

/** Text to look for. `borders[i]` is the length of the longest prefix that its first `i + 1` units also end with. */
interface Needle {
  readonly text: string
  readonly borders: ReadonlyArray<number>
}

const compile = (pattern: string): Glob => {
  const [head = "", ...parts] = pattern.split("*")
  const tail = parts.pop()
  return tail === undefined ? { head } : { head, rest: { middle: parts.map(needle), tail } }
}

// Taking the leftmost place for each part leaves the most for the next one, so no choice is ever taken back.
const hasParts = (name: string, head: string, { middle, tail }: NonNullable<Glob["rest"]>): boolean => {
  const end = name.length - tail.length
  if (end < head.length || !name.startsWith(head) || !name.endsWith(tail)) return false
  let from = head.length
  for (const part of middle) {
    const behind = endOf(part, name, from, end)
    if (behind === undefined) return false
    from = behind
  }
  return true
}

const needle = (text: string): Needle => {
  const borders: Array<number> = []
  let border = 0
  for (let at = 0; at < text.length; at++) {
    if (at > 0) border = extend({ text, borders }, border, text[at])
    borders.push(border)
  }
  return { text, borders }
}

/** Where the first occurrence between `from` and `end` stops. */
const endOf = (part: Needle, name: string, from: number, end: number): number | undefined => {
  let matched = 0
  for (let at = from; at < end && matched < part.text.length; at++) {
    matched = extend(part, matched, name[at])
    if (matched === part.text.length) return at + 1
  }
  return part.text === "" ? from : undefined
}

/** How much of the text is matched after one more unit: one more than before, or one more than a shorter border. */
const extend = ({ text, borders }: Needle, matched: number, unit: string | undefined): number => {
  let length = matched
  while (length > 0 && text[length] !== unit) length = borders[length - 1] ?? 0
  return text[length] === unit ? length + 1 : length
}
