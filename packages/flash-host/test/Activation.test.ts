import { assert, describe, it } from "@effect/vitest"
import { Perform } from "@lanyard/flash-protocol"
import { Script } from "@lanyard/process/testing"
import { Effect, Fiber, Option } from "effect"
import type { Observed } from "../src/events/Observation.ts"
import * as Observation from "../src/events/Observation.ts"
import { advance, begin, host, serving, specOf } from "./support/scripted.ts"

const commands = [{ command: "tool", subcommand: "run" }]
const run = { kind: "command", command: "tool", subcommand: "run", args: [], raw: "" } as const
const performs: Script.Script = {
  answers: serving(() => '{"ok":true}')
}
const performed = Perform.Outcome.Performed({})
const unhandled = Perform.Outcome.Unhandled()
const onDemand = specOf("tool", { commands })
const bar = specOf("bar", { status: ["cpu"], listen: ["core:power.changed"], commands })
const shown: Observed = new Map([["bar", new Set(["cpu"])]])

describe("A resident plugin", () => {
  it.effect.each<readonly [string, Record<string, unknown>]>([
    ["sources", { sources: [{ name: "a.b" }] }],
    ["query", { query: {} }],
    ["hints", { hints: {} }],
    ["listen", { listen: ["core:*"] }]
  ])("starts with the host for its %s [FLASH-LIFE-18]", ([, sections]) =>
    Effect.gen(function* () {
      const { plugins, times } = yield* host(() => performs, [specOf("tool", sections)])
      assert.deepStrictEqual(times("started"), [])
      yield* plugins.start
      yield* advance(0)
      assert.deepStrictEqual(times("started"), [0])
      assert.strictEqual((yield* plugins.status)[0]?.activation, "resident")
    })
  )
})

describe("A resident plugin with segments", () => {
  it.effect("stays what it is, whatever is observed [FLASH-DELI-11]", () =>
    Effect.gen(function* () {
      const { plugins, times } = yield* host(() => performs, [specOf("bar", { status: ["cpu"], query: {} })])
      yield* plugins.start
      for (const observed of [shown, Observation.nothing, shown]) {
        yield* plugins.observe(observed)
        yield* advance(100)
        assert.strictEqual((yield* plugins.status)[0]?.activation, "resident")
      }
      assert.deepStrictEqual([times("started"), times("gone")], [[0], []])
    })
  )
})

describe("A manifest-only plugin", () => {
  it.effect("never starts, and leaves every perform unhandled [FLASH-LIFE-18]", () =>
    Effect.gen(function* () {
      const { plugins, times } = yield* host(
        () => performs,
        [specOf("tool", { exec: null, terminal_emulators: ["org.example.term"] })]
      )
      yield* plugins.start
      assert.deepStrictEqual(yield* plugins.perform("tool", run), unhandled)
      yield* begin(plugins.reload("tool"))
      yield* advance("1 minute")
      assert.deepStrictEqual(times("started"), [])
      assert.strictEqual((yield* plugins.status)[0]?.activation, "manifest-only")
    })
  )
})

describe("An on-demand plugin", () => {
  it.effect("starts with its first perform, which waits for it, and keeps running [FLASH-LIFE-17]", () =>
    Effect.gen(function* () {
      const { plugins, times, lines } = yield* host(() => performs, [onDemand])
      yield* plugins.start
      yield* advance("1 hour")
      assert.deepStrictEqual(times("started"), [])
      assert.strictEqual((yield* plugins.status)[0]?.activation, "on-demand")
      const performing = yield* begin(plugins.perform("tool", run))
      assert.deepStrictEqual(yield* performing.outcome, performed)
      yield* advance("1 hour")
      assert.deepStrictEqual(yield* (yield* begin(plugins.perform("tool", run))).outcome, performed)
      assert.lengthOf(times("started"), 1)
      assert.deepStrictEqual(
        lines().flatMap(({ method }) => (method === "ping" ? [] : [method])),
        ["initialize", "perform", "perform"]
      )
    })
  )

  it.effect("is started once by performs that come together", () =>
    Effect.gen(function* () {
      const { plugins, times } = yield* host(() => performs, [onDemand])
      yield* plugins.start
      const performing = yield* Effect.forEach([1, 2, 3], () => Effect.forkChild(plugins.perform("tool", run)))
      yield* advance(0)
      assert.deepStrictEqual(yield* Effect.forEach(performing, (fiber) => Fiber.join(fiber)), [
        performed,
        performed,
        performed
      ])
      assert.lengthOf(times("started"), 1)
    })
  )

  it.effect("is restarted after a crash like any other", () =>
    Effect.gen(function* () {
      const { plugins, times } = yield* host(() => ({ ...performs, ends: Script.exits(100, 1) }), [onDemand])
      yield* plugins.start
      yield* begin(plugins.perform("tool", run))
      yield* advance(1200)
      assert.deepStrictEqual(times("started"), [0, 1100])
    })
  )

  it.effect("goes back to waiting after a reload", () =>
    Effect.gen(function* () {
      const { plugins, times } = yield* host(() => performs, [onDemand])
      yield* plugins.start
      yield* begin(plugins.perform("tool", run))
      yield* begin(plugins.reload("tool"))
      yield* advance("1 minute")
      assert.lengthOf(times("started"), 1)
      yield* begin(plugins.perform("tool", run))
      assert.lengthOf(times("started"), 2)
    })
  )

  it.effect("does not start before its host, nor after its stop", () =>
    Effect.gen(function* () {
      const { plugins, times } = yield* host(() => performs, [onDemand])
      assert.deepStrictEqual(yield* plugins.perform("tool", run), unhandled)
      yield* plugins.start
      yield* (yield* begin(plugins.stop)).outcome
      assert.deepStrictEqual(yield* plugins.perform("tool", run), unhandled)
      assert.deepStrictEqual(times("started"), [])
    })
  )
})

