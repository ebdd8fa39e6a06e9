/** What is asked of a manager and not done yet. Demands add up, and only of configurations the newest one counts. */
import type { Configuration } from "./Configuration.ts"

/** Everything that is asked. */
export interface Demand {
  /** A configuration to come into force, for which every place is read. */
  readonly configuration: Configuration | undefined
  /** Whether every place is to be read and every process replaced. */
  readonly everything: boolean
  /** Names of plugins that are to be read, and whose processes are to be replaced. */
  readonly reloads: ReadonlySet<string>
  /** Entries of repositories of which something else is known than before. */
  readonly arrived: ReadonlySet<string>
  /** Folders whose files changed; the same goes for their plugins. */
  readonly changed: ReadonlySet<string>
}

/** Nothing. */
export const none: Demand = {
  configuration: undefined,
  everything: false,
  reloads: new Set(),
  arrived: new Set(),
  changed: new Set()
}

/** Adds what was asked later. */
export const merge = (earlier: Demand, later: Demand): Demand => ({
  configuration: later.configuration ?? earlier.configuration,
  everything: earlier.everything || later.everything,
  reloads: new Set([...earlier.reloads, ...later.reloads]),
  arrived: new Set([...earlier.arrived, ...later.arrived]),
  changed: new Set([...earlier.changed, ...later.changed])
})
