/**
 * Keeps a host's plugins as their files and the user's configuration have them. Whatever asks for a change (a configuration, a
 * reload, files that came to rest) has manifests read first; then all that changed comes into force together.
 *
 * ```ts
 * import { NodeServices } from "@effect/platform-node"
 * import { Configuration, Materializer, PluginHost, PluginManager } from "@lanyard/flash-host"
 * import * as Host from "@lanyard/flash-host/node"
 * import { Effect, Layer } from "effect"
 *
 * const files = Layer.mergeAll(Host.folderWatch, Host.dataFolderLock, Materializer.layerNone, NodeServices.layer)
 * const plugins = PluginManager.layer({ roots: ["/plugins"], dataBase: "/data" }).pipe(
 *   Layer.provideMerge(PluginHost.empty),
 *   Layer.provide([Host.live, files])
 * )
 *
 * export const program = Effect.gen(function* () {
 *   const manager = yield* PluginManager
 *   yield* (yield* PluginHost).start
 *   yield* manager.reconcile(Configuration.empty)
 *   yield* Effect.never
 * }).pipe(Effect.provide(plugins))
 * ```
 */
import { Context, Effect, FiberSet, type FileSystem, Layer, Option, Path, PubSub, Stream } from "effect"
import type { DataFolderRefused } from "../AttemptFailure.ts"
import { PluginHost } from "../PluginHost.ts"
import type { Standing } from "../Standing.ts"
import type { FolderWatch } from "../watch/FolderWatch.ts"
import * as Arrivals from "./Arrivals.ts"
import type { Configuration } from "./Configuration.ts"
import { DataFolderLock, type DataFolderTaken } from "./DataFolderLock.ts"
import * as Demand from "./Demand.ts"
import type { Materializer } from "./Materializer.ts"
import * as Places from "./Places.ts"
import * as PluginFolder from "./PluginFolder.ts"
import * as Reading from "./Reading.ts"
import { between, Report } from "./Report.ts"
import * as Rounds from "./Rounds.ts"
import * as Row from "./Row.ts"
import { ThirdParty } from "./ThirdParty.ts"
import * as Watches from "./Watches.ts"

/** Where a host has its plugins. */
export interface Options {
  /** Folders that hold the folders of official plugins, in the order of loading. */
  readonly roots: ReadonlyArray<string>
  /** The folder that the data folders of all plugins go into. */
  readonly dataBase: string
}

/** A plugin, or what should be one. */
export interface ManagedPlugin extends Row.Row {
  /** How it stands; none unless it is loaded. */
  readonly standing: Option.Option<Standing>
}

/** Loads plugins and loads them again. Operations on a plugin that nobody knows do nothing. */
export class PluginManager extends Context.Service<
  PluginManager,
  {
    /**
     * Brings a configuration into force; settles when it is, or a later one. Plugins that are unchanged go on, and one whose
     * manifest became invalid keeps its last valid definition. Repositories are not waited for: what is in one joins when it is
     * here, unless a later configuration names it no more.
     */
    readonly reconcile: (configuration: Configuration) => Effect.Effect<void>
    /** Waits until no repository is on its way. */
    readonly arrived: Effect.Effect<void>
    /**
     * Reads a plugin again, by its id or the name of its row, and replaces its process, with a fresh failure budget. One whose
     * manifest is invalid goes on as it is. Settles when the old process group is gone.
     */
    readonly reload: (plugin: string) => Effect.Effect<void>
    /** Does so for every plugin. */
    readonly reloadAll: Effect.Effect<void>
    /** Everything that is not disabled, in the order of loading. */
    readonly plugins: Effect.Effect<ReadonlyArray<ManagedPlugin>>
    /** What went wrong from now on; who is 256 behind misses the oldest. */
    readonly reports: Stream.Stream<Report>
  }
>()("@lanyard/flash-host/PluginManager") {
  /** Provides a manager without plugins until a configuration comes, the only one on its data folders. */
  static readonly layer = (
    options: Options
  ): Layer.Layer<PluginManager, DataFolderTaken | DataFolderRefused, Needs | DataFolderLock> =>
    Layer.effect(
      PluginManager,
      Effect.gen(function* () {
        const lock = yield* DataFolderLock
        yield* lock.take(options.dataBase)
        return yield* make(options)
      })
    )
}

/** What a manager works with. */
export type Needs = PluginHost | FolderWatch | Materializer | FileSystem.FileSystem | Path.Path

interface State {
  readonly configuration: Configuration | undefined
  /** In the order of loading. */
  readonly readings: ReadonlyArray<Reading.Reading>
}

/** A state to come. */
interface Plan extends State {
  readonly selection: Reading.Selection
  /** Keys of places whose process is to be replaced, if nothing else replaces it. */
  readonly restarts: ReadonlySet<string>
}

