/**
 * What this program shows of status: it stands in for the bar. A configuration that has surfaces decides; without one, every
 * segment that a plugin declares is observed.
 */
import { Observation, PluginHost, PluginManager } from "@lanyard/flash-host"
import type { Roster } from "@lanyard/flash-protocol"
import { Context, Effect, Layer } from "effect"
import type { Templates } from "./Templates.ts"

/** Keeps what is observed as it should be. */
export class Surfaces extends Context.Service<
  Surfaces,
  {
    /** Observes what plugins that came since declare. */
    readonly refresh: Effect.Effect<void>
  }
>()("@lanyard/flash-cli/Surfaces") {
  /** Waits until no repository is on its way, and refreshes. */
  static readonly arrived: Effect.Effect<void, never, PluginManager | Surfaces> = Effect.gen(function* () {
    yield* (yield* PluginManager).arrived
    yield* (yield* Surfaces).refresh
  })

  /** Observes what templates refer to, or everything when there are none to go by. */
  static readonly layer = (templates: Templates | undefined): Layer.Layer<Surfaces, never, PluginHost> =>
    Layer.effect(
      Surfaces,
      Effect.gen(function* () {
        const host = yield* PluginHost
        let known: Roster.Roster | undefined
        const refresh = Effect.gen(function* () {
          const roster = yield* host.roster
          if (roster === known) return
          known = roster
          yield* host.observe(declared(roster))
        })
        if (templates === undefined) return { refresh }
        yield* host.observe(Observation.fromTemplates(templates))
        return { refresh: Effect.void }
      })
    )
}

const declared = ({ plugins }: Roster.Roster): Observation.Observed =>
  new Map(plugins.map(({ id, status }) => [id, new Set(status)]))
