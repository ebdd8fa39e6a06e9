/** What a host's surfaces ask of its plugins: each question goes to the plugins that routing chooses for it. */
import {
  ActionBindings,
  type Answer,
  Bangs,
  type Catalog,
  Commands,
  Evaluators,
  type Hint,
  HintsProvider,
  LiveSources,
  type Manifest,
  Perform,
  type PerformParams,
  Roster,
  type Search
} from "@lanyard/flash-protocol"
import { Data, Effect, Option } from "effect"
import * as Metrics from "./observability/Metrics.ts"
import type { Registry } from "./Registry.ts"

/** What one plugin answered to an input. */
export interface Evaluation {
  readonly plugin: string
  readonly answers: ReadonlyArray<Answer.Answer>
}

/** Rows that one plugin found. */
export interface Found {
  readonly plugin: string
  readonly rows: Catalog.Rows
}

/** Targets that one plugin sees. */
export interface Hinted {
  readonly plugin: string
  readonly hints: ReadonlyArray<Hint.Hint>
}

/** An action in the app in front. */
export interface Action {
  readonly action: Manifest.Action
  readonly context: PerformParams.Context
  readonly args?: Readonly<Record<string, unknown>>
}

/** What came of an action. */
export type ActionOutcome = Data.TaggedEnum<{
  /** A plugin performs it, well or not; nothing else is tried. */
  Claimed: { readonly plugin: string; readonly outcome: Perform.Outcome }
  /** No plugin performs it: the host goes on as resolved, with its own sources first. */
  Resolved: { readonly resolution: ActionBindings.Resolution }
}>
export const ActionOutcome = Data.taggedEnum<ActionOutcome>()

/** The questions. A trace names the interaction behind one. */
export interface Calls {
  /** Asks the evaluators; those with nothing to say are left out. Higher priority first, then the smaller id. */
  readonly evaluate: (params: Answer.Params, trace?: string) => Effect.Effect<ReadonlyArray<Evaluation>>
  /** Asks the live sources of a scope, and none when it names no live source. Those without rows are left out. */
  readonly search: (
    scope: LiveSources.Scope,
    params: Search.Params,
    trace?: string
  ) => Effect.Effect<ReadonlyArray<Found>>
  /** Asks the provider of the app; none where the host's own model serves. */
  readonly hints: (params: Hint.Params, trace?: string) => Effect.Effect<Option.Option<Hinted>>
  /** Performs once, on one plugin; `Unhandled` when it cannot be dispatched. */
  readonly perform: (plugin: string, params: PerformParams.Params, trace?: string) => Effect.Effect<Perform.Outcome>
  /** Performs `flash <command> <subcommand> <raw>`; `Unhandled` when no plugin registered it. */
  readonly command: (command: string, subcommand: string, raw: string, trace?: string) => Effect.Effect<Perform.Outcome>
  /** Performs a bang in an app; `Unhandled` when no plugin takes its token there. */
  readonly bang: (bundleId: string, token: string, raw: string, trace?: string) => Effect.Effect<Perform.Outcome>
  /** Goes back to a place; `Unhandled` when no plugin restores addresses of its scheme. */
  readonly navigate: (url: string, trace?: string) => Effect.Effect<Perform.Outcome>
  /** Lets the plugins that perform an action do so, or says what the host is to do. */
  readonly action: (action: Action, trace?: string) => Effect.Effect<ActionOutcome>
}

/** Makes the questions to the plugins of a registry. */
export const make = ({ get, roster }: Registry): Calls => {
  const unhandled = Effect.succeed(Perform.Outcome.Unhandled())

  const perform: Calls["perform"] = (plugin, params, trace) =>
    Effect.suspend(() => get(plugin)?.perform(params, trace) ?? unhandled).pipe(
      Effect.tap(({ _tag }) => Metrics.called("perform", _tag))
    )

  const chosen = (manifests: ReadonlyArray<Manifest.Manifest>) =>
    manifests.flatMap(({ id }) => {
      const process = get(id)
      return process === undefined ? [] : [{ id, process }]
    })

  return {
    evaluate: Effect.fn("PluginHost.evaluate")((params, trace) =>
      Effect.forEach(
        chosen(Evaluators.route(roster(), params.query)),
        ({ id, process }) => Effect.map(process.evaluate(params, trace), (answers) => ({ plugin: id, answers })),
        together
      ).pipe(
        Effect.map((evaluations) => evaluations.filter(({ answers }) => answers.length > 0)),
        Effect.tap((evaluations) => Metrics.called("evaluate", answered(evaluations)))
      )
    ),
    search: Effect.fn("PluginHost.search")((scope, params, trace) =>
      Effect.forEach(
        chosen(LiveSources.searched(roster(), scope)),
        ({ id, process }) => Effect.map(process.search(params, trace), (rows) => ({ plugin: id, rows })),
        together
      ).pipe(
        Effect.map((found) => found.filter(({ rows }) => rows.length > 0)),
        Effect.tap((found) => Metrics.called("search", answered(found)))
      )
    ),
    hints: Effect.fn("PluginHost.hints")(function* (params, trace) {
      const app = Roster.app(roster(), params.bundle_id)
      for (const { id, process } of chosen(HintsProvider.chain(roster(), app))) {
        const hints = yield* process.hints(params, trace)
        if (hints.length > 0 || process.spec.manifest.hints?.fallback_on_empty !== true) {
          yield* Metrics.called("hints", answered(hints))
          return Option.some({ plugin: id, hints })
        }
      }
      yield* Metrics.called("hints", answered([]))
      return Option.none()
    }),
    perform: Effect.fn("PluginHost.perform")(perform),
    command: Effect.fn("PluginHost.command")((command, subcommand, raw, trace) =>
      Option.match(Commands.find(roster(), command, subcommand), {
        onNone: () => unhandled,
        onSome: (target) => perform(target.plugin.id, Commands.dispatch(target, subcommand, raw), trace)
      })
    ),
    bang: Effect.fn("PluginHost.bang")((bundleId, token, raw, trace) => {
      const [target] = Bangs.targets(roster(), Roster.app(roster(), bundleId), token)
      return target === undefined ? unhandled : perform(target.plugin.id, Bangs.dispatch(target, token, raw), trace)
    }),
    navigate: Effect.fn("PluginHost.navigate")((url, trace) => {
      const scheme = url.slice(0, url.indexOf(":")).toLowerCase()
      const plugin = roster().plugins.find(({ navigation }) => navigation.includes(scheme))
      return plugin === undefined ? unhandled : perform(plugin.id, { kind: "navigate", url }, trace)
    }),
    action: Effect.fn("PluginHost.action")(function* ({ action, args, context }, trace) {
      const app = Roster.app(roster(), context.bundle_id ?? "")
      const index = args?.index
      const resolution = ActionBindings.resolve(roster(), app, {
        action,
        ...(typeof index === "number" ? { index } : {})
      })
      for (const { plugin } of resolution.performers) {
        const params = { kind: "action", name: action, context, ...(args === undefined ? {} : { args }) } as const
        const outcome = yield* perform(plugin.id, params, trace)
        if (!ActionBindings.passesOn(outcome)) return ActionOutcome.Claimed({ plugin: plugin.id, outcome })
      }
      return ActionOutcome.Resolved({ resolution })
    })
  }
}

const answered = (answers: ReadonlyArray<unknown>): string => (answers.length > 0 ? "Answered" : "Empty")

const together = { concurrency: "unbounded" } as const
