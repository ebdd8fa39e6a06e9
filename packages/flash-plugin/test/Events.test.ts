import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Queue } from "effect"
import type { Host } from "../src/Host.ts"
import { started, type Wire } from "./support/wire.ts"

const tell = (wire: Wire, name: unknown, payload?: unknown) =>
  wire.send({ method: "event", params: { name, ...(payload === undefined ? {} : { payload }) } })

const warning = (message: string) => ({
  method: "log",
  params: { level: "warn", message: `[plugin] ${message}`, fields: {} }
})

/** Serves a handler that waits for the test before it goes on to the next event. */
const gated = Effect.gen(function* () {
  const heard = yield* Queue.unbounded<string>()
  const gate = yield* Deferred.make<void>()
  const wire = yield* started({
    event: ({ name, payload }) =>
      Effect.andThen(Queue.offer(heard, payload.notification ?? payload.text ?? name), Deferred.await(gate))
  })
  return { wire, heard, open: Deferred.succeed(gate, undefined) }
})

describe("Events", () => {
  it.effect("come one at a time, in order, while requests are answered", () =>
    Effect.gen(function* () {
      const { heard, open, wire } = yield* gated
      tell(wire, "a")
      tell(wire, "b")
      assert.deepStrictEqual(yield* wire.untilPong, [])
      assert.deepStrictEqual(yield* Queue.clear(heard), ["a"])
      yield* open
      assert.strictEqual(yield* Queue.take(heard), "b")
    })
  )

  it.effect("may wait for the host, whose answers come through", () =>
    Effect.gen(function* () {
      const wire = yield* started({
        event: (_, host) => Effect.map(host.call("host.ping", {}), (body) => host.log("info", String(body.ok)))
      })
      tell(wire, "a")
      const { id, method } = yield* wire.receive
      assert.strictEqual(method, "host.ping")
      wire.send({ id, result: { ok: true, echo: {} } })
      assert.strictEqual((yield* wire.notification("log")).message, "true")
    })
  )

  it.effect("go on after one whose handler failed, which is logged without a word of it [FLASH-SDK-18]", () =>
    Effect.gen(function* () {
      const heard = yield* Queue.unbounded<string>()
      const wire = yield* started({
        event: ({ name }) => {
          if (name === "secret") throw new Error("secret")
          return Queue.offer(heard, name)
        }
      })
      tell(wire, "secret")
      tell(wire, "next")
      assert.strictEqual(yield* Queue.take(heard), "next")
      assert.deepStrictEqual(yield* wire.receive, {
        method: "log",
        params: { level: "error", message: "[plugin] event failed", fields: { error: "Error" } }
      })
    })
  )

  it.effect.each([
    ["a blank name", { name: "  " }, "event name must not be empty"],
    ["no name", {}, "invalid event params"],
    ["a name that is no text", { name: 1 }, "invalid event params"],
    ["params that are none", 5, "invalid event params"],
    ["a pid that is none", { name: "x", payload: { pid: true } }, "invalid event params"],
    [
      "an accessibility change without a pid",
      { name: "core:ax.changed", payload: { notification: "n" } },
      "invalid event params"
    ],
    [
      "an accessibility change without a name",
      { name: "core:ax.changed", payload: { pid: 1, notification: "" } },
      "invalid event params"
    ],
    ["no observed segments", { name: "core:status.observed", payload: {} }, "invalid event params"],
    [
      "an observed segment twice",
      { name: "core:status.observed", payload: { segments: ["a", "a"] } },
      "invalid event params"
    ],
    [
      "an observed segment without a name",
      { name: "core:status.observed", payload: { segments: [""] } },
      "invalid event params"
    ]
  ] as const)("are dropped whole with one warning for %s [FLASH-SDK-10]", ([, params, reason]) =>
    Effect.gen(function* () {
      const heard: Array<string> = []
      const wire = yield* started({ event: ({ name }) => void heard.push(name) })
      wire.send({ method: "event", params })
      assert.deepStrictEqual(yield* wire.untilPong, [warning(`dropped event (${reason})`)])
      assert.deepStrictEqual(heard, [])
    })
  )

  it.effect("tell of no observed segments too", () =>
    Effect.gen(function* () {
      const seen = yield* Queue.unbounded<unknown>()
      const wire = yield* started({ event: ({ payload }) => Queue.offer(seen, payload.segments) })
      tell(wire, "core:status.observed", { segments: [] })
      assert.deepStrictEqual(yield* Queue.take(seen), [])
    })
  )

  it.effect("replace the running apps before their handler runs, empty lists included", () =>
    Effect.gen(function* () {
      const seen = yield* Queue.unbounded<unknown>()
      const wire = yield* started({ event: (_, host) => Queue.offer(seen, host.apps()) })
      const app = { bundle_id: "b", localized_name: "n", pid: 4 }
      tell(wire, "core:flash.started")
      tell(wire, "core:apps.changed", { reason: "initialize", running_applications: [app] })
      tell(wire, "core:apps.changed", { reason: "x", running_applications: [] })
      assert.deepStrictEqual(
        [yield* Queue.take(seen), yield* Queue.take(seen), yield* Queue.take(seen)],
        [[], [app], []]
      )
    })
  )

  it.effect("beyond 256 are dropped with a warning, unless they supersede; slots keep the newest [FLASH-SDK-11]", () =>
    Effect.gen(function* () {
      const { heard, open, wire } = yield* gated
      tell(wire, "first")
      for (let at = 0; at < 256; at++) tell(wire, `o${at}`)
      assert.deepStrictEqual(yield* wire.untilPong, [])
      tell(wire, "dropped")
      for (const text of ["old", "new"]) tell(wire, "core:clipboard.changed", { text })
      const ax = (notification: string) => tell(wire, "core:ax.changed", { pid: 4, notification })
      ax("AXValueChanged")
      ax("AXTitleChanged")
      ax("AXValueChanged")
      assert.deepStrictEqual(yield* wire.untilPong, [warning("event queue full; dropped event")])
      yield* open
      const all: Array<string> = []
      while (all.length < 260) all.push(yield* Queue.take(heard))
      assert.deepStrictEqual([all[0], all[1], all[256]], ["first", "o0", "o255"])
      assert.deepStrictEqual(all.slice(257), ["new", "AXTitleChanged", "AXValueChanged"])
    })
  )

  it.effect("count by what each takes, although they came in one piece with a large one", () =>
    Effect.gen(function* () {
      const { heard, open, wire } = yield* gated
      const large = { name: "large", payload: { text: "x".repeat(9 * 1024 * 1024) } }
      const all = [{ name: "first" }, ...Array.from({ length: 100 }, (_, at) => ({ name: `o${at}` })), large]
      wire.sendText(all.map((params) => `${JSON.stringify({ method: "event", params })}\n`).join(""))
      assert.deepStrictEqual(yield* wire.untilPong, [])
      tell(wire, "large too", { text: "x".repeat(8 * 1024 * 1024) })
      assert.deepStrictEqual(yield* wire.untilPong, [warning("event queue full; dropped event")])
      yield* open
      for (let at = 0; at < all.length; at++) yield* Queue.take(heard)
    })
  )

  it.effect("have 256 slots: the next key is dropped, one that is there still changes", () =>
    Effect.gen(function* () {
      const { wire } = yield* gated
      for (let at = 0; at < 257; at++) tell(wire, `o${at}`)
      const ax = (pid: number) => tell(wire, "core:ax.changed", { pid, notification: "AXValueChanged" })
      for (let pid = 1; pid <= 256; pid++) ax(pid)
      assert.deepStrictEqual(yield* wire.untilPong, [])
      ax(257)
      ax(1)
      assert.deepStrictEqual(yield* wire.untilPong, [warning("event queue full; dropped event")])
    })
  )

  it.effect("that are poll ticks run the work they were armed for, each time, and a failure of it is logged", () =>
    Effect.gen(function* () {
      let ticks = 0
      const wire = yield* started({
        start: (host) => {
          host.interval("1 second", () => {
            host.status({ ticks: String(++ticks) })
            if (ticks === 2) throw new Error("secret")
          })
        }
      })
      for (const _ of [1, 2, 3]) tell(wire, "core:poll:i1")
      const [first, second, failure, third] = yield* wire.untilPong
      assert.deepStrictEqual(
        [first, second, third].map((frame) => frame?.params),
        ["1", "2", "3"].map((text) => ({ segments: { ticks: text } }))
      )
      assert.deepStrictEqual(failure?.params, {
        level: "error",
        message: "[plugin] poll callback failed",
        fields: { error: "Error" }
      })
    })
  )

  it.effect("that are poll ticks never reach the handler", () =>
    Effect.gen(function* () {
      const heard = yield* Queue.unbounded<string>()
      let own: Host | undefined
      const wire = yield* started({
        start: (host) => {
          own = host
        },
        event: ({ name }) => Queue.offer(heard, name)
      })
      own?.interval("1 second", () => {})
      for (const name of ["core:poll:i1", "core:poll:i9", "next"]) tell(wire, name)
      assert.strictEqual(yield* Queue.take(heard), "next")
    })
  )
})
