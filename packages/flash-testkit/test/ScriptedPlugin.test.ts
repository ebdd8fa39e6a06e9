import { assert, describe, it } from "@effect/vitest"
import { Initialize, Methods } from "@lanyard/flash-protocol"
import { Effect, Fiber, Result } from "effect"
import { TestClock } from "effect/testing"
import * as ByteDuplex from "../src/ByteDuplex.ts"
import * as ScriptedHost from "../src/ScriptedHost.ts"
import * as ScriptedPlugin from "../src/ScriptedPlugin.ts"
import * as Transcript from "../src/Transcript.ts"

const { call, misbehave, reply, tell } = ScriptedPlugin

/** A scripted host and a scripted plugin, joined in memory. */
const joined = Effect.fn(function* (script: ScriptedPlugin.Script, options?: ScriptedHost.Options) {
  const [held, tested] = ByteDuplex.pair()
  const host = yield* ScriptedHost.make(held, { patience: "50 millis", ...options })
  const plugin = yield* ScriptedPlugin.play(script, tested)
  return { host, plugin }
})

const none = { deadline: 1000 } as const

describe("ScriptedPlugin", () => {
  it.effect("behaves as a sound plugin without surfaces where the script says nothing", () =>
    Effect.gen(function* () {
      const { host } = yield* joined({})
      assert.deepStrictEqual(yield* host.initialize, Initialize.Handshake.Accepted())
      assert.isTrue(yield* host.ask(Methods.ping, undefined))
      const evaluated = yield* host.ask(Methods.evaluate, { query: "1", scope: "all", surface: "test" })
      assert.deepStrictEqual(Result.getOrThrow(evaluated), [])
      const performed = yield* host.ask(Methods.perform, { kind: "navigate", url: "x:y" })
      assert.strictEqual(performed._tag, "Unhandled")
      assert.deepStrictEqual(yield* host.request("dance", {}), { ok: false, error: "unknown method: dance" })
      const repeated = yield* host.request("initialize", {})
      assert.deepStrictEqual(repeated, { ok: false, error: "initialize may only be called once" })
    })
  )

  it.effect("ends its output after a handshake with another version, and at the end of its input", () =>
    Effect.gen(function* () {
      const { host, plugin } = yield* joined({})
      yield* host.request("initialize", { protocol_version: 99 })
      const { host: other, plugin: second } = yield* joined({})
      yield* other.close
      yield* Effect.yieldNow
      for (const { transcript } of [plugin, second]) {
        assert.isTrue(transcript().some(({ from, what }) => from === "plugin" && what._tag === "Ended"))
      }
    })
  )

  it.effect("replies at the times that are written, on the Effect clock", () =>
    Effect.gen(function* () {
      const { host } = yield* joined({ on: { ping: () => [reply({ ok: true }, 500)] } })
      const alive = yield* Effect.forkChild(host.ask(Methods.ping, undefined), { startImmediately: true })
      yield* TestClock.adjust(499)
      assert.isUndefined(alive.pollUnsafe())
      yield* TestClock.adjust(1)
      assert.isTrue(yield* Fiber.join(alive))
    })
  )

  it.effect("calls the host and acts on the reply", () =>
    Effect.gen(function* () {
      const { host } = yield* joined(
        { begins: [call("host.ping", { a: 1 })], replied: (id, body) => [tell("log", { id, body })] },
        { answers: { "host.ping": (echo) => Effect.succeed({ echo }) } }
      )
      const { params } = yield* host.next("log")
      assert.deepStrictEqual(params, { id: 1, body: { ok: true, echo: { a: 1 } } })
    })
  )

  it.effect.each([
    ["silence", misbehave.silence(), "DeadlineExceeded", []],
    ["late", misbehave.late({ ok: true }, 1500), "DeadlineExceeded", ["LateReply"]],
    ["malformed", misbehave.malformed(), "MalformedReply", ["MalformedReply"]],
    ["stray", misbehave.stray({ ok: true }), "DeadlineExceeded", ["UnknownReply"]],
    ["cut", misbehave.cut(), "ConnectionClosed", ["Truncated"]]
  ] as const)("misbehaves: %s", ([, acts, failure, violations]) =>
    Effect.gen(function* () {
      const { host } = yield* joined({ on: { ping: () => acts } })
      const failed = yield* Effect.forkChild(Effect.flip(host.ask(Methods.ping, undefined, none)))
      yield* TestClock.adjust(2000)
      assert.strictEqual((yield* Fiber.join(failed))._tag, failure)
      assert.deepStrictEqual(
        host.violations().map(({ _tag }) => _tag),
        [...violations]
      )
    })
  )

  it.effect.each([
    ["twice", misbehave.twice({ ok: true }), "LateReply"],
    ["noise", misbehave.noise({ ok: true }), "NotJson"]
  ] as const)("misbehaves: %s, and is answered all the same", ([, acts, violation]) =>
    Effect.gen(function* () {
      const { host } = yield* joined({ on: { ping: () => acts } })
      assert.isTrue(yield* host.ask(Methods.ping, undefined))
      yield* Effect.yieldNow
      assert.deepStrictEqual(
        host.violations().map(({ _tag }) => _tag),
        [violation]
      )
    })
  )

  it.effect("keeps a transcript of both ends", () =>
    Effect.gen(function* () {
      const { host, plugin } = yield* joined({})
      yield* host.ask(Methods.ping, undefined)
      assert.deepStrictEqual(Transcript.frames(plugin.transcript(), "plugin"), [{ id: 1, result: { ok: true } }])
      assert.deepInclude(Transcript.frames(plugin.transcript(), "host")[0], { id: 1, method: "ping" })
    })
  )
})