describe("A status-bound plugin", () => {
  it.effect("runs while one of its segments is observed, and no longer [FLASH-LIFE-19, FLASH-LIFE-20]", () =>
    Effect.gen(function* () {
      const { plugins, times, of } = yield* host(() => performs, [bar])
      yield* plugins.start
      yield* advance("1 minute")
      assert.strictEqual((yield* plugins.status)[0]?.activation, "on-demand")
      yield* plugins.observe(shown)
      yield* advance(0)
      assert.deepStrictEqual(times("started"), [60_000])
      assert.strictEqual((yield* plugins.status)[0]?.activation, "resident")
      yield* begin(plugins.observe(Observation.nothing))
      assert.deepStrictEqual(times("gone"), [60_000])
      assert.deepStrictEqual(of("AttemptFailed"), [])
    })
  )

  it.effect("shows nothing once nobody observes it, also when it was being reloaded [FLASH-RELO-06]", () =>
    Effect.gen(function* () {
      const segment = {
        at: 10,
        text: `${JSON.stringify({ method: "status", params: { segments: { cpu: "old" } } })}\n`
      }
      const { plugins } = yield* host((attempt) => (attempt === 1 ? { ...performs, emits: [segment] } : {}), [bar])
      yield* plugins.start
      yield* plugins.observe(shown)
      yield* advance(100)
      yield* begin(plugins.reload("bar"))
      yield* advance(100)
      assert.strictEqual(yield* plugins.rendered("bar", "cpu"), "old")
      yield* begin(plugins.observe(Observation.nothing))
      assert.strictEqual(yield* plugins.rendered("bar", "cpu"), "")
    })
  )

  it.effect("runs from the start when it is observed already, and not for another plugin's segment", () =>
    Effect.gen(function* () {
      const other = specOf("other", { status: ["memory"] })
      const { plugins, stage } = yield* host(() => performs, [bar, other])
      yield* plugins.observe(new Map([...shown, ["other", new Set(["cpu"])]]))
      yield* plugins.start
      yield* advance(0)
      assert.strictEqual(stage.mostAlive(), 1)
      assert.deepStrictEqual(
        (yield* plugins.status).map(({ plugin, activation }) => [plugin, activation]),
        [
          ["bar", "resident"],
          ["other", "on-demand"]
        ]
      )
    })
  )

  it.effect("keeps running unobserved once a command started it [FLASH-LIFE-19]", () =>
    Effect.gen(function* () {
      const { plugins, times } = yield* host(() => performs, [bar])
      yield* plugins.start
      yield* begin(plugins.perform("bar", run))
      yield* plugins.observe(shown)
      yield* begin(plugins.observe(Observation.nothing))
      yield* advance("1 minute")
      assert.deepStrictEqual(times("started"), [0])
      assert.deepStrictEqual(times("gone"), [])
    })
  )

  it.effect("keeps running unobserved once it performed a command while it was observed [FLASH-LIFE-19]", () =>
    Effect.gen(function* () {
      const { plugins, times } = yield* host(() => performs, [bar])
      yield* plugins.observe(shown)
      yield* plugins.start
      yield* advance(0)
      assert.deepStrictEqual(yield* (yield* begin(plugins.perform("bar", run))).outcome, performed)
      yield* begin(plugins.observe(Observation.nothing))
      yield* advance("1 minute")
      assert.strictEqual((yield* plugins.status)[0]?.activation, "on-demand")
      assert.deepStrictEqual(yield* (yield* begin(plugins.perform("bar", run))).outcome, performed)
      assert.deepStrictEqual([times("started"), times("gone")], [[0], []])
    })
  )

  it.effect("ends together with others that are observed no more, while nobody waits", () =>
    Effect.gen(function* () {
      const others = ["a", "b", "c"].map((id) => specOf(id, { status: ["cpu"] }))
      const { plugins, times } = yield* host(() => ({ ...performs, onEndOfInput: Script.exits(700) }), others)
      yield* plugins.start
      yield* plugins.observe(new Map(others.map(({ manifest }) => [manifest.id, new Set(["cpu"])])))
      yield* advance(0)
      yield* plugins.observe(Observation.nothing)
      yield* advance(700)
      assert.deepStrictEqual(times("gone"), [700, 700, 700])
    })
  )

  it.effect("keeps its failure budget while nobody observes it [FLASH-LIFE-06]", () =>
    Effect.gen(function* () {
      const { plugins, times, state } = yield* host(() => ({ ...performs, ends: Script.exits(0, 1) }), [bar])
      yield* plugins.start
      yield* plugins.observe(shown)
      yield* advance(3500)
      assert.deepStrictEqual(times("started"), [0, 1000, 3000])
      yield* begin(plugins.observe(Observation.nothing))
      yield* advance(500)
      yield* plugins.observe(shown)
      yield* advance("1 minute")
      assert.deepStrictEqual(times("started"), [0, 1000, 3000, 4000, 8000, 13_000])
      assert.strictEqual((yield* state)?._tag, "Parked")
      yield* begin(plugins.observe(Observation.nothing))
      yield* plugins.observe(shown)
      yield* advance("1 hour")
      assert.lengthOf(times("started"), 6)
    })
  )
})

