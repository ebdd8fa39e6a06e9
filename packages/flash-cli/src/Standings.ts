/** How the plugins of a host stand, and a way to wait until they stand otherwise. */
import { type HostEvent, PluginHost, type Standing } from "@lanyard/flash-host"
import { Context, Effect, Layer, Stream, SubscriptionRef } from "effect"

/** Follows the plugins of a host. */
export class Standings extends Context.Service<
  Standings,
  {
    /** How every plugin stands, by id. */
    readonly now: Effect.Effect<ReadonlyArray<Standing>>
    /** Waits until how they stand is enough. */
    readonly until: (enough: (standings: ReadonlyArray<Standing>) => boolean) => Effect.Effect<void>
    /** Waits until every plugin is settled. */
    readonly settled: Effect.Effect<void>
    /** Waits until each of these plugins has published since the host was followed. */
    readonly published: (plugins: ReadonlyArray<string>) => Effect.Effect<void>
  }
>()("@lanyard/flash-cli/Standings") {
  /** Follows the host from now on. */
  static readonly layer: Layer.Layer<Standings, never, PluginHost> = Layer.effect(
    Standings,
    Effect.suspend(() => make)
  )
}

/**
 * Tells whether there is nothing to wait for: the plugin runs, it was given up, or an attempt failed and the next one takes
 * its time. A host that was started is starting all that is to run.
 */
export const isSettled = ({ state }: Standing): boolean => state._tag !== "Starting"

const make = Effect.gen(function* () {
  const host = yield* PluginHost
  // Changes with every event that can matter to somebody who waits.
  const published = yield* SubscriptionRef.make<ReadonlySet<string>>(new Set())

  const follow = (event: HostEvent) => {
    switch (event._tag) {
      case "Published":
        return SubscriptionRef.update(published, (plugins) => new Set(plugins).add(event.plugin))
      case "StateChanged":
        return SubscriptionRef.update(published, (plugins) => new Set(plugins))
      default:
        return Effect.void
    }
  }
  yield* Effect.forkScoped(Stream.runForEach(host.events, follow), { startImmediately: true })

  const until = (enough: Effect.Effect<boolean>) =>
    SubscriptionRef.changes(published).pipe(
      Stream.mapEffect(() => enough),
      Stream.filter((isEnough) => isEnough),
      Stream.runHead,
      Effect.asVoid
    )

  return Standings.of({
    now: host.status,
    until: (enough) => until(Effect.map(host.status, enough)),
    settled: until(Effect.map(host.status, (standings) => standings.every(isSettled))),
    published: (plugins) =>
      until(Effect.map(SubscriptionRef.get(published), (seen) => plugins.every((plugin) => seen.has(plugin))))
  })
})