describe("ScriptedHost", () => {
  const manifest = {
    capabilities: ["notify"] as const,
    sources: [{ name: "s", kind: "default", priority: "normal", live: false }] as const,
    status: ["state"]
  }

  it.effect("reads what a plugin tells as a host does, and keeps what it would refuse as refused", () =>
    Effect.gen(function* () {
      const { host } = yield* joined(
        {
          begins: [
            tell("publish", { rows: [{ source: "s", title: "one" }] }),
            tell("publish", { rows: [{ source: "other", title: "two" }] }),
            tell("status", { segments: { state: "on", foreign: "x" } }),
            tell("poll", { registrations: { a: { every: 1, priority: "low" } } }),
            tell("poll", { registrations: { a: { every: 0, priority: "low" } } }),
            tell("log", { level: "warn", message: "m", fields: {} })
          ]
        },
        { manifest }
      )
      yield* host.next("log")
      assert.deepStrictEqual(
        host.published().pipe((rows) => rows._tag === "Some" && rows.value),
        [{ source: "s", title: "one" }]
      )
      assert.deepStrictEqual([...host.segments().keys()], ["state"])
      assert.deepStrictEqual([...host.registrations()], [["a", { kind: "every", millis: 1000, priority: "low" }]])
      assert.deepStrictEqual(
        host.refused().map(({ path }) => path),
        ["rows[0].source", "registrations.*.every"]
      )
      assert.deepStrictEqual(
        host.logs().map(({ message }) => message),
        ["m"]
      )
    })
  )

  it.effect("judges capabilities before the script, and answers what is not scripted as unavailable", () =>
    Effect.gen(function* () {
      const { host } = yield* joined(
        {
          begins: [
            call("host.notify", { message: "hi" }),
            call("host.open", {}),
            call("host.storage_get", { key: "k" }),
            call("host.storage_get", {})
          ],
          replied: (id) => (id === 4 ? [tell("log", {})] : [])
        },
        { manifest, answers: { "host.notify": () => Effect.fail("not now") } }
      )
      yield* host.next("log")
      assert.deepStrictEqual(
        host.calls().map(({ answer }) => answer.error),
        [
          "not now",
          "missing open capability",
          "host.storage_get is unavailable on this host",
          "host.storage_get requires a key under 128 bytes"
        ]
      )
    })
  )

  it.effect("tells of events and ticks", () =>
    Effect.gen(function* () {
      const { host } = yield* joined({ on: { event: ({ params }) => [tell("log", { params })] } })
      yield* host.tell({ name: "core:space.changed", payload: {} })
      yield* host.tick("i1")
      assert.deepStrictEqual((yield* host.next("log")).params, {
        params: { name: "core:space.changed", payload: {} }
      })
      assert.deepStrictEqual((yield* host.next("log")).params, { params: { name: "core:poll:i1", payload: {} } })
    })
  )
})
