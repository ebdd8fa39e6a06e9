import { assert, describe, it } from "@effect/vitest"
import { Perform } from "@lanyard/flash-protocol"
import { Script, type ScriptedChild } from "@lanyard/process/testing"
import { Effect, Scheduler } from "effect"
import type { PluginHost } from "../src/PluginHost.ts"
import type { PluginSpec } from "../src/PluginSpec.ts"
import * as Reconcile from "../src/Reconcile.ts"
import { advance, begin, host, publish, row, serving, spec, specOf } from "./support/scripted.ts"

const sections = { query: {}, sources: [{ name: "scripted.items" }], commands: [{ command: "go", subcommand: "on" }] }
const one = specOf("scripted", sections)
const other = specOf("other", { query: {} })
const redefined = specOf("scripted", { ...sections, priority: 7 })
const reconfigured = { ...one, settings: { colour: "red" } }
const run = { kind: "command", command: "go", subcommand: "on", args: [], raw: "" } as const
const quick: Script.Script = { answers: serving((method) => (method === "perform" ? '{"ok":true}' : undefined)) }
/** Publishes once, and takes 700 ms to leave. */
const slow: Script.Script = { ...quick, emits: [publish(10, "old")], onEndOfInput: Script.exits(700) }
const slowAtFirst = (attempt: number) => (attempt === 1 ? slow : quick)

describe("Reconcile.compare", () => {
  it.each([
    ["nothing before", undefined, one, "added"],
    ["nothing now", one, undefined, "removed"],
    ["an equal copy", one, structuredClone({ ...one, manifest: one.manifest }), "kept"],
    ["a manifest read again", one, specOf("scripted", sections), "kept"],
    ["other settings", one, reconfigured, "reconfigured"],
    [
      "nested settings that differ",
      { ...one, settings: { a: { b: 1 } } },
      { ...one, settings: { a: { b: 2 } } },
      "reconfigured"
    ],
    ["another data folder", one, { ...one, dataDir: "/elsewhere" }, "reconfigured"],
    ["another manifest", one, redefined, "redefined"],
    [
      "other bindings",
      one,
      specOf("scripted", { ...sections, action_bindings: { tab_new: { "": "cmd+t" } } }),
      "redefined"
    ],
    ["another folder", one, { ...one, root: "/elsewhere" }, "redefined"]
  ] as const)("calls %s by its name", (_, before, now, change) => {
    assert.strictEqual(Reconcile.compare(before, now), change)
  })
})

