/** A host for the prompt: two plugins whose answers are data and whose states a test sets, and a record of what was asked. */
import { HostEvent, PluginHost, PluginManager, type Standing } from "@lanyard/flash-host"
import { type Catalog, Manifest, type Perform, Roster } from "@lanyard/flash-protocol"
import { Lifecycle } from "@lanyard/process"
import { Deferred, Effect, Layer, Option, PubSub, Result, Stream } from "effect"
import { Surfaces } from "../../src/hosting/Surfaces.ts"
import { Killer } from "../../src/Killer.ts"
import { Memory } from "../../src/Memory.ts"
import { Standings } from "../../src/Standings.ts"

const { Lifecycle: State } = Lifecycle

const base = { version: "1.0.0", description: "d", exec: ["node", "./p.mjs"] }

const read = (manifest: object) => Result.getOrThrow(Manifest.decode({ ...base, ...manifest }))

/** Publishes `notes.items`, evaluates, performs `notes add`, and shows a segment. */
export const notes = read({
  id: "notes",
  name: "Notes",
  sources: [{ name: "notes.items" }, { name: "notes.more" }],
  query: {},
  commands: [{ command: "notes", subcommand: "add" }],
  actions: ["tab_new"],
  status: ["count", "mood"],
  action_bindings: { tab_next: { "": "cmd+t" } }
})

/** Has a live source, and nothing else. */
export const files = read({ id: "files", name: "Files", sources: [{ name: "files.found", live: true }] })

/** What goes differently; nothing of it by default. */
export interface Twist {
  /** Rows that plugins have published. */
  readonly catalogs?: ReadonlyMap<string, Catalog.Rows>
  readonly outcome?: Perform.Outcome
  /** A repository is on its way until it is told to arrive. */
  readonly isAwaited?: boolean
}

/** A scripted host. */
export interface ScriptedRun {
  readonly layer: Layer.Layer<PluginHost | PluginManager | Standings | Surfaces | Memory | Killer>
  /** Puts a plugin into a state, which the host tells. */
  readonly enter: (plugin: string, state: Lifecycle.Lifecycle) => Effect.Effect<void>
  /** Has a plugin publish what it has. */
  readonly publish: (plugin: string) => Effect.Effect<void>
  /** Has the repository arrive. */
  readonly arrive: Effect.Effect<void>
  /** What was asked of the host, in order. */
  readonly asked: ReadonlyArray<unknown>
  /** Waits for repositories that are over, refreshed surfaces and questions to the host, in order. */
  readonly steps: ReadonlyArray<Step>
}

/** What a command does of which the order matters. */
export type Step = "arrived" | "refreshed" | "asked"

/** Its pid while it runs. */
export const pids: Readonly<Record<string, number>> = { files: 11, notes: 12 }

/** Makes a host whose plugins run. */
export const make = (twist: Twist = {}): Effect.Effect<ScriptedRun> =>
  Effect.gen(function* () {
    const events = yield* PubSub.bounded<HostEvent>(64)
    const asked: Array<unknown> = []
    const steps: Array<Step> = []
    const step = (what: Step) => Effect.sync(() => void steps.push(what))
    const arrival = yield* Deferred.make<void>()
    const arrive = Effect.asVoid(Deferred.succeed(arrival, undefined))
    if (twist.isAwaited !== true) yield* arrive
    const roster = Roster.make([notes, files])
    const standings = new Map<string, Standing>()
    const set = (plugin: string, state: Lifecycle.Lifecycle) =>
      standings.set(plugin, {
        plugin,
        state,
        activation: "resident",
        pid: state._tag === "Running" ? Option.fromUndefinedOr(pids[plugin]) : Option.none(),
        queued: { frames: 0, bytes: 0 },
        sandbox: { asked: "unsandboxed", enforced: "unsandboxed" },
        failures: 0,
        lastFailure: Option.none()
      })
    for (const plugin of ["files", "notes"]) set(plugin, State.Running({ generation: 1 }))

    const ask = <A>(question: unknown, answer: A) =>
      Effect.sync(() => {
        asked.push(question)
        steps.push("asked")
        return answer
      })
    const enter = (plugin: string, state: Lifecycle.Lifecycle) =>
      Effect.andThen(
        Effect.sync(() => set(plugin, state)),
        Effect.asVoid(PubSub.publish(events, HostEvent.StateChanged({ plugin, state })))
      )
    const outcome = twist.outcome ?? { _tag: "Performed" as const, message: "added" }

    const host = Layer.mock(PluginHost, {
      events: Stream.fromPubSub(events),
      status: Effect.sync(() => [...standings.values()]),
      roster: Effect.succeed(roster),
      evaluate: ({ query, scope, surface }, trace) =>
        ask(
          { evaluate: query, scope, surface, isTraced: trace !== undefined },
          query === "nothing"
            ? []
            : [{ plugin: "notes", answers: [{ title: query, effect: { type: "copy_text" as const, text: query } }] }]
        ),
      search: (scope, params) =>
        ask({ search: params.query, scope }, [
          { plugin: "files", rows: [{ source: "files.found", title: params.query }] }
        ]),
      catalogs: Effect.sync(() => twist.catalogs ?? new Map()),
      command: (command, subcommand, raw) => ask({ command, subcommand, raw }, outcome),
      action: ({ action }) =>
        ask(
          { action },
          action === "tab_new"
            ? { _tag: "Claimed" as const, plugin: "notes", outcome }
            : {
                _tag: "Resolved" as const,
                resolution: { performers: [], triesCloseButton: false, outcome: { _tag: "Unbound" as const } }
              }
        ),
      rendered: (plugin, segment) => Effect.succeed(segment === "count" ? `${plugin} #[fg=red]3` : ""),
      tell: (event) => Effect.asVoid(ask({ tell: event }, undefined))
    })
    const manager = Layer.mock(PluginManager, {
      arrived: Effect.andThen(Deferred.await(arrival), step("arrived")),
      plugins: Effect.sync(() =>
        [...standings.values()].map((standing) => ({
          key: `/plugins/${standing.plugin}`,
          plugin: standing.plugin,
          origin: "official" as const,
          isLoaded: true,
          failure: undefined,
          standing: Option.some(standing)
        }))
      ),
      reload: (plugin) =>
        Effect.andThen(
          Effect.asVoid(ask({ reload: plugin }, undefined)),
          enter(plugin, State.Starting({ generation: 2, stage: Option.none() }))
        )
    })
    return {
      layer: Layer.mergeAll(
        Layer.provideMerge(Standings.layer, host),
        manager,
        Layer.succeed(Surfaces, { refresh: step("refreshed") }),
        Layer.succeed(Killer, { kill: (pid) => Effect.asVoid(ask({ kill: pid }, undefined)) }),
        Layer.succeed(Memory, {
          of: (wanted) => Effect.succeed(new Map(wanted.filter((pid) => pid === 12).map((pid) => [pid, 2048])))
        })
      ),
      enter,
      publish: (plugin) => Effect.asVoid(PubSub.publish(events, HostEvent.Published({ plugin, rows: 1 }))),
      arrive,
      asked,
      steps
    }
  })
