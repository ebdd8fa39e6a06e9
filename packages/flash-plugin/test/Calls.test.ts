import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import type { Host } from "../src/Host.ts"
import { type Options, started, type Wire } from "./support/wire.ts"

/** A plugin that was served, and the host of its start. */
const make = Effect.fnUntraced(function* (options?: Options) {
  let given: Host | undefined
  const start = (own: Host) => {
    given = own
  }
  const wire = yield* started({ start }, options)
  assert.isDefined(given)
  return { wire, host: given as Host }
})
const hosted = make()

/** The same over a pipe that takes one frame at a time. */
const narrow = make({ highWaterMark: 1 })

const fork = <A>(effect: Effect.Effect<A>) => Effect.forkScoped(effect, { startImmediately: true })
const closed = { ok: false, error: "host closed stdin" } as const
const timedOut = { ok: false, error: "host call timed out" } as const

/** Answers the next request of the plugin. */
const answer = (wire: Wire, result: unknown) =>
  Effect.map(wire.receive, (frame) => {
    wire.send({ id: frame.id, result })
    return frame
  })

describe("Calls", () => {
  it.effect("count ids from one and carry nothing but method and params", () =>
    Effect.gen(function* () {
      const { host, wire } = yield* hosted
      const first = yield* fork(host.call("host.ping", { a: 1 }))
      assert.deepStrictEqual(yield* answer(wire, { ok: true, echo: { a: 1 } }), {
        id: 1,
        method: "host.ping",
        params: { a: 1 }
      })
      assert.deepStrictEqual(yield* Fiber.join(first), { ok: true, echo: { a: 1 } })
      yield* fork(host.call("host.ping"))
      assert.deepStrictEqual(yield* wire.receive, { id: 2, method: "host.ping", params: {} })
    })
  )

  it.effect.each([
    ["a denial", { ok: false, error: "missing open capability" }, { ok: false, error: "missing open capability" }],
    ["no object", [], { ok: false, error: "invalid host response" }],
    ["no boolean", { ok: 1 }, { ok: false, error: "invalid host response" }],
    ["more than a failure", { ok: false, error: "x", code: 1 }, { ok: false, error: "invalid host response" }],
    ["a message that is no text", { ok: true, message: 1 }, { ok: false, error: "invalid host response" }],
    ["an error beside success", { ok: true, error: null }, { ok: false, error: "invalid host response" }]
  ] as const)("yield a result object for %s [FLASH-SDK-07]", ([, result, expected]) =>
    Effect.gen(function* () {
      const { host, wire } = yield* hosted
      const call = yield* fork(host.call("host.open", {}))
      yield* answer(wire, result)
      assert.deepStrictEqual(yield* Fiber.join(call), expected)
    })
  )

  it.effect.each([
    ["five seconds", undefined, 5_000],
    ["what the call says", { timeout: "1 second" }, 1_000]
  ] as const)("end after %s, and the late answer is dropped [FLASH-SDK-07, FLASH-SDK-08]", ([, options, millis]) =>
    Effect.gen(function* () {
      const { host, wire } = yield* hosted
      const call = yield* fork(host.call("host.ping", {}, options))
      const { id } = yield* wire.receive
      yield* TestClock.adjust(millis - 1)
      assert.isUndefined(call.pollUnsafe())
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(yield* Fiber.join(call), timedOut)
      assert.deepStrictEqual(yield* wire.receive, {
        method: "log",
        params: {
          level: "warn",
          message: "[plugin] host RPC timed out",
          fields: { method: "host.ping", elapsed_ms: String(millis), timeout_ms: String(millis) }
        }
      })
      wire.send({ id, result: { ok: true } })
      assert.deepStrictEqual(yield* wire.untilPong, [])
    })
  )

  it.effect("of fetch wait ten seconds", () =>
    Effect.gen(function* () {
      const { host } = yield* hosted
      const call = yield* fork(host.fetch("https://example.com/"))
      yield* TestClock.adjust(9_999)
      assert.isUndefined(call.pollUnsafe())
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(yield* Fiber.join(call), timedOut)
    })
  )

  it.effect("find the host gone at the end of input, before and after [FLASH-SDK-07, FLASH-SDK-09]", () =>
    Effect.gen(function* () {
      const { host, wire } = yield* hosted
      const call = yield* fork(host.call("host.ping"))
      yield* wire.receive
      wire.close()
      assert.deepStrictEqual(yield* Fiber.join(call), closed)
      assert.deepStrictEqual(yield* host.call("host.ping"), closed)
    })
  )

  it.effect("number 64 at most; the next is refused here, until one ends [FLASH-SDK-07, FLASH-SDK-23]", () =>
    Effect.gen(function* () {
      const { host, wire } = yield* hosted
      const first = yield* fork(host.call("host.ping"))
      for (let at = 1; at < 64; at++) yield* fork(host.call("host.ping"))
      assert.deepStrictEqual(yield* host.call("host.ping"), { ok: false, error: "host call capacity exceeded" })
      yield* answer(wire, { ok: true, echo: {} })
      yield* Fiber.join(first)
      const next = yield* fork(host.call("host.ping"))
      yield* wire.untilPong
      assert.isUndefined(next.pollUnsafe())
    })
  )

  it.effect("that do not fit a frame, or that no JSON can hold, are not sent [FLASH-SDK-07]", () =>
    Effect.gen(function* () {
      const { host, wire } = yield* hosted
      assert.deepStrictEqual(yield* host.call("host.ping", { text: "x".repeat(11 * 1024 * 1024) }), {
        ok: false,
        error: "host call exceeded outbound frame limit"
      })
      assert.deepStrictEqual(yield* host.call("host.ping", { text: "\ud800" }), {
        ok: false,
        error: "invalid host.ping params"
      })
      assert.deepStrictEqual(yield* wire.untilPong, [])
    })
  )

  it.effect("wait for room in a full lane, as long as they have time", () =>
    Effect.gen(function* () {
      const { host, wire } = yield* narrow
      wire.far.stall()
      const fill = () => {
        for (let at = 0; at < 64; at++) host.log("info", "x".repeat(2_000))
      }
      fill()
      const patient = yield* fork(host.call("host.ping", {}, { timeout: "2 seconds" }))
      const hurried = yield* fork(host.call("host.ping", {}, { timeout: "1 second" }))
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* Fiber.join(hurried), timedOut)
      wire.far.resume()
      let frame = yield* wire.receive
      while (frame.method !== "host.ping") frame = yield* wire.receive
      wire.send({ id: frame.id, result: { ok: true, echo: {} } })
      assert.deepStrictEqual(yield* Fiber.join(patient), { ok: true, echo: {} })
    })
  )

  it.effect("have the time that is left once there is room", () =>
    Effect.gen(function* () {
      const { host, wire } = yield* narrow
      wire.far.stall()
      for (let at = 0; at < 64; at++) host.log("info", "x".repeat(2_000))
      const call = yield* fork(host.call("host.ping", {}, { timeout: "2 seconds" }))
      yield* TestClock.adjust(1_500)
      wire.far.resume()
      let frame = yield* wire.receive
      while (frame.method !== "host.ping") frame = yield* wire.receive
      yield* TestClock.adjust(499)
      assert.isUndefined(call.pollUnsafe())
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(yield* Fiber.join(call), timedOut)
    })
  )

  it.effect("with types return values or the reason", () =>
    Effect.gen(function* () {
      const { host, wire } = yield* hosted
      const found = yield* fork(host.ask("host.fetch", { url: "https://example.com/" }))
      yield* answer(wire, { ok: true, status: 404, body: "no" })
      assert.deepStrictEqual(yield* Fiber.join(found), { ok: true, value: { status: 404, body: "no" } })
      const broken = yield* fork(host.ask("host.fetch", { url: "https://example.com/" }))
      yield* answer(wire, { ok: true, status: "404", body: "no" })
      assert.deepStrictEqual(yield* Fiber.join(broken), { ok: false, error: "invalid host response" })
    })
  )

  it.effect("keep text in the store", () =>
    Effect.gen(function* () {
      const { host, wire } = yield* hosted
      const steps = [
        [
          host.store.set("k", "v"),
          { method: "host.storage_set", params: { key: "k", value: "v" } },
          { ok: true },
          { ok: true, value: undefined }
        ],
        [
          host.store.get("k"),
          { method: "host.storage_get", params: { key: "k" } },
          { ok: true, present: true, value: "v" },
          { ok: true, value: "v" }
        ],
        [
          host.store.get("k"),
          { method: "host.storage_get", params: { key: "k" } },
          { ok: true, present: false },
          { ok: true, value: undefined }
        ],
        [
          host.store.remove("k"),
          { method: "host.storage_set", params: { key: "k", value: null } },
          { ok: true },
          { ok: true, value: undefined }
        ],
        [
          host.store.get("k"),
          { method: "host.storage_get", params: { key: "k" } },
          { ok: false, error: "storage unavailable" },
          { ok: false, error: "storage unavailable" }
        ]
      ] as const
      for (const [effect, asked, result, expected] of steps) {
        const call = yield* fork<unknown>(effect)
        const { id: _, ...frame } = yield* answer(wire, result)
        assert.deepStrictEqual(frame, asked)
        assert.deepStrictEqual(yield* Fiber.join(call), expected)
      }
    })
  )
})