describe("A plugin for terminals only", () => {
  const term = specOf("term", { listen: ["core:*"], only_terminals: true })
  const declared = specOf("names", { exec: null, terminal_emulators: ["org.example.term"] })
  const apps = (...bundles: ReadonlyArray<string>) =>
    ({
      name: "core:apps.changed",
      payload: {
        reason: "launched",
        running_applications: bundles.map((bundle_id, at) => ({ bundle_id, pid: at + 1, localized_name: "" }))
      }
    }) as const

  it.effect("is not started by a reload while no terminal emulator runs", () =>
    Effect.gen(function* () {
      const { plugins, times } = yield* host(() => performs, [term, declared])
      yield* plugins.start
      yield* begin(plugins.reload("term"))
      yield* advance("1 minute")
      assert.deepStrictEqual(times("started"), [])
    })
  )

  it.effect("runs while a declared terminal emulator does", () =>
    Effect.gen(function* () {
      const { plugins, times } = yield* host(() => performs, [term, declared])
      yield* plugins.start
      yield* advance(0)
      assert.deepStrictEqual(times("started"), [])
      yield* plugins.tell(apps("org.example.editor", "org.example.term"))
      yield* advance(0)
      assert.deepStrictEqual(times("started"), [0])
      yield* plugins.tell(apps("org.example.editor"))
      yield* advance(0)
      assert.deepStrictEqual(times("gone"), [0])
    })
  )
})

describe("The last failure", () => {
  it.effect("says when and in which phase an attempt ended, with its last line, until a handshake succeeds", () =>
    Effect.gen(function* () {
      const { plugins } = yield* host(
        (attempt) =>
          attempt === 1
            ? { emits: [{ at: 5, text: "went \u001b[31mwrong\n", to: "stderr" }], ends: Script.exits(10, 3) }
            : performs,
        [specOf("tool", { query: {} })]
      )
      yield* plugins.start
      yield* advance(100)
      const [standing] = yield* plugins.status
      const failure = Option.getOrThrow(standing?.lastFailure ?? Option.none())
      assert.strictEqual(failure.phase, "launching")
      assert.strictEqual(failure.failure?._tag, "PluginExited")
      assert.strictEqual(failure.lastLine, "went [31mwrong")
      assert.strictEqual(standing?.failures, 1)
      yield* advance(1000)
      const [later] = yield* plugins.status
      assert.deepStrictEqual(later?.lastFailure, Option.none())
      assert.strictEqual(later?.failures, 1)
      yield* advance(300_000)
      assert.strictEqual((yield* plugins.status)[0]?.failures, 0)
    })
  )
})
