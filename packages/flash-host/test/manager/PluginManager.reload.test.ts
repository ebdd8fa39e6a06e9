import { assert, describe, it } from "@effect/vitest"
import { Perform } from "@lanyard/flash-protocol"
import { Script } from "@lanyard/process/testing"
import { Effect, Option } from "effect"
import * as Configuration from "../../src/manager/Configuration.ts"
import { configured, managed, manifest, plugin } from "../support/managed.ts"
import { advance, begin, publish, row, serving } from "../support/scripted.ts"

const quick: Script.Script = { answers: serving(() => '{"ok":true}') }
const slow: Script.Script = { ...quick, onEndOfInput: Script.exits(700) }
/** Leaves no child behind that needs time to end with the test. */
const slowTwice = (attempt: number) => (attempt <= 2 ? slow : quick)
const refusing: Script.Script = { answers: (line) => [`{"id":${JSON.parse(line).id},"result":{"ok":false}}`] }
const failing: Script.Script = { ends: Script.exits(0, 1) }
const sources = { sources: [{ name: "scripted.items" }] }
const go = { commands: [{ command: "go", subcommand: "on" }] }
const run = { kind: "command", command: "go", subcommand: "on", args: [], raw: "" } as const
const unwatched = { ...Configuration.empty, watching: false }

const a = "/official/a/manifest.json"

