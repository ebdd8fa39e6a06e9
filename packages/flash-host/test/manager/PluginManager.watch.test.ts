import { assert, describe, it } from "@effect/vitest"
import { Perform } from "@lanyard/flash-protocol"
import { Script } from "@lanyard/process/testing"
import { Effect, Option } from "effect"
import * as Configuration from "../../src/manager/Configuration.ts"
import { configured, managed, manifest, plugin } from "../support/managed.ts"
import { advance, begin, publish, row, serving } from "../support/scripted.ts"

const quick: Script.Script = { answers: serving(() => '{"ok":true}') }
const slow: Script.Script = { ...quick, onEndOfInput: Script.exits(700) }
const refusing: Script.Script = { answers: (line) => [`{"id":${JSON.parse(line).id},"result":{"ok":false}}`] }
const failing: Script.Script = { ends: Script.exits(0, 1) }
const sources = { sources: [{ name: "scripted.items" }] }
const go = { commands: [{ command: "go", subcommand: "on" }] }
const run = { kind: "command", command: "go", subcommand: "on", args: [], raw: "" } as const

const a = "/official/a/manifest.json"
const program = "/official/a/program"
const two = { ...plugin("/official/a", manifest("a")), ...plugin("/official/b", manifest("b")) }

/** Loads plugin "a", whose first child ends as soon as it is to, and publishes. */
const loaded = Effect.fn(function* (sections: Readonly<Record<string, unknown>> = sources) {
  const setup = yield* managed(
    (attempt) => (attempt === 1 ? { ...quick, emits: [publish(10, "old")] } : quick),
    plugin("/official/a", manifest("a", sections))
  )
  yield* setup.load()
  return setup
})