describe("apply", () => {
  it.effect("leaves what is unchanged alone [FLASH-RELO-01]", () =>
    Effect.gen(function* () {
      const { plugins, times } = yield* host(() => quick, [one, other])
      yield* plugins.start
      yield* advance(100)
      const { changes } = yield* plugins.apply([specOf("scripted", sections), other])
      assert.deepStrictEqual([...changes.values()], ["kept", "kept"])
      yield* advance("1 minute")
      assert.lengthOf(times("started"), 2)
      assert.deepStrictEqual(times("end of input"), [])
    })
  )

  it.effect("replaces a changed definition whole, and drops its catalog [FLASH-RELO-02]", () =>
    Effect.gen(function* () {
      const { plugins, times, stage } = yield* host(slowAtFirst, [one])
      yield* plugins.start
      yield* advance(100)
      assert.deepStrictEqual(yield* plugins.catalog("scripted"), [row("old")])
      yield* plugins.apply([redefined])
      assert.deepStrictEqual(yield* plugins.catalog("scripted"), [])
      assert.strictEqual((yield* plugins.roster).plugins[0]?.priority, 7)
      yield* advance("1 second")
      assert.deepStrictEqual(times("started"), [0, 800])
      assert.strictEqual(stage.mostAlive(), 1)
    })
  )

  it.effect("keeps the catalog of a plugin whose settings changed", () =>
    Effect.gen(function* () {
      const { plugins, times } = yield* host(slowAtFirst, [one])
      yield* plugins.start
      yield* advance(100)
      yield* plugins.apply([reconfigured])
      yield* advance("1 second")
      assert.lengthOf(times("started"), 2)
      assert.deepStrictEqual(yield* plugins.catalog("scripted"), [row("old")])
    })
  )

  it.effect(
    "routes requests to the replacement at once, where they wait for the old process to go [FLASH-RELO-03]",
    () =>
      Effect.gen(function* () {
        const { plugins, stage } = yield* host(slowAtFirst, [one])
        yield* plugins.start
        yield* advance(100)
        yield* plugins.apply([redefined])
        const performing = yield* begin(plugins.perform("scripted", run))
        yield* advance(699)
        assert.isUndefined(performing.now())
        yield* advance(1)
        assert.deepStrictEqual(yield* performing.outcome, Perform.Outcome.Performed({}))
        assert.deepStrictEqual(
          stage.log().flatMap(({ attempt, what }) => (what.includes('"perform"') ? [attempt] : [])),
          [2]
        )
        assert.strictEqual(stage.mostAlive(), 1)
      })
  )

  it.effect("takes what the replaced process still says for nothing", () =>
    Effect.gen(function* () {
      const { plugins } = yield* host(
        (attempt) => (attempt === 1 ? { ...slow, emits: [publish(300, "stale")] } : { answers: serving() }),
        [one]
      )
      yield* plugins.start
      yield* advance(100)
      yield* plugins.apply([reconfigured])
      yield* advance("1 second")
      assert.deepStrictEqual(yield* plugins.catalog("scripted"), [])
    })
  )

  it.effect("stops and forgets what is missing, and waits for it when it comes back", () =>
    Effect.gen(function* () {
      const cast: ScriptedChild.Casting = (attempt, { executable }) =>
        attempt <= 2 && executable.includes("scripted") ? slow : quick
      const { plugins, times, stage } = yield* host(cast, [one, other])
      yield* plugins.start
      yield* advance(100)
      yield* plugins.apply([other])
      assert.deepStrictEqual(yield* plugins.perform("scripted", run), Perform.Outcome.Unhandled())
      assert.deepStrictEqual(yield* plugins.catalog("scripted"), [])
      assert.deepStrictEqual(
        (yield* plugins.status).map(({ plugin }) => plugin),
        ["other"]
      )
      yield* advance(100)
      yield* plugins.apply([one, other])
      yield* plugins.apply([redefined, other])
      yield* advance("1 minute")
      assert.deepStrictEqual(times("started"), [0, 0, 800])
      assert.strictEqual(stage.mostAlive(), 2)
    })
  )

  it.effect("starts nothing that comes before the host is started, or after its stop", () =>
    Effect.gen(function* () {
      const { plugins, times } = yield* host(() => slow, [])
      yield* plugins.apply([one])
      yield* advance("1 minute")
      assert.deepStrictEqual(times("started"), [])
      yield* plugins.start
      yield* advance(0)
      assert.lengthOf(times("started"), 1)
      const stopping = yield* begin(plugins.stop)
      yield* advance("1 second")
      yield* stopping.outcome
      yield* plugins.apply([redefined])
      yield* advance("1 minute")
      assert.lengthOf(times("started"), 1)
    })
  )

  it.effect(
    "admits neither the second of two ids nor anyone who claims a command that another does [FLASH-RELO-07]",
    () =>
      Effect.gen(function* () {
        const { plugins } = yield* host(() => slow, [])
        const rival = specOf("rival", { commands: [{ command: "go", subcommand: "off" }] })
        const applied = yield* plugins.apply([one, other, rival, spec])
        assert.deepStrictEqual(applied.duplicates, ["scripted"])
        assert.deepStrictEqual(applied.collisions, [{ command: "go", claimants: ["rival", "scripted"] }])
        assert.deepStrictEqual([...applied.changes], [["other", "added"]])
        assert.deepStrictEqual(
          [...(yield* plugins.apply([one, other])).changes],
          [
            ["scripted", "added"],
            ["other", "kept"]
          ]
        )
      })
  )

  it.effect("lets the host's stop wait for a process that is on its way out", () =>
    Effect.gen(function* () {
      const { plugins, times } = yield* host(() => slow, [one])
      yield* plugins.start
      yield* advance(100)
      yield* plugins.apply([])
      const stopping = yield* begin(plugins.stop)
      yield* advance(699)
      assert.isUndefined(stopping.now())
      yield* advance(1)
      yield* stopping.outcome
      assert.deepStrictEqual(times("gone"), [800])
    })
  )

  it.effect("does what two callers ask at once one after the other", () =>
    Effect.gen(function* () {
      const { plugins, stage } = yield* host(() => quick, [])
      yield* plugins.start
      const asked = [[one, other], [one]]
      const applied = yield* Effect.forEach(asked, plugins.apply, { concurrency: "unbounded" }).pipe(interleaved)
      // What runs a few steps at a time takes many turns.
      yield* Effect.repeat(advance(1), { times: 20 })
      assert.deepStrictEqual(
        applied.map(({ changes }) => [...changes]),
        [
          [
            ["scripted", "added"],
            ["other", "added"]
          ],
          [
            ["scripted", "kept"],
            ["other", "removed"]
          ]
        ]
      )
      assert.strictEqual(stage.mostAlive(), 1)
    })
  )
})

describe("stop", () => {
  const onDemand = specOf("scripted", { commands: sections.commands })

  it.effect.each<readonly [string, PluginSpec, (plugins: PluginHost["Service"]) => Effect.Effect<unknown>]>([
    ["a start", one, ({ start }) => start],
    ["a reload", one, ({ reload }) => reload("scripted")],
    ["a perform", onDemand, ({ perform }) => perform("scripted", run)]
  ])("lets nothing run that %s began before it", ([name, wanted, began]) =>
    Effect.gen(function* () {
      for (let steps = 0; steps < 40; steps++) {
        const { plugins } = yield* host(() => quick, [wanted])
        if (name !== "a start") yield* plugins.start
        yield* Effect.forkChild(interleaved(began(plugins)), { startImmediately: true })
        yield* Effect.repeat(Effect.yieldNow, { times: steps })
        yield* plugins.stop
        yield* advance("1 second")
        assert.strictEqual((yield* plugins.status)[0]?.state._tag, "Stopped", `after ${steps} steps`)
      }
    })
  )
})

/** Lets others run after every step, as a fiber does after many. */
const interleaved = Effect.provideService(Scheduler.MaxOpsBeforeYield, 3)