describe("PluginManager.reload", () => {
  it.effect("replaces the process of what is unchanged, and keeps its catalog [FLASH-RELO-01]", () =>
    Effect.gen(function* () {
      const { load, manager, plugins, times, stage } = yield* managed(
        (attempt) => (attempt === 1 ? { ...slow, emits: [publish(10, "old")] } : quick),
        { ...plugin("/official/a", manifest("a", sources)), ...plugin("/official/b", manifest("b")) }
      )
      yield* load(unwatched)
      const reloading = yield* begin(manager.reload("a"))
      yield* advance(699)
      assert.isUndefined(reloading.now())
      yield* advance(1)
      yield* reloading.outcome
      yield* advance(100)
      assert.deepStrictEqual(yield* plugins.catalog("a"), [row("old")])
      assert.deepStrictEqual(times("started"), [0, 0, 800])
      assert.strictEqual(stage.mostAlive(), 2)
    })
  )

  it.effect("reads the manifest first, and replaces whole what changed [FLASH-RELO-02]", () =>
    Effect.gen(function* () {
      const { load, manager, plugins, times, write } = yield* managed(
        (attempt) => (attempt === 1 ? { ...quick, emits: [publish(10, "old")] } : quick),
        plugin("/official/a", manifest("a", sources))
      )
      yield* load(unwatched)
      write(a, manifest("a", { ...sources, priority: 7 }))
      yield* manager.reload("a")
      assert.strictEqual((yield* plugins.roster).plugins[0]?.priority, 7)
      assert.deepStrictEqual(yield* plugins.catalog("a"), [])
      yield* advance(100)
      assert.lengthOf(times("started"), 2)
    })
  )

  it.effect("leaves what became invalid as it is, and says so [FLASH-RELO-04]", () =>
    Effect.gen(function* () {
      const { load, manager, rows, times, told, write } = yield* managed(
        () => quick,
        plugin("/official/a", manifest("a"))
      )
      yield* load(unwatched)
      write(a, "{")
      yield* manager.reload("a")
      yield* advance("1 minute")
      assert.deepStrictEqual(yield* rows, [["a", true, "ManifestRefused"]])
      assert.deepStrictEqual(told(), [["a", "ManifestRefused", true]])
      assert.deepStrictEqual(times("end of input"), [])
    })
  )

  it.effect("finds what never loaded by the name of its folder", () =>
    Effect.gen(function* () {
      const { load, manager, rows, write } = yield* managed(() => quick, plugin("/official/a", "{"))
      yield* load(unwatched)
      write(a, manifest("b"))
      yield* manager.reload("a")
      assert.deepStrictEqual(yield* rows, [["b", true, undefined]])
    })
  )

  it.effect("gives what is parked a fresh budget (38) [FLASH-LIFE-04]", () =>
    Effect.gen(function* () {
      let script = failing
      const { load, manager, times } = yield* managed(() => script, plugin("/official/a", manifest("a")))
      yield* load(unwatched)
      yield* advance("1 minute")
      assert.lengthOf(times("started"), 6)
      const standing = Effect.map(manager.plugins, ([first]) => Option.getOrThrow(first?.standing ?? Option.none()))
      assert.strictEqual((yield* standing).state._tag, "Parked")
      script = quick
      yield* manager.reload("a")
      yield* advance(100)
      assert.deepInclude(yield* standing, { failures: 0 })
      assert.strictEqual((yield* standing).state._tag, "Running")
    })
  )

  it.effect("takes the place of a retry that is due, which then never comes (39)", () =>
    Effect.gen(function* () {
      const { load, manager, times } = yield* managed(
        (attempt) => (attempt === 1 ? failing : quick),
        plugin("/official/a", manifest("a"))
      )
      yield* load(unwatched)
      const [before] = yield* manager.plugins
      yield* manager.reload("a")
      yield* advance("1 minute")
      const [after] = yield* manager.plugins
      assert.lengthOf(times("started"), 2)
      const state = (row: typeof before) => Option.getOrThrow(row?.standing ?? Option.none()).state
      assert.strictEqual(state(before)._tag, "Backoff")
      assert.strictEqual(state(after)._tag, "Running")
      assert.isAbove(state(after).generation, state(before).generation)
    })
  )

  it.effect("lets requests wait for the replacement, and none reaches the old process (B085, B086)", () =>
    Effect.gen(function* () {
      const { load, manager, plugins, stage } = yield* managed(
        slowTwice,
        plugin("/official/a", manifest("a", { query: {}, ...go }))
      )
      yield* load(unwatched)
      yield* begin(manager.reload("a"))
      const performing = yield* begin(plugins.perform("a", run))
      yield* advance(699)
      assert.isUndefined(performing.now())
      yield* advance(1)
      assert.deepStrictEqual(yield* performing.outcome, Perform.Outcome.Performed({}))
      const performed = stage.log().filter(({ what }) => what.includes('"perform"'))
      assert.deepStrictEqual(
        performed.map(({ attempt }) => attempt),
        [2]
      )
      assert.strictEqual(stage.mostAlive(), 1)
      yield* begin(plugins.stop)
      yield* advance("1 second")
    })
  )

  it.effect("pressed again while it is under way happens once more, one after the other (B066, B087)", () =>
    Effect.gen(function* () {
      const { load, manager, times, stage } = yield* managed(slowTwice, plugin("/official/a", manifest("a")))
      yield* load(unwatched)
      const presses = yield* Effect.forEach([1, 2, 3], () => begin(manager.reload("a")))
      yield* advance("10 seconds")
      for (const { now } of presses) assert.isDefined(now())
      assert.lengthOf(times("started"), 3)
      assert.strictEqual(stage.mostAlive(), 1)
    })
  )

  it.effect("starts nothing that waits for its first command, and stops what had one (159)", () =>
    Effect.gen(function* () {
      const { load, manager, plugins, times } = yield* managed(() => quick, plugin("/official/a", manifest("a", go)))
      yield* load(unwatched)
      yield* manager.reload("a")
      yield* advance("1 minute")
      assert.deepStrictEqual(times("started"), [])
      const performing = yield* begin(plugins.perform("a", run))
      yield* advance(100)
      assert.deepStrictEqual(yield* performing.outcome, Perform.Outcome.Performed({}))
      yield* manager.reload("a")
      yield* advance("1 minute")
      assert.lengthOf(times("started"), 1)
      assert.lengthOf(times("gone"), 1)
    })
  )

  it.effect("does nothing about a plugin that nobody knows or that is disabled", () =>
    Effect.gen(function* () {
      const { load, manager, rows, times } = yield* managed(() => quick, plugin("/official/a", manifest("a")))
      yield* manager.reload("a")
      yield* manager.reloadAll
      assert.deepStrictEqual(yield* rows, [])
      yield* load({ ...unwatched, disabled: new Set(["a"]) })
      yield* manager.reload("a")
      yield* manager.reload("b")
      yield* advance(100)
      assert.deepStrictEqual(times("started"), [])
    })
  )

  it.effect("survives a configuration that comes meanwhile", () =>
    Effect.gen(function* () {
      const { gate, load, manager, times } = yield* managed(() => quick, {
        ...plugin("/official/a", manifest("a")),
        ...plugin("/official/b", manifest("b")),
        ...plugin("/third/c", manifest("c"))
      })
      yield* load(unwatched)
      gate.closeUnsafe()
      const first = yield* begin(manager.reload("a"))
      const second = yield* begin(manager.reconcile({ ...configured("/third/c"), watching: false }))
      const third = yield* begin(manager.reload("b"))
      const fourth = yield* begin(manager.reconcile(unwatched))
      gate.openUnsafe()
      yield* advance(100)
      for (const { now } of [first, second, third, fourth]) assert.isDefined(now())
      assert.lengthOf(times("started"), 4)
      assert.lengthOf(times("gone"), 2)
    })
  )
})

describe("PluginManager.reloadAll", () => {
  it.effect("looks for plugins again, and replaces every process", () =>
    Effect.gen(function* () {
      const { load, manager, rows, times, write } = yield* managed((attempt) => (attempt === 1 ? refusing : quick), {
        ...plugin("/official/a", manifest("a")),
        ...plugin("/official/b", manifest("b", go))
      })
      yield* load(unwatched)
      write("/official/c/manifest.json", manifest("c"))
      yield* manager.reloadAll
      yield* advance(100)
      assert.deepStrictEqual(yield* rows, [
        ["a", true, undefined],
        ["b", true, undefined],
        ["c", true, undefined]
      ])
      assert.lengthOf(times("started"), 3)
    })
  )

  it.effect("is not lost for what is asked later", () =>
    Effect.gen(function* () {
      const { gate, load, manager, times } = yield* managed(() => quick, {
        ...plugin("/official/a", manifest("a")),
        ...plugin("/official/b", manifest("b"))
      })
      yield* load(unwatched)
      gate.closeUnsafe()
      yield* begin(manager.reload("a"))
      yield* begin(manager.reloadAll)
      yield* begin(manager.reload("a"))
      gate.openUnsafe()
      yield* advance(100)
      assert.lengthOf(times("started"), 5)
    })
  )
})
