/**
 * Commands that nobody may have. A command name belongs to one plugin: where two claim it, everyone who claims it fails to
 * load. Words of Flash itself never get here, for the manifest's loader refuses them.
 */
import type { Manifest } from "../manifest/Model.ts"

/** A command that fails the load of every plugin that claims it. */
export interface Collision {
  readonly command: string
  /** Ids, sorted; at least two. */
  readonly claimants: ReadonlyArray<string>
}

/** Finds the collisions among manifests with distinct ids, sorted by command. */
export const find = (manifests: ReadonlyArray<Manifest>): ReadonlyArray<Collision> => {
  const claims = manifests.flatMap(({ id, commands }) =>
    [...new Set(commands.map(({ command }) => command))].map((command) => ({ command, id }))
  )
  const byCommand = Map.groupBy(claims, ({ command }) => command)
  return [...byCommand.keys()].sort().flatMap((command) => {
    const claimants = (byCommand.get(command) ?? []).map(({ id }) => id).sort()
    return claimants.length > 1 ? [{ command, claimants }] : []
  })
}
