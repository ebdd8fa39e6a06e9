import { assert, describe, it } from "@effect/vitest"
import { Perform } from "@lanyard/flash-protocol"
import { Script } from "@lanyard/process/testing"
import { Effect, Exit, Fiber, Scope, Stream } from "effect"
import type { HostEvent } from "../src/HostEvent.ts"
import { advance, begin, host, publish, row, serving, spec, specOf } from "./support/scripted.ts"

const query = { query: "1", scope: "all", surface: "test" } as const
const run = { kind: "command", command: "scripted", subcommand: "run", args: [], raw: "" } as const
const answers = '{"ok":true,"answers":[{"title":"2","effect":{"type":"copy_text","text":"2"}}]}'

describe("The plugins of a host", () => {
  const named = (id: string, priority: number) => specOf(id, { priority, query: {} })

  it.effect("answer in the order of their priority, then of their ids", () =>
    Effect.gen(function* () {
      const specs = [named("d", 1), named("c", 25), named("a", 25), named("b", 50), named("e", 25)]
      const { plugins } = yield* host(
        () => ({ answers: serving(() => answers) }),
        [...specs, specOf("f", { priority: 99, hints: {} })]
      )
      yield* plugins.start
      yield* advance(0)
      const asking = yield* begin(plugins.evaluate(query))
      assert.deepStrictEqual(
        (yield* asking.outcome).map(({ plugin }) => plugin),
        ["b", "a", "c", "e", "d"]
      )
    })
  )

  it.effect("are listed by id", () =>
    Effect.gen(function* () {
      const { plugins } = yield* host(() => ({}), [named("b", 1), named("a", 2)])
      assert.deepStrictEqual(
        (yield* plugins.status).map(({ plugin, state }) => [plugin, state._tag]),
        [
          ["a", "Stopped"],
          ["b", "Stopped"]
        ]
      )
    })
  )

  it.effect("have ids of their own", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(host(() => ({}), [spec, named("other", 1), spec]))
      assert.strictEqual(failure._tag, "PluginsRefused")
      assert.deepStrictEqual(failure.duplicates, ["scripted"])
    })
  )

  it.effect("have commands of their own", () =>
    Effect.gen(function* () {
      const commands = [{ command: "scripted", subcommand: "other" }]
      const failure = yield* Effect.flip(host(() => ({}), [spec, specOf("other", { commands })]))
      assert.deepStrictEqual(failure.collisions, [{ command: "scripted", claimants: ["other", "scripted"] }])
    })
  )

  it.effect("may be asked for by an id that is not there", () =>
    Effect.gen(function* () {
      const { plugins } = yield* host(() => ({}))
      yield* plugins.reload("nobody")
      assert.isFalse(yield* plugins.ping("nobody"))
      assert.deepStrictEqual(yield* plugins.catalog("nobody"), [])
      assert.deepStrictEqual(yield* plugins.perform("nobody", run), Perform.Outcome.Unhandled())
    })
  )
})

describe("A host whose scope is closed", () => {
  it.effect("tells a reader everything up to the last state, and then ends its events", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const { plugins } = yield* Scope.provide(
        host(() => ({ answers: serving(), onEndOfInput: Script.exits(100) })),
        scope
      )
      const seen: Array<HostEvent> = []
      const reading = yield* plugins.events.pipe(
        Stream.runForEach((event) => Effect.sync(() => seen.push(event))),
        Effect.forkChild({ startImmediately: true })
      )
      yield* plugins.start
      yield* advance(0)
      const closing = yield* begin(Scope.close(scope, Exit.void))
      yield* advance(100)
      yield* closing.outcome
      yield* Fiber.join(reading)
      assert.deepStrictEqual(
        seen.map((event) => (event._tag === "StateChanged" ? event.state._tag : event._tag)),
        ["Starting", "Starting", "Unconfined", "Starting", "Launched", "Running", "Ready", "Stopped", "Stopped"]
      )
    })
  )
})

describe("A reload", () => {
  it.effect("is planned: no failure, the catalog is kept, ids go on", () =>
    Effect.gen(function* () {
      const { plugins, of, times, lines, state } = yield* host((attempt) => ({
        answers: serving(),
        emits: attempt === 1 ? [publish(10, "one")] : []
      }))
      yield* plugins.start
      yield* advance(100)
      const reloading = yield* begin(plugins.reload("scripted"))
      yield* reloading.outcome
      yield* advance(0)
      assert.deepStrictEqual(times("started"), [0, 100])
      assert.deepStrictEqual(of("AttemptFailed"), [])
      assert.deepStrictEqual(yield* plugins.catalog("scripted"), [row("one")])
      assert.deepStrictEqual(
        lines().map(({ id }) => id),
        [1, 2]
      )
      assert.strictEqual((yield* state)?._tag, "Running")
    })
  )

  it.effect("leaves a park with a budget of its own", () =>
    Effect.gen(function* () {
      const { plugins, times, state } = yield* host(() => ({ answers: serving(), ends: Script.exits(10) }))
      yield* plugins.start
      yield* advance("1 minute")
      assert.strictEqual((yield* state)?._tag, "Parked")
      const before = times("started").length
      yield* begin(plugins.reload("scripted"))
      yield* advance("1 minute")
      const after = times("started").slice(before)
      assert.deepStrictEqual(
        after.map((at) => at - 60_000),
        [0, 1010, 3020, 6030, 10_040, 15_050]
      )
    })
  )

  it.effect("starts nothing before its host's start, nor after its stop", () =>
    Effect.gen(function* () {
      const { plugins, times } = yield* host(() => ({ answers: serving() }))
      yield* begin(plugins.reload("scripted"))
      yield* advance("1 minute")
      assert.deepStrictEqual(times("started"), [])
      yield* plugins.start
      yield* advance(0)
      yield* (yield* begin(plugins.stop)).outcome
      yield* begin(plugins.reload("scripted"))
      yield* advance("1 minute")
      assert.deepStrictEqual(times("started"), [60_000])
    })
  )

  it.effect("twice replaces the plugin once, and never are there two", () =>
    Effect.gen(function* () {
      const { plugins, stage, times, state } = yield* host((attempt) => ({
        answers: serving(),
        onEndOfInput: Script.exits(attempt === 1 ? 500 : 0)
      }))
      yield* plugins.start
      yield* advance(0)
      const reloading = yield* Effect.forEach([1, 2], () => begin(plugins.reload("scripted")))
      yield* advance(500)
      for (const { outcome } of reloading) yield* outcome
      yield* advance(0)
      assert.deepStrictEqual(times("started"), [0, 500])
      assert.strictEqual(stage.mostAlive(), 1)
      assert.strictEqual((yield* state)?._tag, "Running")
    })
  )

  it.effect("drops what the old process still publishes [FLASH-LIFE-10]", () =>
    Effect.gen(function* () {
      const { plugins, of } = yield* host((attempt) => ({
        answers: serving(),
        emits: attempt === 1 ? [publish(10, "one"), publish(300, "stale")] : [],
        onEndOfInput: Script.exits(attempt === 1 ? 500 : 0)
      }))
      yield* plugins.start
      yield* advance(100)
      yield* begin(plugins.reload("scripted"))
      yield* advance(200)
      yield* advance(300)
      assert.deepStrictEqual(yield* plugins.catalog("scripted"), [row("one")])
      assert.strictEqual(of("Ready").length, 2)
    })
  )
})
