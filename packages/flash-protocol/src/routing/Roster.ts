/**
 * The plugins that routing chooses among: ids distinct, no command claimed twice, in one order. What plugins declare
 * together (terminal emulators, apps whose hints wait for a request) is their union.
 */
import { Array as Arrays, Option } from "effect"
import type { Manifest } from "../manifest/Model.ts"
import * as Collisions from "./Collisions.ts"
import * as Ranking from "./Ranking.ts"
import * as Selector from "./Selector.ts"

/** Plugins that loaded, and what they declare together. */
export interface Roster {
  /** The higher priority first, then the id. */
  readonly plugins: ReadonlyArray<Manifest>
  /** Bundle ids that the terminal rules hold for and `only_terminals` means. */
  readonly terminals: ReadonlySet<string>
  /** Bundle ids whose accessibility tree is walked only when hints are asked for. */
  readonly onDemandHints: ReadonlySet<string>
}

/** What became of a set of manifests. */
export interface Loaded {
  readonly roster: Roster
  /** Ids that an earlier manifest has; the later manifest is ignored, which deserves a warning. */
  readonly duplicates: ReadonlyArray<string>
  /** Commands that failed the load of everyone who claims them. */
  readonly collisions: ReadonlyArray<Collisions.Collision>
}

/** Admits manifests, given in the order of loading (official ones, then third parties'), which only decides between equal ids. */
export const load = (manifests: ReadonlyArray<Manifest>): Loaded => {
  const byId = new Map<string, Manifest>()
  const duplicates: Array<string> = []
  for (const manifest of manifests) {
    if (byId.has(manifest.id)) duplicates.push(manifest.id)
    else byId.set(manifest.id, manifest)
  }
  const distinct = [...byId.values()]
  const collisions = Collisions.find(distinct)
  const failed = new Set(collisions.flatMap(({ claimants }) => claimants))
  return { roster: make(distinct.filter(({ id }) => !failed.has(id))), duplicates, collisions }
}

/** Makes a roster of manifests that loaded; their ids are distinct. */
export const make = (manifests: ReadonlyArray<Manifest>): Roster => {
  const plugins = Arrays.sort(manifests, Ranking.byPriorityThenId)
  return {
    plugins,
    terminals: new Set(plugins.flatMap((plugin) => plugin.terminal_emulators)),
    onDemandHints: new Set(plugins.flatMap((plugin) => plugin.on_demand_hints))
  }
}

/** The app with a bundle id, as this roster's plugins see it; an empty id is an app that nobody names. */
export const app = (self: Roster, bundleId: string): Selector.App => ({
  bundleId,
  isTerminal: self.terminals.has(bundleId)
})

/** The plugins whose own selector matches the app, in the roster's order; the others contribute nothing there. */
export const inApp = (self: Roster, focused: Selector.App): ReadonlyArray<Ranking.Candidate> =>
  self.plugins.flatMap((plugin) =>
    Option.toArray(Option.map(Selector.specificity(focused, [plugin]), (specificity) => ({ plugin, specificity })))
  )