const make = Effect.fnUntraced(function* ({ roots, dataBase }: Options) {
  const host = yield* PluginHost
  const path = yield* Path.Path
  const services = yield* Effect.context<Needs>()
  const reports = yield* Effect.acquireRelease(PubSub.sliding<Report>(256), PubSub.shutdown)
  let state: State = { configuration: undefined, readings: [] }
  let rows: ReadonlyArray<Row.Row> = []

  const run = yield* FiberSet.makeRuntime()
  // In the turn of its call; unlike `publishUnsafe` it makes room for the newest.
  const tell = (report: Report) => run(PubSub.publish(reports, report))
  const watches: Watches.Watches = yield* Watches.make({
    changed: (folder) => rounds.submit({ ...Demand.none, changed: new Set([folder]) }),
    polled: (folder, code) => tell(Report.Polled({ folder, code }))
  })
  const arrivals: Arrivals.Arrivals = yield* Arrivals.make((entry) =>
    rounds.ask({ ...Demand.none, arrived: new Set([entry]) })
  )
  const watch = (places: ReadonlyArray<Places.Place>, configuration: Configuration | undefined) =>
    watches.set(new Set(configuration?.watching ? places.flatMap(Places.foldersOf) : []))

  const prepare = Effect.fnUntraced(function* (demand: Demand.Demand): Effect.fn.Return<Plan, never, Needs> {
    const { configuration = state.configuration, everything } = demand
    const earlier = new Map(state.readings.map((reading) => [reading.place.key, reading]))
    const known = state.readings.map(({ place }) => place)
    const isComplete = configuration !== undefined && (everything || demand.configuration !== undefined)
    const hasArrived = ({ key }: Places.Place) => demand.arrived.has(key)
    if (isComplete) arrivals.ask(configuration.thirdParty.filter(ThirdParty.$is("Repository")))
    const places = isComplete
      ? yield* Places.list(roots, configuration.thirdParty, known, arrivals.find)
      : known.map((place) =>
          hasArrived(place) ? Places.inRepository(place.key, arrivals.find(place.key), path) : place
        )
    // Before anything is read, so that whatever changes after its reading is told.
    if (isComplete || demand.arrived.size > 0) yield* watch(places, configuration)

    const isAsked = (reading: Reading.Reading) => everything || demand.reloads.has(Reading.nameOf(reading))
    const isChanged = ({ place }: Reading.Reading) =>
      Places.foldersOf(place).some((folder) => demand.changed.has(folder))
    const read = (place: Places.Place) => {
      const before = earlier.get(place.key)
      return isComplete || before === undefined || hasArrived(place) || isAsked(before) || isChanged(before)
        ? Reading.read(place, before)
        : Effect.succeed(before)
    }
    const readings = yield* Effect.forEach(places, read, { concurrency: 8 })
    // An install writes files of its own plugin, and would be begun again for them, for ever.
    const installing = new Set((yield* host.status).filter(isInstalling).map(({ plugin }) => plugin))
    const isOutdated = (reading: Reading.Reading) => isChanged(reading) && !installing.has(Reading.nameOf(reading))
    const restarts = readings.filter(
      (reading) => reading.failure === undefined && (isAsked(reading) || isOutdated(reading))
    )
    return {
      configuration,
      readings,
      selection: Reading.select(readings, configuration?.disabled ?? new Set()),
      restarts: new Set(restarts.map(({ place }) => place.key))
    }
  })

  const enact = Effect.fnUntraced(function* ({ configuration, readings, selection, restarts }: Plan) {
    const { shown, wanted } = selection
    const specs = yield* Effect.forEach(wanted, ({ definition }) => {
      const { id } = definition.manifest
      const choices = { settings: configuration?.settings.get(id), sandbox: configuration?.sandbox.get(id) }
      return PluginFolder.toSpec(definition, dataBase, choices)
    })
    // Before anything starts by it.
    yield* host.override(configuration?.deadlines ?? {})
    const { changes, collisions } = yield* host.apply(specs)
    const before = rows
    state = { configuration, readings }
    rows = Row.of(selection, collisions)
    for (const report of between(before, rows)) tell(report)
    yield* watch(
      shown.map(({ place }) => place),
      configuration
    )
    const unchanged = wanted
      .filter(({ key }) => restarts.has(key))
      .map(({ definition }) => definition.manifest.id)
      .filter((id) => changes.get(id) === "kept")
    yield* Effect.forEach(unchanged, host.reload, { concurrency: "unbounded", discard: true })
  })

  const rounds: Rounds.Rounds<Demand.Demand> = yield* Rounds.make<Demand.Demand, Plan>({
    none: Demand.none,
    merge: Demand.merge,
    overtakes: ({ configuration }) => configuration !== undefined,
    prepare: (demand) => Effect.provide(prepare(demand), services),
    enact: (plan) => Effect.provide(enact(plan), services)
  })

  return PluginManager.of({
    reconcile: (configuration) => rounds.ask({ ...Demand.none, configuration }),
    arrived: arrivals.settled,
    reload: (plugin) => rounds.ask({ ...Demand.none, reloads: new Set([plugin]) }),
    reloadAll: rounds.ask({ ...Demand.none, everything: true }),
    plugins: Effect.map(host.status, (standings) => {
      const byId = new Map(standings.map((standing) => [standing.plugin, standing]))
      return rows.map((row) => ({
        ...row,
        standing: Option.fromUndefinedOr(row.isLoaded ? byId.get(row.plugin) : undefined)
      }))
    }),
    reports: Stream.fromPubSub(reports)
  })
})

const isInstalling = ({ state }: Standing): boolean =>
  state._tag === "Starting" && Option.contains(state.stage, "installing")