describe("A plugin whose files change", () => {
  it.effect("is restarted alone, 300 ms after the last change, and keeps its catalog [FLASH-RELO-01]", () =>
    Effect.gen(function* () {
      const { load, plugins, times, write, stage } = yield* managed(
        (attempt) => (attempt === 1 ? { ...quick, emits: [publish(10, "old")] } : quick),
        { ...plugin("/official/a", manifest("a", sources)), ...plugin("/official/b", manifest("b")) }
      )
      yield* load()
      write(program, "second")
      yield* advance(200)
      write(program, "third")
      yield* advance(299)
      assert.lengthOf(times("started"), 2)
      yield* advance(1)
      yield* advance("1 minute")
      assert.deepStrictEqual(
        stage.log().flatMap(({ attempt, at, what }) => (what === "started" ? [[attempt, at]] : [])),
        [
          [1, 0],
          [2, 0],
          [3, 600]
        ]
      )
      assert.deepStrictEqual(times("end of input"), [600])
      assert.deepStrictEqual(yield* plugins.catalog("a"), [row("old")])
      assert.strictEqual(stage.mostAlive(), 2)
    })
  )

  it.effect("goes on when they are written again as they were (B075)", () =>
    Effect.gen(function* () {
      const { times, write } = yield* loaded()
      for (let time = 0; time < 50; time++) {
        write(program, "first")
        write(a, manifest("a", sources))
        yield* advance(40)
      }
      yield* advance("1 minute")
      assert.lengthOf(times("started"), 1)
    })
  )

  it.effect("is replaced whole when its manifest changed [FLASH-RELO-02]", () =>
    Effect.gen(function* () {
      const { plugins, times, write } = yield* loaded()
      write(a, manifest("a", { ...sources, priority: 7 }))
      yield* advance(300)
      yield* advance(100)
      assert.strictEqual((yield* plugins.roster).plugins[0]?.priority, 7)
      assert.deepStrictEqual(yield* plugins.catalog("a"), [])
      assert.lengthOf(times("started"), 2)
      assert.deepStrictEqual(
        (yield* plugins.status).map(({ state }) => state.generation),
        [1]
      )
    })
  )

  it.effect("is another plugin when its id changed", () =>
    Effect.gen(function* () {
      const { plugins, rows, write } = yield* loaded()
      write(a, manifest("c"))
      yield* advance(300)
      assert.deepStrictEqual(yield* rows, [["c", true, undefined]])
      assert.lengthOf(yield* plugins.status, 1)
    })
  )

  it.effect("goes on as it was while its manifest is invalid, and recovers once it is not (51) [FLASH-RELO-04]", () =>
    Effect.gen(function* () {
      const { plugins, rows, times, told, write } = yield* loaded()
      write(a, '{"id":"a"}')
      write(program, "second")
      yield* advance("1 minute")
      assert.deepStrictEqual(yield* rows, [["a", true, "ManifestRefused"]])
      assert.deepStrictEqual(told(), [["a", "ManifestRefused", true]])
      assert.deepStrictEqual(times("end of input"), [])
      assert.isTrue(yield* plugins.ping("a"))
      write(a, "{")
      yield* advance(300)
      assert.deepStrictEqual(told(), [["a", "ManifestRefused", true]])
      write(a, manifest("a", sources))
      yield* advance(300)
      yield* advance(100)
      assert.deepStrictEqual(yield* rows, [["a", true, undefined]])
      assert.deepStrictEqual(told(), [["a", "Recovered"]])
      assert.lengthOf(times("started"), 2)
      assert.deepStrictEqual(yield* plugins.catalog("a"), [row("old")])
    })
  )

  it.effect("goes on as it was while its manifest is away, and is read once after it is back (B089)", () =>
    Effect.gen(function* () {
      const { remove, times, told, write } = yield* loaded()
      remove(a)
      yield* advance(200)
      write(a, manifest("a", { ...sources, priority: 7 }))
      yield* advance("1 minute")
      assert.deepStrictEqual(told(), [])
      assert.lengthOf(times("started"), 2)
      remove(a)
      yield* advance("1 minute")
      assert.deepStrictEqual(told(), [["a", "ManifestUnreadable", true]])
      assert.lengthOf(times("started"), 2)
    })
  )

  it.effect("is read neither half-written nor much later for other files that never rest (B090)", () =>
    Effect.gen(function* () {
      const { times, told, write } = yield* loaded()
      write(a, "")
      yield* advance(30)
      write(a, manifest("a", { ...sources, priority: 7 }))
      for (let time = 0; time < 60; time++) {
        write("/official/a/notes", String(time))
        yield* advance(100)
      }
      assert.deepStrictEqual(told(), [])
      const [, second] = times("started")
      assert.isAtMost(second ?? Number.POSITIVE_INFINITY, 4000)
    })
  )

  it.effect("gets a fresh budget when it is parked (38) [FLASH-LIFE-04]", () =>
    Effect.gen(function* () {
      let script = failing
      const { load, manager, times, write } = yield* managed(() => script, plugin("/official/a", manifest("a")))
      yield* load()
      yield* advance("1 hour")
      assert.lengthOf(times("started"), 6)
      script = quick
      write(program, "second")
      yield* advance(300)
      yield* advance(100)
      const [first] = yield* manager.plugins
      const standing = Option.getOrThrow(first?.standing ?? Option.none())
      assert.deepInclude(standing, { failures: 0 })
      assert.strictEqual(standing.state._tag, "Running")
    })
  )

  it.effect("comes back when a rebuilt program no longer refuses the handshake [FLASH-LIFE-08]", () =>
    Effect.gen(function* () {
      const { load, plugins, times, write } = yield* managed(
        (attempt) => (attempt === 1 ? refusing : quick),
        plugin("/official/a", manifest("a"))
      )
      yield* load()
      yield* advance("1 hour")
      assert.lengthOf(times("started"), 1)
      assert.deepStrictEqual(
        (yield* plugins.status).map(({ state }) => state._tag),
        ["Parked"]
      )
      write(program, "second")
      yield* advance(300)
      yield* advance(100)
      assert.isTrue(yield* plugins.ping("a"))
    })
  )

  it.effect("loads as soon as its first manifest is valid", () =>
    Effect.gen(function* () {
      const { load, plugins, rows, write } = yield* managed(() => quick, {
        ...plugin("/official/a", "{"),
        "/official/b/README.md": ""
      })
      yield* load(configured("/third/c"))
      write(a, manifest("a"))
      write("/official/b/manifest.json", manifest("b"))
      write("/third/c/manifest.json", manifest("c"))
      yield* advance(300)
      assert.deepStrictEqual(yield* rows, [
        ["a", true, undefined],
        ["b", true, undefined],
        ["c", true, undefined]
      ])
      yield* advance(100)
      assert.isTrue(yield* plugins.ping("c"))
    })
  )

  it.effect("comes in when it no longer claims a command that another one has", () =>
    Effect.gen(function* () {
      const { load, rows, told, write } = yield* managed(() => quick, {
        ...plugin("/official/a", manifest("a", go)),
        ...plugin("/official/b", manifest("b", go))
      })
      yield* load()
      told()
      write(a, manifest("a", { query: {} }))
      yield* advance(300)
      assert.deepStrictEqual(yield* rows, [
        ["a", true, undefined],
        ["b", true, undefined]
      ])
      assert.deepStrictEqual(told(), [
        ["a", "Recovered"],
        ["b", "Recovered"]
      ])
    })
  )

  it.effect("is not started for that when it waits for its first command", () =>
    Effect.gen(function* () {
      const { plugins, times, write } = yield* loaded(go)
      write(program, "second")
      yield* advance("1 minute")
      write(a, manifest("a", { ...go, priority: 7 }))
      yield* advance("1 minute")
      assert.deepStrictEqual(times("started"), [])
      const performing = yield* begin(plugins.perform("a", run))
      assert.deepStrictEqual(yield* performing.outcome, Perform.Outcome.Performed({}))
    })
  )

  it.effect("answers by its replacement what is asked meanwhile (B085) [FLASH-RELO-03]", () =>
    Effect.gen(function* () {
      const { load, plugins, stage, write } = yield* managed(
        (attempt) => (attempt === 1 ? slow : quick),
        plugin("/official/a", manifest("a", { ...go, query: {} }))
      )
      yield* load()
      write(program, "second")
      yield* advance(300)
      const performing = yield* begin(plugins.perform("a", run))
      assert.isUndefined(performing.now())
      yield* advance(700)
      assert.deepStrictEqual(yield* performing.outcome, Perform.Outcome.Performed({}))
      assert.deepStrictEqual(
        stage.log().flatMap(({ attempt, what }) => (what.includes('"perform"') ? [attempt] : [])),
        [2]
      )
      assert.strictEqual(stage.mostAlive(), 1)
    })
  )

  it.effect("is not forgotten while others are read", () =>
    Effect.gen(function* () {
      const { gate, load, stage, times, write } = yield* managed(() => quick, {
        ...two,
        ...plugin("/official/c", manifest("c"))
      })
      yield* load()
      gate.closeUnsafe()
      write(program, "second")
      yield* advance(300)
      write("/official/b/program", "second")
      yield* advance(1)
      write("/official/c/program", "second")
      yield* advance(300)
      assert.lengthOf(times("started"), 3)
      gate.openUnsafe()
      yield* advance(100)
      assert.lengthOf(times("started"), 6)
      assert.strictEqual(stage.mostAlive(), 3)
    })
  )

  it.effect("does not disturb the plugin that has its id", () =>
    Effect.gen(function* () {
      const { load, times, write } = yield* managed(() => quick, {
        ...plugin("/official/a", manifest("same")),
        ...plugin("/official/b", manifest("same"))
      })
      yield* load()
      write("/official/b/program", "second")
      yield* advance("1 minute")
      assert.lengthOf(times("started"), 1)
    })
  )
})

