/** How a place stands: a line for people who ask what is loaded. */
import type { Origin } from "../PluginSpec.ts"
import type { Applied } from "../Registry.ts"
import { CommandsClaimed, type LoadFailure } from "./LoadFailure.ts"
import { nameOf, type Selection } from "./Reading.ts"

/** One place. */
export interface Row {
  /** Tells it from every other row: the plugin's folder, or the entry of a repository. */
  readonly key: string
  /** The plugin's id, or the name of the place as long as nothing valid was read there. */
  readonly plugin: string
  readonly origin: Origin
  /** Whether the host has the plugin. */
  readonly isLoaded: boolean
  /** Why it has not, or has another definition than its files. */
  readonly failure: LoadFailure | undefined
}

/** Makes the rows of places that were chosen among, in the order of loading. */
export const of = ({ shown, taken, wanted }: Selection, collisions: Applied["collisions"]): ReadonlyArray<Row> => {
  const keys = new Set(wanted.map(({ key }) => key))
  return shown.map((reading) => {
    const { place, failure } = reading
    const plugin = nameOf(reading)
    const claimed = keys.has(place.key) ? collisions.filter(({ claimants }) => claimants.includes(plugin)) : []
    const refused = claimed.length > 0 ? new CommandsClaimed({ collisions: claimed }) : taken.get(place.key)
    return {
      key: place.key,
      plugin,
      origin: place.origin,
      isLoaded: keys.has(place.key) && claimed.length === 0,
      failure: failure ?? refused
    }
  })
}
