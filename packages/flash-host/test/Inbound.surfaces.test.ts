import { assert, describe, it } from "@effect/vitest"
import { Constants } from "@lanyard/flash-protocol"
import { Script } from "@lanyard/process/testing"
import { Effect, Layer } from "effect"
import { HostCalls } from "../src/hostcalls/HostCalls.ts"
import { advance, begin, host, serving, specOf } from "./support/scripted.ts"

const { quotas } = Constants
const line = (at: number, method: string, params: unknown): Script.Emission => ({
  at,
  text: `${JSON.stringify({ method, params })}\n`
})
const lively = (...emits: ReadonlyArray<Script.Emission>): Script.Script => ({
  answers: serving(() => '{"ok":true}'),
  emits
})
const bar = specOf("bar", { query: {}, status: ["cpu", "memory"] })
const ticking = specOf("tick", { query: {} })

const started = Effect.fn(function* (script: Script.Script | ((attempt: number) => Script.Script), spec = bar) {
  const running = yield* host(typeof script === "function" ? script : () => script, [spec])
  yield* running.plugins.start
  yield* advance(100)
  const ticks = () =>
    running.stage
      .log()
      .flatMap(({ at, what }) => (what.includes("core:poll:") ? [[at, /core:poll:([a-z]+)/.exec(what)?.[1]]] : []))
  return { ...running, ticks }
})

describe("A status", () => {
  it.effect("shows what the manifest declares, and costs a malformed segment only itself", () =>
    Effect.gen(function* () {
      const { plugins, of } = yield* started(
        lively(line(10, "status", { segments: { cpu: " 12% ", memory: 1, other: "x" } }))
      )
      assert.strictEqual(yield* plugins.rendered("bar", "cpu"), "12%")
      assert.strictEqual(yield* plugins.rendered("bar", "memory"), "")
      assert.strictEqual(yield* plugins.rendered("bar", "other"), "")
      assert.deepStrictEqual(
        of("Dropped").map(({ method, reason }) => [method, reason]),
        [["status", "segments.*: expected text or a carousel"]]
      )
    })
  )

  it.effect("is gone in the turn its plugin crashes [FLASH-RELO-06]", () =>
    Effect.gen(function* () {
      const { plugins, stage } = yield* started((attempt) =>
        attempt === 1 ? lively(line(10, "status", { segments: { cpu: "12%" } })) : lively()
      )
      assert.strictEqual(yield* plugins.rendered("bar", "cpu"), "12%")
      stage.kill(1)
      yield* advance(1)
      assert.strictEqual(yield* plugins.rendered("bar", "cpu"), "")
    })
  )

  it.effect("outlives a reload for ten seconds, or until it is published again [FLASH-RELO-05]", () =>
    Effect.gen(function* () {
      const { plugins } = yield* started((attempt) =>
        attempt === 1
          ? lively(line(10, "status", { segments: { cpu: "old", memory: "old" } }))
          : lively(line(10, "status", { segments: { cpu: "new" } }))
      )
      yield* begin(plugins.reload("bar"))
      assert.strictEqual(yield* plugins.rendered("bar", "cpu"), "old")
      yield* advance(100)
      assert.strictEqual(yield* plugins.rendered("bar", "cpu"), "new")
      yield* advance(9899)
      assert.strictEqual(yield* plugins.rendered("bar", "memory"), "old")
      yield* advance(1)
      assert.strictEqual(yield* plugins.rendered("bar", "memory"), "")
      assert.strictEqual(yield* plugins.rendered("bar", "cpu"), "new")
    })
  )

  it.effect("is gone once the process that a reload began has failed, before its handshake too [FLASH-RELO-06]", () =>
    Effect.gen(function* () {
      const { plugins } = yield* started((attempt) =>
        attempt === 1 ? lively(line(10, "status", { segments: { cpu: "old" } })) : { ends: Script.exits(500, 1) }
      )
      yield* begin(plugins.reload("bar"))
      yield* advance(499)
      assert.strictEqual(yield* plugins.rendered("bar", "cpu"), "old")
      yield* advance(1)
      assert.strictEqual(yield* plugins.rendered("bar", "cpu"), "")
    })
  )

  it.effect("outlives a changed definition as it does a reload", () =>
    Effect.gen(function* () {
      const { plugins } = yield* started((attempt) =>
        attempt === 1 ? lively(line(10, "status", { segments: { cpu: "old" } })) : lively()
      )
      yield* plugins.apply([specOf("bar", { query: {}, status: ["cpu"], priority: 3 })])
      yield* advance(9999)
      assert.strictEqual(yield* plugins.rendered("bar", "cpu"), "old")
      yield* advance(1)
      assert.strictEqual(yield* plugins.rendered("bar", "cpu"), "")
    })
  )

  it.effect("goes with a plugin that is removed, and with its host's stop", () =>
    Effect.gen(function* () {
      const { plugins } = yield* started(lively(line(10, "status", { segments: { cpu: "12%" } })))
      yield* begin(plugins.stop)
      assert.strictEqual(yield* plugins.rendered("bar", "cpu"), "")
    })
  )
})

