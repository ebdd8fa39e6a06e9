/**
 * Finds one text in another with line breaks ignored on both sides, since a writer may have wrapped what it printed. The
 * search is linear in both, whatever they repeat, and knows how much of the text it looks for stands at the very end.
 */

/** Prefix lengths of a text without line breaks, as Knuth, Morris and Pratt use them. */
export interface Matcher {
  readonly text: string
  readonly fallback: Int32Array
}

/** From the first unit up to, and without, the last. */
export interface Match {
  readonly start: number
  readonly end: number
}

/** Prepares a search; none for a text that is nothing but line breaks. */
export const make = (wanted: string): Matcher | undefined => {
  const text = wanted.replace(/[\r\n]/g, "")
  if (text === "") return undefined
  const fallback = new Int32Array(text.length)
  for (let at = 1, size = 0; at < text.length; at++) {
    while (size > 0 && text[at] !== text[size]) size = fallback[size - 1] ?? 0
    if (text[at] === text[size]) size++
    fallback[at] = size
  }
  return { text, fallback }
}

/**
 * Adds every match in `text` to `found`, in order and possibly overlapping. With `cut` the text goes on somewhere else: a
 * beginning of what is looked for, at its very end, counts as well.
 */
export const search = ({ fallback, text: wanted }: Matcher, text: string, cut: boolean, found: Array<Match>): void => {
  if (text.length < wanted.length && !cut) return
  // Where the units of the present match stand in the text, the last ones of them.
  const places = new Float64Array(Math.min(wanted.length, text.length))
  let size = 0
  let seen = 0
  const startOf = (length: number) => places[(seen - length) % places.length] ?? 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === lineFeed || code === carriageReturn) continue
    while (size > 0 && code !== wanted.charCodeAt(size)) size = fallback[size - 1] ?? 0
    places[seen++ % places.length] = at
    if (code === wanted.charCodeAt(size)) size++
    if (size < wanted.length) continue
    found.push({ start: startOf(size), end: at + 1 })
    size = fallback[size - 1] ?? 0
  }
  if (cut && size > 0) found.push({ start: startOf(size), end: text.length })
}

const lineFeed = 0x0a
const carriageReturn = 0x0d