describe("Watching", () => {
  it.effect("is off when the configuration says so, and can be switched", () =>
    Effect.gen(function* () {
      const { folders, load, times, write } = yield* managed(() => quick, two)
      yield* load({ ...Configuration.empty, watching: false })
      assert.strictEqual(folders.watches(), 0)
      write(program, "second")
      yield* advance("1 minute")
      assert.lengthOf(times("started"), 2)
      yield* load()
      assert.strictEqual(folders.watches(), 2)
      yield* advance("1 minute")
      assert.lengthOf(times("started"), 2)
      write(program, "third")
      yield* advance("1 minute")
      assert.lengthOf(times("started"), 3)
      yield* load({ ...Configuration.empty, watching: false })
      assert.strictEqual(folders.watches(), 0)
      write(program, "fourth")
      yield* advance("1 minute")
      assert.lengthOf(times("started"), 3)
    })
  )

  it.effect("has one watch for each plugin that is there, and none for what is disabled or gone", () =>
    Effect.gen(function* () {
      const { folders, load } = yield* managed(() => quick, { ...two, ...plugin("/third/c", manifest("c")) })
      const expect = Effect.fnUntraced(function* (configuration: Configuration.Configuration, watches: number) {
        yield* load(configuration)
        assert.strictEqual(folders.watches(), watches)
      })
      yield* expect(configured("/third/c"), 3)
      yield* expect(configured("/third/c"), 3)
      yield* expect(configured(), 2)
      yield* expect({ ...configured(), disabled: new Set(["a"]) }, 1)
      yield* expect(configured("/third/c"), 3)
    })
  )

  it.effect("is said to be done by looking every now and then, where the system does not do it", () =>
    Effect.gen(function* () {
      const { folders, load, times, told, write } = yield* managed(() => quick, plugin("/official/a", manifest("a")))
      folders.refuseWatches("ENOSPC")
      yield* load()
      assert.deepStrictEqual(told(), [["/official/a", "ENOSPC"]])
      write(program, "second")
      yield* advance("1 minute")
      assert.lengthOf(times("started"), 2)
    })
  )

  it.effect("begins before anything is read, so that nothing is missed", () =>
    Effect.gen(function* () {
      const { gate, manager, times, write } = yield* managed(() => quick, plugin("/third/a", manifest("a")), {
        roots: []
      })
      gate.closeUnsafe()
      const loading = yield* begin(manager.reconcile(configured("/third/a")))
      write("/third/a/program", "second")
      gate.openUnsafe()
      yield* advance(100)
      yield* loading.outcome
      assert.lengthOf(times("started"), 1)
      yield* advance("1 minute")
      assert.lengthOf(times("started"), 2)
    })
  )
})