describe("A poll", () => {
  const every = (seconds: number) => ({ registrations: { beat: { every: seconds, priority: "high" } } })

  it.effect("ticks although the plugin listens to nothing [FLASH-CLOK-02]", () =>
    Effect.gen(function* () {
      const { ticks } = yield* started(lively(line(50, "poll", every(1))), ticking)
      yield* advance(3000)
      assert.deepStrictEqual(
        ticks().map(([, name]) => name),
        ["beat", "beat", "beat"]
      )
    })
  )

  it.effect("that comes with the handshake's own reply is not lost", () =>
    Effect.gen(function* () {
      const now = JSON.stringify({
        method: "poll",
        params: { registrations: { once: { after: 0, priority: "high" } } }
      })
      const { ticks } = yield* started({ answers: (text) => [...(serving()(text) ?? []), now] }, ticking)
      yield* advance(1000)
      assert.deepStrictEqual(
        ticks().map(([, name]) => name),
        ["once"]
      )
    })
  )

  it.effect("counts from its receipt, although no tick is sent before the handshake's end", () =>
    Effect.gen(function* () {
      const set = (name: string, after: number) => ({ registrations: { [name]: { after, priority: "high" } } })
      const slow: Script.Script = {
        emits: [
          line(10, "poll", set("dropped", 0.1)),
          line(500, "poll", { registrations: { ...set("early", 1).registrations, ...set("late", 3).registrations } }),
          { at: 2000, text: '{"id":1,"result":{"ok":true,"protocol_version":1}}\n' }
        ]
      }
      const { ticks } = yield* started(slow, ticking)
      yield* advance(1800)
      assert.deepStrictEqual(ticks(), [])
      yield* advance(100)
      assert.deepStrictEqual(ticks(), [[2000, "early"]])
      yield* advance(1000)
      yield* advance(1000)
      assert.deepStrictEqual(
        ticks().map(([, name]) => name),
        ["early", "late"]
      )
      const [, late = [0]] = ticks()
      assert.isAtMost(Number(late[0]), 3525)
    })
  )

  it.effect("that breaks a rule leaves the previous set ticking", () =>
    Effect.gen(function* () {
      const { ticks, of } = yield* started(lively(line(10, "poll", every(1)), line(20, "poll", every(0.01))), ticking)
      yield* advance(1000)
      assert.lengthOf(ticks(), 1)
      assert.deepInclude(of("Dropped")[0], { method: "poll" })
    })
  )

  it.effect("ends with its attempt [FLASH-CLOK-07]", () =>
    Effect.gen(function* () {
      const { stage, ticks } = yield* started(
        (attempt) => (attempt === 1 ? lively(line(10, "poll", every(1))) : lively()),
        ticking
      )
      yield* advance(1000)
      stage.kill(1)
      yield* advance("1 minute")
      assert.lengthOf(ticks(), 1)
    })
  )
})

describe("A publish whose frame is over the byte quota", () => {
  const spaced = (title: string, bytes: number): string =>
    `{"method":"publish","params":{"rows":[{"source":"s","title":"${title}"}]${" ".repeat(bytes)}}}\n`
  const sourced = specOf("bar", { sources: [{ name: "s" }] })

  /** Takes several turns to read. */
  const large = (title: string): string => {
    const rows = Array.from({ length: 5000 }, (_, at) => ({ source: "s", title: `${title} ${at}` }))
    return `{"method":"publish","params":{"rows":${JSON.stringify(rows)}${" ".repeat(quotas.catalog_bytes)}}}\n`
  }

  it.effect("is counted, taken when its rows are within it, and gives way to a newer one", () =>
    Effect.gen(function* () {
      const { plugins, of } = yield* started(
        lively(
          { at: 10, text: spaced("one", quotas.catalog_bytes) },
          { at: 200, text: large("two") },
          { at: 200, text: spaced("three", 0) }
        ),
        sourced
      )
      assert.deepStrictEqual(yield* plugins.catalog("bar"), [{ source: "s", title: "one" }])
      yield* advance(200)
      assert.deepStrictEqual(yield* plugins.catalog("bar"), [{ source: "s", title: "three" }])
      assert.strictEqual(of("Published").at(-1)?.rows, 1)
    })
  )

  const refused = (bytes: number): string =>
    `{"method":"publish","params":{"rows":[{"source":"other","title":"x"}]${" ".repeat(bytes)}}}\n`

  it.effect.each([
    ["small", refused(0)],
    ["large", refused(quotas.catalog_bytes)]
  ])("is taken although a %s one that is refused follows", ([, after]) =>
    Effect.gen(function* () {
      const { plugins, of } = yield* started(
        lively({ at: 10, text: spaced("one", 0) }, { at: 200, text: large("two") + after }),
        sourced
      )
      yield* advance(200)
      assert.strictEqual((yield* plugins.catalog("bar"))[0]?.title, "two 0")
      assert.deepStrictEqual(
        of("Dropped").map(({ method }) => method),
        ["publish"]
      )
      assert.lengthOf(of("Published"), 2)
    })
  )

  it.effect("waits for the one before it, and the newest that waits is read", () =>
    Effect.gen(function* () {
      const { plugins, of } = yield* started(
        lively({ at: 10, text: large("one") + large("two") + large("three") }, { at: 300, text: spaced("four", 0) }),
        sourced
      )
      yield* advance(150)
      assert.strictEqual((yield* plugins.catalog("bar"))[0]?.title, "three 0")
      yield* advance(100)
      assert.deepStrictEqual(yield* plugins.catalog("bar"), [{ source: "s", title: "four" }])
      assert.deepStrictEqual(
        of("Dropped").map(({ reason }) => reason),
        ["a newer one came"]
      )
      assert.lengthOf(of("Published"), 3)
    })
  )
})

