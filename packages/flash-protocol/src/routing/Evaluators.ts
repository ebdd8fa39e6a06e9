/** Which evaluators an input goes to. Evaluators are additive, unless one has marked the input as its own. */
import type { Manifest } from "../manifest/Model.ts"
import type { Roster } from "./Roster.ts"

/**
 * The plugins to ask, in the order of their answers: the higher priority first, then the id. Where the input starts with a
 * prefix of theirs, only the first of them is asked; prefixes are compared to the letter.
 */
export const route = (roster: Roster, query: string): ReadonlyArray<Manifest> => {
  const evaluators = roster.plugins.filter((plugin) => plugin.query !== undefined)
  const owner = evaluators.find((plugin) => plugin.query?.prefixes.some((prefix) => query.startsWith(prefix)))
  return owner === undefined ? evaluators : [owner]
}
