import { assert, describe, it } from "@effect/vitest"
import { LiveSources, Perform } from "@lanyard/flash-protocol"
import type { Script, ScriptedChild } from "@lanyard/process/testing"
import { Effect, Option } from "effect"
import { ActionOutcome } from "../src/Calls.ts"
import type { PluginSpec } from "../src/PluginSpec.ts"
import { advance, begin, host, type Reply, serving, specOf } from "./support/scripted.ts"

const idOf = (program: string) => program.split("/")[2] ?? ""

/** Starts a host whose plugins reply as their id says. */
const started = Effect.fn(function* (specs: ReadonlyArray<PluginSpec>, replies: Readonly<Record<string, Reply>>) {
  const asked: Array<{ readonly plugin: string; readonly method: string; readonly params: unknown }> = []
  const cast: ScriptedChild.Casting = (_, { executable }): Script.Script => ({
    answers: serving((method, params) => {
      asked.push({ plugin: idOf(executable), method, params })
      return replies[idOf(executable)]?.(method, params)
    })
  })
  const running = yield* host(cast, specs)
  yield* running.plugins.start
  yield* advance(0)
  return { ...running, asked: () => asked.splice(0) }
})

const answering =
  (text: string): Reply =>
  () =>
    `{"ok":true,"answers":[{"title":"${text}","effect":{"type":"copy_text","text":"${text}"}}]}`
const input = (query: string) => ({ query, scope: "all", surface: "test" }) as const
const rowsOf =
  (source: string, ...titles: ReadonlyArray<string>): Reply =>
  () =>
    JSON.stringify({ ok: true, rows: titles.map((title) => ({ source, title })) })
const outcome =
  (text: string): Reply =>
  () =>
    text
const unhandled = Perform.Outcome.Unhandled()
const frame = { x: 0, y: 0, width: 10, height: 10 }
const window = (bundle_id: string) => ({ bundle_id, pid: 7, front_window_frame: frame })
const target = (id: string) => JSON.stringify({ ok: true, targets: [{ id, frame }] })

describe("evaluate", () => {
  it.effect("asks only the evaluator whose prefix the input has, and all of them otherwise", () =>
    Effect.gen(function* () {
      const { plugins, asked } = yield* started(
        [specOf("sum", { query: { prefixes: ["="] } }), specOf("unit", { query: {}, priority: 90 })],
        { sum: answering("s"), unit: answering("u") }
      )
      const ask = (query: string) =>
        Effect.flatMap(begin(plugins.evaluate(input(query))), ({ outcome }) =>
          Effect.map(outcome, (found) => found.map(({ plugin }) => plugin))
        )
      assert.deepStrictEqual(yield* ask("=1"), ["sum"])
      assert.deepStrictEqual(
        asked().map(({ plugin }) => plugin),
        ["sum"]
      )
      assert.deepStrictEqual(yield* ask("1"), ["unit", "sum"])
    })
  )
})