describe("A host call", () => {
  it.effect("is judged by the manifest's capabilities before its params", () =>
    Effect.gen(function* () {
      const ask = (id: number, method: string): Script.Emission => ({
        at: 10,
        text: `${JSON.stringify({ id, method, params: {} })}\n`
      })
      const { stage } = yield* started(
        lively(ask(1, "host.notify"), ask(2, "host.clipboard_write"), ask(3, "host.none")),
        specOf("bar", { query: {}, capabilities: ["clipboard"] })
      )
      const replies = stage
        .log()
        .map(({ what }) => what)
        .filter((what) => what.startsWith('read {"id"') && what.includes('"result"'))
        .map((what) => JSON.parse(what.slice("read ".length)))
      assert.deepStrictEqual(replies, [
        { id: 1, result: { ok: false, error: "missing notify capability" } },
        { id: 2, result: { ok: false, error: "host.clipboard_write requires text under 1 MiB" } },
        { id: 3, result: { ok: false, error: "unknown method: host.none" } }
      ])
    })
  )

  it.effect("is refused when sixty-four others of its plugin wait [FLASH-HOST-58]", () =>
    Effect.gen(function* () {
      const waiting = Layer.succeed(HostCalls, {
        answer: () => Effect.delay(Effect.succeed({ ok: true }), "1 minute"),
        forget: () => Effect.void
      })
      const asks = Array.from({ length: 65 }, (_, at) => `{"id":${at + 1},"method":"host.ping"}\n`).join("")
      const { plugins, stage } = yield* host(() => lively({ at: 10, text: asks }), [bar], waiting)
      yield* plugins.start
      yield* advance(100)
      const replies = () =>
        stage.log().flatMap(({ what }) => (what.includes('"result"') ? [what.slice("read ".length)] : []))
      assert.deepStrictEqual(replies(), ['{"id":65,"result":{"ok":false,"error":"host call capacity exceeded"}}'])
      yield* advance("1 minute")
      assert.lengthOf(replies(), 65)
    })
  )

  it.effect("of an attempt that is over is interrupted, and never answers its successor's [FLASH-LIFE-13]", () =>
    Effect.gen(function* () {
      const heard: Array<string> = []
      const slow = Layer.succeed(HostCalls, {
        answer: (_, method) =>
          Effect.sync(() => heard.push(method)).pipe(
            Effect.andThen(Effect.sleep("1 minute")),
            Effect.as({ ok: true, answered: method }),
            Effect.onInterrupt(() => Effect.sync(() => heard.push("interrupted")))
          ),
        forget: (plugin) => Effect.sync(() => heard.push(`forgot ${plugin}`))
      })
      const ask: Script.Emission = { at: 10, text: '{"id":1,"method":"host.ping","params":{}}\n' }
      const { plugins, stage } = yield* host(() => lively(ask), [bar], slow)
      yield* plugins.start
      yield* advance(100)
      stage.kill(1)
      yield* advance(1200)
      assert.deepStrictEqual(heard, ["host.ping", "interrupted", "forgot bar", "host.ping"])
      yield* advance(58_900)
      const replies = stage.log().filter(({ what }) => what.includes('"answered"'))
      assert.deepStrictEqual(replies, [])
      yield* advance(1100)
      assert.deepStrictEqual(
        stage.log().flatMap(({ attempt, what }) => (what.includes('"answered"') ? [[attempt, what]] : [])),
        [[2, 'read {"id":1,"result":{"ok":true,"answered":"host.ping"}}']]
      )
    })
  )
})
