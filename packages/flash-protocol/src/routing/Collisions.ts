/**
 * Commands that nobody may have. A command name belongs to one plugin: where two claim it, or Flash itself has the word,
 * everyone who claims it fails to load.
 */
import type { Manifest } from "../manifest/Model.ts"

/** A command that fails the load of every plugin that claims it. */
export interface Collision {
  readonly command: string
  /** Ids, sorted; one is enough when the word is reserved. */
  readonly claimants: ReadonlyArray<string>
  /** It is a verb or a query of Flash's own. */
  readonly isReserved: boolean
}

/** Finds the collisions among manifests with distinct ids, sorted by command. `reserved` is lower-case, as manifests are. */
export const find = (manifests: ReadonlyArray<Manifest>, reserved: ReadonlySet<string>): ReadonlyArray<Collision> => {
  const claims = manifests.flatMap(({ id, commands }) =>
    [...new Set(commands.map(({ command }) => command))].map((command) => ({ command, id }))
  )
  const byCommand = Map.groupBy(claims, ({ command }) => command)
  return [...byCommand.keys()].sort().flatMap((command) => {
    const claimants = (byCommand.get(command) ?? []).map(({ id }) => id).sort()
    const isReserved = reserved.has(command)
    return isReserved || claimants.length > 1 ? [{ command, claimants, isReserved }] : []
  })
}