describe("search", () => {
  const live = (id: string) => specOf(id, { sources: [{ name: `${id}.live`, live: true }] })

  it.effect("asks a live source only when the query names it", () =>
    Effect.gen(function* () {
      const { plugins, asked } = yield* started(
        [live("a"), live("b"), specOf("c", { sources: [{ name: "c.warm" }] })],
        {
          a: rowsOf("a.live", "one"),
          b: rowsOf("b.live", "two")
        }
      )
      const search = (scope: LiveSources.Scope) =>
        Effect.flatMap(begin(plugins.search(scope, { query: "q", scope: "all" })), ({ outcome }) => outcome)
      assert.deepStrictEqual(yield* search(LiveSources.Scope.Everything()), [])
      assert.deepStrictEqual(yield* search(LiveSources.Scope.Source({ name: "c.warm" })), [])
      assert.deepStrictEqual(asked(), [])
      assert.deepStrictEqual(yield* search(LiveSources.Scope.Source({ name: "b.live" })), [
        { plugin: "b", rows: [{ source: "b.live", title: "two" }] }
      ])
      assert.deepStrictEqual(asked(), [{ plugin: "b", method: "search", params: { query: "q", scope: "all" } }])
    })
  )

  it.effect("takes no rows of a source that is not the plugin's, and says which rule that breaks", () =>
    Effect.gen(function* () {
      const { plugins, of } = yield* started([live("a")], { a: rowsOf("b.live", "secret") })
      const scope = LiveSources.Scope.Source({ name: "a.live" })
      assert.deepStrictEqual(yield* (yield* begin(plugins.search(scope, { query: "q", scope: "all" }))).outcome, [])
      assert.deepStrictEqual(
        of("Dropped").map(({ method, reason }) => [method, reason]),
        [["search", "rows[0].source: expected a source the manifest declares"]]
      )
    })
  )

  it.effect("gives up after exactly a second", () =>
    Effect.gen(function* () {
      const { plugins, lines } = yield* started([live("a")], {})
      const scope = LiveSources.Scope.Source({ name: "a.live" })
      const searching = yield* begin(plugins.search(scope, { query: "q", scope: "all" }, "t1"))
      yield* advance(999)
      assert.isUndefined(searching.now())
      yield* advance(1)
      assert.deepStrictEqual(yield* searching.outcome, [])
      assert.deepInclude(lines().at(-1), { method: "search", deadline_ms: 1000, trace: "t1" })
    })
  )
})

describe("hints", () => {
  it.effect("come from the provider of the app, and an empty answer is one", () =>
    Effect.gen(function* () {
      const only = ["org.example.browser"]
      const { plugins, asked } = yield* started(
        [specOf("browser", { hints: {}, only_bundle_ids: only, priority: 50 }), specOf("any", { hints: {} })],
        { browser: outcome('{"ok":true,"targets":[]}'), any: outcome(target("x")) }
      )
      const hints = (bundle: string) => Effect.flatMap(begin(plugins.hints(window(bundle))), ({ outcome }) => outcome)
      assert.deepStrictEqual(yield* hints("org.example.browser"), Option.some({ plugin: "browser", hints: [] }))
      assert.deepStrictEqual(
        asked().map(({ plugin }) => plugin),
        ["browser"]
      )
      const found = Option.getOrThrow(yield* hints("org.example.other"))
      assert.strictEqual(found.plugin, "any")
      assert.deepInclude(found.hints[0], { id: "x", pid: 7, priority: "normal" })
    })
  )

  it.effect("fall through an empty answer only where the manifest says so", () =>
    Effect.gen(function* () {
      const { plugins, asked } = yield* started(
        [
          specOf("first", { hints: { fallback_on_empty: true }, priority: 50 }),
          specOf("second", { hints: {} }),
          specOf("third", { hints: {}, priority: 1 })
        ],
        { first: outcome('{"ok":true,"targets":[]}'), second: outcome('{"ok":true,"targets":[]}') }
      )
      const asking = yield* begin(plugins.hints(window("org.example.app")))
      assert.deepStrictEqual(yield* asking.outcome, Option.some({ plugin: "second", hints: [] }))
      assert.deepStrictEqual(
        asked().map(({ plugin }) => plugin),
        ["first", "second"]
      )
    })
  )

  it.effect("are none where no plugin provides them", () =>
    Effect.gen(function* () {
      const { plugins } = yield* started([specOf("a", { query: {} })], {})
      assert.deepStrictEqual(yield* plugins.hints(window("org.example.app")), Option.none())
    })
  )
})

