/** Guesses which known word an author meant. */

// A file may have words of any length, and any number of them.
const longest = 48
const most = 64

/** Returns the known word that is most like `word`; none when nothing is close. Case, `_` and `-` do not count. */
export const nearest = (word: string, known: Iterable<string>): string | undefined => {
  if (word.length > longest) return undefined
  const plain = plainly(word)
  let least = Math.min(3, Math.floor(plain.length / 3)) + 1
  let best: string | undefined
  for (const candidate of known) {
    const other = plainly(candidate)
    const begun = plain.length > 2 && other.length > plain.length && other.startsWith(plain)
    if (!begun && Math.abs(other.length - plain.length) >= least) continue
    const edits = begun ? 1 : distance(plain, other)
    if (edits < least) [best, least] = [candidate, edits]
  }
  return best
}

/** Asks about the first words that have a nearest one; says which is which when there are several. */
export const hint = (words: ReadonlyArray<string>, known: ReadonlyArray<string>): string | undefined => {
  const guesses = words.slice(0, most).flatMap((word) => {
    const guess = nearest(word, known)
    return guess === undefined ? [] : [words.length === 1 ? `"${guess}"` : `"${guess}" for ${JSON.stringify(word)}`]
  })
  return guesses.length === 0 ? undefined : `did you mean ${guesses.join(", ")}?`
}

const plainly = (word: string): string => word.toLowerCase().replace(/[_-]/g, "")

/** Counts insertions, deletions, replacements and swaps of neighbours. */
const distance = (one: string, other: string): number => {
  let before: ReadonlyArray<number> = []
  let above: ReadonlyArray<number> = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= one.length; row++) {
    const here = [row]
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1]
      const swapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      // In range by the bounds of both loops.
      here[column] = Math.min(
        above[column]! + 1,
        here[column - 1]! + 1,
        above[column - 1]! + (same ? 0 : 1),
        swapped ? before[column - 2]! + 1 : Number.POSITIVE_INFINITY
      )
    }
    before = above
    above = here
  }
  return above[other.length]!
}
