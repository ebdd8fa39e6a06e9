/** The plugins of one host, and the one service everything above it talks to. */
import type { Catalog, Collisions, Deadlines, Event, Roster } from "@lanyard/flash-protocol"
import { Context, Data, Effect, Layer, type Stream } from "effect"
import { CallDeadlines } from "./CallDeadlines.ts"
import * as Calls from "./Calls.ts"
import { Liveness } from "./clocks/Liveness.ts"
import { PollClock } from "./clocks/PollClock.ts"
import type { Presence } from "./clocks/Presence.ts"
import { EventBus, type Told } from "./events/EventBus.ts"
import type { Observed } from "./events/Observation.ts"
import type { HostEvent } from "./HostEvent.ts"
import { HostEvents } from "./HostEvents.ts"
import type { HostCalls } from "./hostcalls/HostCalls.ts"
import { Installs } from "./install/Installs.ts"
import type { Platform } from "./Launch.ts"
import type { PluginSpec } from "./PluginSpec.ts"
import * as Registry from "./Registry.ts"
import type { Standing } from "./Standing.ts"
import { StartGate } from "./StartGate.ts"
import { SandboxNotice } from "./sandbox/SandboxNotice.ts"
import { CatalogStore } from "./stores/CatalogStore.ts"
import { StatusStore } from "./stores/StatusStore.ts"

/** Plugins that cannot run together: ids that came twice, or commands that more than one claims. */
export class PluginsRefused extends Data.TaggedError("PluginsRefused")<{
  readonly duplicates: ReadonlyArray<string>
  readonly collisions: ReadonlyArray<Collisions.Collision>
}> {
  override get message(): string {
    return [
      ...this.duplicates.map((id) => `two plugins have the id ${id}`),
      ...this.collisions.map(
        ({ command, claimants }) => `the command ${command} is claimed by ${claimants.join(" and ")}`
      )
    ].join("; ")
  }
}

/** What a host is composed with: the system it runs on, whether somebody is there, and what plugins may ask of it. */
export type Needs = Platform | Presence | HostCalls

/** Runs plugins and answers for them. Operations on an id that the host does not know do nothing. */
export class PluginHost extends Context.Service<
  PluginHost,
  Calls.Calls & {
    /** Starts every plugin that is to run, and from now on every one that comes; does not wait for handshakes. */
    readonly start: Effect.Effect<void>
    /** Stops every plugin at once: all of it takes one grace. Settles when every process group is gone. */
    readonly stop: Effect.Effect<void>
    /**
     * Makes these the plugins of the host. What is unchanged goes on; what is changed takes requests at once and starts when
     * its predecessor is gone; what is missing is stopped.
     */
    readonly apply: (specs: ReadonlyArray<PluginSpec>) => Effect.Effect<Registry.Applied>
    /**
     * Puts these deadlines in the place of those that were given before, for every call that begins from now on; the others are
     * as the host was built with them.
     */
    readonly override: (deadlines: Deadlines.Overrides) => Effect.Effect<void>
    /** Replaces one plugin's process, with a fresh failure budget; starts none that is not to run. */
    readonly reload: (plugin: string) => Effect.Effect<void>
    /** How every plugin stands, by id. */
    readonly status: Effect.Effect<ReadonlyArray<Standing>>
    /** What routing chooses among, for surfaces that show it. */
    readonly roster: Effect.Effect<Roster.Roster>
    /** Whether a plugin answers the probe. */
    readonly ping: (plugin: string) => Effect.Effect<boolean>
    /** The rows a plugin last published; they outlive its crashes. */
    readonly catalog: (plugin: string) => Effect.Effect<Catalog.Rows>
    /** The rows of every plugin that has some, by id. */
    readonly catalogs: Effect.Effect<ReadonlyMap<string, Catalog.Rows>>
    /** Plugins whose rows changed, at most once a second; begins with all that have some. */
    readonly catalogChanges: Stream.Stream<ReadonlySet<string>>
    /** The markup of a status segment; empty when it shows nothing. */
    readonly rendered: (plugin: string, segment: string) => Effect.Effect<string>
    /** Segments that look different now, as `flash.plugin.<id>.<segment>`; begins with all that show something. */
    readonly statusChanges: Stream.Stream<ReadonlySet<string>>
    /** Tells the plugins that listen what happened. */
    readonly tell: (event: Told) => Effect.Effect<void>
    /** Events that some plugin hears that can be called, now and at every change: nothing else need be watched for. */
    readonly interest: Stream.Stream<ReadonlySet<Event.HostName>>
    /** Replaces what status surfaces show. What only feeds them starts and stops with it. */
    readonly observe: (observed: Observed) => Effect.Effect<void>
    /** What happens from now on. */
    readonly events: Stream.Stream<HostEvent>
  }
>()("@lanyard/flash-host/PluginHost") {
  /** Provides a host without plugins; the layer's scope owns those that come and ends them in one grace. */
  static readonly empty: Layer.Layer<PluginHost, never, Needs> = Layer.effect(
    PluginHost,
    Effect.suspend(() => make)
  ).pipe(
    Layer.provide([
      CatalogStore.layer,
      StatusStore.layer,
      PollClock.layer,
      Liveness.layer,
      StartGate.layer,
      EventBus.layer,
      SandboxNotice.layer,
      Installs.layer,
      CallDeadlines.layer
    ]),
    Layer.provide(HostEvents.layer)
  )

  /** Provides a host of stopped plugins. */
  static readonly layer = (specs: ReadonlyArray<PluginSpec>): Layer.Layer<PluginHost, PluginsRefused, Needs> =>
    Layer.effect(
      PluginHost,
      Effect.gen(function* () {
        const host = yield* PluginHost
        const { collisions, duplicates } = yield* host.apply(specs)
        const isRefused = duplicates.length > 0 || collisions.length > 0
        return isRefused ? yield* new PluginsRefused({ duplicates, collisions }) : host
      })
    ).pipe(Layer.provide(PluginHost.empty))
}

const make = Effect.gen(function* () {
  const catalogs = yield* CatalogStore
  const statuses = yield* StatusStore
  const bus = yield* EventBus
  const events = yield* HostEvents
  const deadlines = yield* CallDeadlines
  const registry = yield* Registry.make()

  return PluginHost.of({
    ...Calls.make(registry),
    start: registry.start,
    stop: registry.stop,
    apply: registry.apply,
    override: deadlines.override,
    reload: (plugin) => Effect.suspend(() => registry.get(plugin)?.reload ?? Effect.void),
    status: Effect.suspend(() => Effect.forEach(registry.all(), ({ standing }) => standing)),
    roster: Effect.sync(registry.roster),
    ping: (plugin) => Effect.suspend(() => registry.get(plugin)?.ping ?? Effect.succeed(false)),
    catalog: catalogs.rows,
    catalogs: catalogs.all,
    catalogChanges: catalogs.changes,
    rendered: statuses.rendered,
    statusChanges: statuses.changes,
    tell: (event) =>
      Effect.andThen(bus.tell(event), event.name === "core:apps.changed" ? registry.refresh : Effect.void),
    interest: bus.interest,
    observe: (observed) =>
      Effect.all([bus.observe(observed), statuses.observe(observed), registry.refresh], { discard: true }),
    events: events.stream
  })
})