describe("Performs", () => {
  const ok = outcome('{"ok":true}')
  const performed = Perform.Outcome.Performed({})

  it.effect("of typed words go to the plugin that registered them, with the words it registered", () =>
    Effect.gen(function* () {
      const { plugins, asked } = yield* started(
        [
          specOf("notes", {
            commands: [
              { command: "notes", subcommand: "add" },
              { command: "notes", subcommand: "*" }
            ]
          })
        ],
        { notes: ok }
      )
      const command = (subcommand: string, raw: string) =>
        Effect.flatMap(begin(plugins.command("Notes", subcommand, raw)), ({ outcome }) => outcome)
      assert.deepStrictEqual(yield* command("ADD", " two  words "), performed)
      assert.deepStrictEqual(yield* command("drop", "x"), performed)
      assert.deepStrictEqual(yield* plugins.command("other", "add", ""), unhandled)
      assert.deepStrictEqual(
        asked().map(({ params }) => params),
        [
          { kind: "command", command: "notes", subcommand: "add", args: ["two", "words"], raw: " two  words " },
          { kind: "command", command: "notes", subcommand: "", args: ["drop", "x"], raw: "x" }
        ]
      )
    })
  )

  it.effect("of a bang go to the plugin that takes its token in the app", () =>
    Effect.gen(function* () {
      const bangs = { command: "web", items: [{ token: "w" }] }
      const { plugins, asked } = yield* started([specOf("web", { bangs })], { web: ok })
      const bang = yield* begin(plugins.bang("org.example.app", "w", "cats and dogs"))
      assert.deepStrictEqual(yield* bang.outcome, performed)
      assert.deepStrictEqual(yield* plugins.bang("org.example.app", "v", ""), unhandled)
      assert.deepStrictEqual(asked()[0]?.params, {
        kind: "command",
        command: "web",
        subcommand: "w",
        args: ["cats", "and", "dogs"],
        raw: "cats and dogs"
      })
    })
  )

  it.effect("of an address go to the plugin of its scheme", () =>
    Effect.gen(function* () {
      const { plugins, asked } = yield* started([specOf("tmux", { navigation: ["tmux"] })], { tmux: ok })
      const going = yield* begin(plugins.navigate("TMUX://work"))
      assert.deepStrictEqual(yield* going.outcome, performed)
      assert.deepStrictEqual(yield* plugins.navigate("other://work"), unhandled)
      assert.deepStrictEqual(yield* plugins.navigate("no address"), unhandled)
      assert.deepStrictEqual(asked()[0]?.params, { kind: "navigate", url: "TMUX://work" })
    })
  )
})

describe("An action", () => {
  const app = { bundle_id: "org.example.app", pid: 7 }
  const performers = [
    specOf("first", { actions: ["tab_close"], priority: 50 }),
    specOf("second", { actions: ["tab_close"], action_bindings: { tab_close: { "": "cmd+w" } } })
  ]
  const close = { action: "tab_close", context: app } as const

  it.effect("goes on to the next performer only when one has nothing to do with it", () =>
    Effect.gen(function* () {
      const { plugins, asked } = yield* started(performers, {
        first: outcome('{"ok":false,"unhandled":true}'),
        second: outcome('{"ok":true}')
      })
      const acting = yield* begin(plugins.action(close))
      assert.deepStrictEqual(
        yield* acting.outcome,
        ActionOutcome.Claimed({ plugin: "second", outcome: Perform.Outcome.Performed({}) })
      )
      assert.deepStrictEqual(
        asked().map(({ plugin, params }) => [plugin, params]),
        ["first", "second"].map((plugin) => [plugin, { kind: "action", name: "tab_close", context: app }])
      )
    })
  )

  it.effect("ends with a performer that fails", () =>
    Effect.gen(function* () {
      const { plugins, asked } = yield* started(performers, { first: outcome('{"ok":false,"error":"broke"}') })
      const acting = yield* begin(plugins.action(close))
      assert.deepInclude(yield* acting.outcome, { _tag: "Claimed", plugin: "first" })
      assert.lengthOf(asked(), 1)
    })
  )

  it.effect("is resolved to a binding when no plugin performs it", () =>
    Effect.gen(function* () {
      const unhandled = outcome('{"ok":false,"unhandled":true}')
      const { plugins } = yield* started(performers, { first: unhandled, second: unhandled })
      const result = yield* (yield* begin(plugins.action(close))).outcome
      assert.strictEqual(result._tag, "Resolved")
      assert.strictEqual(result._tag === "Resolved" ? result.resolution.outcome._tag : "", "Send")
    })
  )
})
