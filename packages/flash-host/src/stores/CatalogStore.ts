/**
 * The last catalog each plugin published. It survives crashes, restarts, stops and reloads, so that a first paint never
 * waits for a plugin, and is dropped when the plugin parks, is unloaded or has another definition.
 */
import { Catalog, Constants, type Rejection, Slices } from "@lanyard/flash-protocol"
import { Clock, Context, Effect, Layer, Order, Result, type Stream } from "effect"
import * as Alarm from "../clocks/Alarm.ts"
import * as SameRows from "./SameRows.ts"
import * as Signal from "./Signal.ts"

/** Holds what plugins published. */
export class CatalogStore extends Context.Service<
  CatalogStore,
  {
    /**
     * Replaces a plugin's catalog whole, and returns the rows that are held now; on rejection the previous one stays.
     * `frameBytes` is at most what the frame of `params` took. Runs in the turn of its call.
     */
    readonly publish: (
      plugin: string,
      params: unknown,
      sources: ReadonlySet<string>,
      frameBytes: number
    ) => Result.Result<Catalog.Rows, Rejection.PayloadRejected>
    /** Does what `publish` does, and lets others run in between: what is published or dropped meanwhile is newer and wins. */
    readonly publishInTurns: (
      plugin: string,
      params: unknown,
      sources: ReadonlySet<string>,
      frameBytes: number
    ) => Effect.Effect<Catalog.Rows, Rejection.PayloadRejected>
    /** Forgets a plugin's catalog, in the turn of its call. */
    readonly drop: (plugin: string) => void
    /** Returns a plugin's rows; none before its first publish. */
    readonly rows: (plugin: string) => Effect.Effect<Catalog.Rows>
    /** Returns the rows of every plugin that has some, by id. */
    readonly all: Effect.Effect<ReadonlyMap<string, Catalog.Rows>>
    /**
     * Plugins whose rows changed: at once after a quiet second, otherwise together when the second is over. The rows are
     * there before they are told. Begins with every plugin that has rows.
     */
    readonly changes: Stream.Stream<ReadonlySet<string>>
  }
>()("@lanyard/flash-host/CatalogStore") {
  static readonly layer: Layer.Layer<CatalogStore> = Layer.effect(
    CatalogStore,
    Effect.suspend(() => make)
  )
}

const make = Effect.gen(function* () {
  const clock = yield* Clock.Clock
  const catalogs = new Map<string, Catalog.Rows>()
  /** Of each plugin, which catalog was taken last, in the order of their coming; one that came before it is out of date. */
  const taken = new Map<string, number>()
  let came = 0
  const changed = new Set<string>()
  const signal = yield* Signal.make(() => catalogs.keys())
  let ticked = Number.NEGATIVE_INFINITY

  const tick = (time: number) => {
    ticked = time
    signal.raise(changed)
    changed.clear()
  }
  const alarm = yield* Alarm.make(tick)
  const tell = (plugin: string) => {
    changed.add(plugin)
    const time = Alarm.now(clock)
    const next = ticked + Constants.retention.catalog_tick
    if (time < next) alarm.at(next)
    else tick(time)
  }
  const replace = (plugin: string, rows: Catalog.Rows) => {
    if (rows.length === 0) catalogs.delete(plugin)
    else catalogs.set(plugin, rows)
    tell(plugin)
  }
  const held = (plugin: string) => catalogs.get(plugin) ?? none

  function* publishing(
    plugin: string,
    params: unknown,
    sources: ReadonlySet<string>,
    frameBytes: number
  ): Slices.Slices<Result.Result<Catalog.Rows, Rejection.PayloadRejected>> {
    const order = ++came
    const decoded = yield* Catalog.reading(params, sources, frameBytes)
    if (Result.isFailure(decoded)) return decoded
    const isSame = yield* SameRows.isSame(held(plugin), decoded.success)
    if (order > (taken.get(plugin) ?? 0)) {
      taken.set(plugin, order)
      if (!isSame) replace(plugin, decoded.success)
    }
    return Result.succeed(held(plugin))
  }

  return CatalogStore.of({
    publish: (...publish) => Slices.run(publishing(...publish)),
    publishInTurns: (...publish) =>
      Effect.flatMap(
        Effect.suspend(() => Slices.inTurns(publishing(...publish))),
        Effect.fromResult
      ),
    drop: (plugin) => {
      taken.set(plugin, ++came)
      if (catalogs.has(plugin)) replace(plugin, none)
    },
    rows: (plugin) => Effect.sync(() => held(plugin)),
    all: Effect.sync(() => new Map([...catalogs].sort(byPlugin))),
    changes: signal.stream
  })
})

const none: Catalog.Rows = []

const byPlugin = Order.mapInput(Order.String, ([plugin]: readonly [string, Catalog.Rows]) => plugin)
