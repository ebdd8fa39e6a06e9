/** The set of plugins of one host, and the one service everything above it talks to. */
import { type Answer, type Catalog, Perform, type PerformParams } from "@lanyard/flash-protocol"
import type { Lifecycle } from "@lanyard/process"
import { Context, Data, Effect, Layer, type Option, Scope, type Stream } from "effect"
import { CatalogStore } from "./CatalogStore.ts"
import type { HostEvent } from "./HostEvent.ts"
import { HostEvents } from "./HostEvents.ts"
import type { Platform } from "./Launch.ts"
import * as PluginProcess from "./PluginProcess.ts"
import type { PluginSpec } from "./PluginSpec.ts"

/** What one plugin answered to an input. */
export interface Evaluation {
  readonly plugin: string
  readonly answers: ReadonlyArray<Answer.Answer>
}

/** How a plugin stands. */
export interface PluginStatus {
  readonly plugin: string
  readonly state: Lifecycle.Lifecycle
  /** Present while the plugin can be called. */
  readonly pid: Option.Option<number>
}

/** Two plugins have the same id. */
export class PluginIdTaken extends Data.TaggedError("PluginIdTaken")<{ readonly plugin: string }> {}

/** Runs plugins and answers for them. Operations on an id that the host does not know do nothing. */
export class PluginHost extends Context.Service<
  PluginHost,
  {
    /** Starts every plugin; does not wait for the handshakes. */
    readonly start: Effect.Effect<void>
    /** Stops every plugin at once: all of it takes one grace. Settles when every process group is gone. */
    readonly stop: Effect.Effect<void>
    /** Replaces one plugin's process, with a fresh failure budget. */
    readonly reload: (plugin: string) => Effect.Effect<void>
    /** How every plugin stands, by id. */
    readonly status: Effect.Effect<ReadonlyArray<PluginStatus>>
    /** Asks every evaluator; those with nothing to say are left out. Higher priority first, then the smaller id. */
    readonly evaluate: (params: Answer.Params, trace?: string) => Effect.Effect<ReadonlyArray<Evaluation>>
    /** Performs once, on one plugin; `Unhandled` when it cannot be dispatched. */
    readonly perform: (plugin: string, params: PerformParams.Params, trace?: string) => Effect.Effect<Perform.Outcome>
    /** Whether a plugin answers the probe. */
    readonly ping: (plugin: string) => Effect.Effect<boolean>
    /** The rows a plugin last published; they outlive its crashes. */
    readonly catalog: (plugin: string) => Effect.Effect<Catalog.Rows>
    /** What happens from now on. */
    readonly events: Stream.Stream<HostEvent>
  }
>()("@lanyard/flash-host/PluginHost") {
  /** Provides a host of stopped plugins; the layer's scope owns them all and ends them in one grace. */
  static readonly layer = (specs: ReadonlyArray<PluginSpec>): Layer.Layer<PluginHost, PluginIdTaken, Platform> =>
    Layer.effect(PluginHost, make(specs)).pipe(Layer.provide([CatalogStore.layer, HostEvents.layer]))
}

const make = Effect.fn("PluginHost.make")(function* (specs: ReadonlyArray<PluginSpec>) {
  const catalogs = yield* CatalogStore
  const events = yield* HostEvents
  // Finalizers run side by side, so that plugins share one grace.
  const owner = yield* Scope.fork(yield* Effect.scope, "parallel")
  const plugins = new Map<string, PluginProcess.PluginProcess>()
  for (const spec of specs.toSorted(byId)) {
    if (plugins.has(spec.id)) return yield* new PluginIdTaken({ plugin: spec.id })
    plugins.set(spec.id, yield* Scope.provide(PluginProcess.make(spec), yield* Scope.fork(owner)))
  }
  const all = [...plugins.values()]
  const evaluators = all.filter(({ spec }) => spec.evaluates).toSorted((a, b) => b.spec.priority - a.spec.priority)
  const together = { concurrency: "unbounded" } as const

  return PluginHost.of({
    start: Effect.forEach(all, ({ start }) => start, { discard: true }),
    stop: Effect.forEach(all, ({ stop }) => stop, { ...together, discard: true }),
    reload: (plugin) => plugins.get(plugin)?.reload ?? Effect.void,
    status: Effect.forEach(all, ({ spec, state, pid }) => Effect.all({ plugin: Effect.succeed(spec.id), state, pid })),
    evaluate: (params, trace) =>
      Effect.forEach(
        evaluators,
        ({ spec, evaluate }) => Effect.map(evaluate(params, trace), (answers) => ({ plugin: spec.id, answers })),
        together
      ).pipe(Effect.map((evaluations) => evaluations.filter(({ answers }) => answers.length > 0))),
    perform: (plugin, params, trace) =>
      plugins.get(plugin)?.perform(params, trace) ?? Effect.succeed(Perform.Outcome.Unhandled()),
    ping: (plugin) => plugins.get(plugin)?.ping ?? Effect.succeed(false),
    catalog: catalogs.rows,
    events: events.stream
  })
})

const byId = (a: PluginSpec, b: PluginSpec) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
