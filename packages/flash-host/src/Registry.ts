/**
 * The plugins of a host by id, as they come, go and are replaced. A replacement takes requests from the moment it is
 * here; its process starts only once its predecessor's is gone, so that no plugin ever has two.
 */
import { Activation, type Collisions, Roster } from "@lanyard/flash-protocol"
import { Deferred, Effect, Exit, FiberSet, Order, Scope, Semaphore } from "effect"
import type * as Attempt from "./Attempt.ts"
import { EventBus } from "./events/EventBus.ts"
import * as Observation from "./events/Observation.ts"
import * as PluginProcess from "./PluginProcess.ts"
import type { PluginSpec } from "./PluginSpec.ts"
import * as Reconcile from "./Reconcile.ts"
import { CatalogStore } from "./stores/CatalogStore.ts"

/** What became of a set of plugins. */
export interface Applied {
  /** By id. */
  readonly changes: ReadonlyMap<string, Reconcile.Change>
  /** Ids that came twice; the later plugin is ignored. */
  readonly duplicates: ReadonlyArray<string>
  /** Commands that keep everyone who claims them out. */
  readonly collisions: ReadonlyArray<Collisions.Collision>
}

/** The plugins of a host. */
export interface Registry {
  readonly get: (id: string) => PluginProcess.PluginProcess | undefined
  /** Every plugin, by id. */
  readonly all: () => ReadonlyArray<PluginProcess.PluginProcess>
  /** What routing chooses among. */
  readonly roster: () => Roster.Roster
  /** Makes these the plugins of the host; settles when every change is made, and does not wait for processes. */
  readonly apply: (specs: ReadonlyArray<PluginSpec>) => Effect.Effect<Applied>
  /** Starts what is to run, and from now on what comes. */
  readonly start: Effect.Effect<void>
  /** Stops everything at once, and from now on starts nothing; settles when every process group is gone. */
  readonly stop: Effect.Effect<void>
  /** Tells every plugin whether it is observed, and whether a terminal emulator runs; does not wait for processes. */
  readonly refresh: Effect.Effect<void>
}

interface Entry {
  readonly process: PluginProcess.PluginProcess
  readonly scope: Scope.Closeable
}

/** Makes an empty registry; its scope owns every process and ends them in one grace. */
export const make = Effect.fnUntraced(function* (): Effect.fn.Return<Registry, never, Attempt.Services | Scope.Scope> {
  const services = yield* Effect.context<Attempt.Services>()
  const catalogs = yield* CatalogStore
  const bus = yield* EventBus
  // Finalizers run side by side, so that plugins share one grace.
  const owner = yield* Scope.fork(yield* Effect.scope, "parallel")
  const background = yield* FiberSet.makeRuntime()
  // A fiber that changes many plugins yields in between.
  const turn = yield* Semaphore.make(1)
  const entries = new Map<string, Entry>()
  const endings = new Map<string, Deferred.Deferred<void>>()
  let roster = Roster.make([])
  let running = false

  const sorted = () => [...entries.values()].map(({ process }) => process).toSorted(byId)

  /** Ends a plugin in the background; whoever takes its place waits for it. */
  const end = (id: string, { scope }: Entry) => {
    const earlier = endings.get(id)
    const gone = Deferred.makeUnsafe<void>()
    endings.set(id, gone)
    entries.delete(id)
    const closing = Effect.andThen(
      Scope.close(scope, Exit.void),
      earlier === undefined ? Effect.void : Deferred.await(earlier)
    )
    background(
      Effect.uninterruptible(closing).pipe(
        Effect.andThen(
          Effect.sync(() => {
            Deferred.doneUnsafe(gone, Effect.void)
            if (endings.get(id) === gone) endings.delete(id)
          })
        )
      )
    )
  }

  const add = Effect.fnUntraced(function* (spec: PluginSpec) {
    const { id } = spec.manifest
    const predecessor = endings.get(id)
    const scope = yield* Scope.fork(owner)
    const waiting = predecessor === undefined ? Effect.void : Deferred.await(predecessor)
    const process = yield* PluginProcess.make(spec, waiting).pipe(Scope.provide(scope), Effect.provide(services))
    entries.set(id, { process, scope })
  })

  const replace = Effect.fnUntraced(function* (id: string, change: Reconcile.Change, spec: PluginSpec | undefined) {
    if (change === "kept") return
    const entry = entries.get(id)
    if (entry !== undefined && spec !== undefined) yield* entry.process.retire
    if (entry !== undefined) end(id, entry)
    if (change === "removed" || change === "redefined") catalogs.drop(id)
    if (spec !== undefined) yield* add(spec)
  })

  const refresh = Effect.gen(function* () {
    const observed = yield* bus.observed
    const apps = (yield* bus.apps).map(({ bundle_id }) => bundle_id)
    // In one turn, whatever others ask meanwhile; what ends is not waited for.
    for (const process of sorted()) {
      const { manifest } = process.spec
      const segments = Observation.of(observed, manifest.id)
      background(process.observe(manifest.status.some((segment) => segments.has(segment))))
      if (!running) continue
      background(Activation.isInstantiated(manifest, roster.terminals, apps) ? process.start : process.stop)
    }
  })

  const apply = Effect.fnUntraced(function* (specs: ReadonlyArray<PluginSpec>): Effect.fn.Return<Applied> {
    const loaded = Roster.load(specs.map(({ manifest }) => manifest))
    const admitted = new Set(loaded.roster.plugins)
    const wanted = new Map(
      specs.filter(({ manifest }) => admitted.has(manifest)).map((spec) => [spec.manifest.id, spec])
    )
    const current = new Map([...entries].map(([id, { process }]) => [id, process.spec]))
    const changes = Reconcile.diff(current, wanted)
    roster = loaded.roster
    for (const [id, change] of changes) yield* replace(id, change, wanted.get(id))
    yield* refresh
    return { changes, duplicates: loaded.duplicates, collisions: loaded.collisions }
  }, Effect.uninterruptible)

  return {
    get: (id) => entries.get(id)?.process,
    all: sorted,
    roster: () => roster,
    apply: (specs) => turn.withPermit(apply(specs)),
    start: Effect.suspend(() => {
      running = true
      return refresh
    }),
    stop: Effect.suspend(() => {
      running = false
      const ended = [...endings.values()].map((gone) => Deferred.await(gone))
      const stopped = sorted().map(({ stop }) => stop)
      return Effect.all([...stopped, ...ended], { concurrency: "unbounded", discard: true })
    }),
    refresh
  }
})

const byId = Order.mapInput(Order.String, ({ spec }: PluginProcess.PluginProcess) => spec.manifest.id)
