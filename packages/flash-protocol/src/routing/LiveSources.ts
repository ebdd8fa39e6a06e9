/** Which plugins a query is searched in. Live sources never join the default pool: a query has to name one. */
import { Data } from "effect"
import type { Manifest } from "../manifest/Model.ts"
import type { Target } from "./Bangs.ts"
import type { Roster } from "./Roster.ts"

/** What a query is restricted to. */
export type Scope = Data.TaggedEnum<{
  /** Nothing; the first paint and the default pool. */
  Everything: {}
  /** `@<source>`. */
  Source: { readonly name: string }
  /** A bang, which may name a source of its own plugin. */
  Bang: { readonly target: Target }
}>
export const Scope = Data.taggedEnum<Scope>()

/** The plugins that get a `search`, the higher priority first, then the id; none when what the scope names is warm. */
export const searched = (roster: Roster, scope: Scope): ReadonlyArray<Manifest> =>
  Scope.$match(scope, {
    Everything: () => [],
    Source: ({ name }) => roster.plugins.filter((plugin) => isLive(plugin, name)),
    Bang: ({ target: { bang, plugin } }) => (isLive(plugin, bang.source) ? [plugin] : [])
  })

const isLive = (plugin: Manifest, name: string | undefined): boolean =>
  plugin.sources.some((source) => source.live && source.name === name)
