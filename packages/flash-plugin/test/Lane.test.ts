import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Host } from "../src/Host.ts"
import { started } from "./support/wire.ts"

/** A log line that fills a stalled pipe of this test by itself. */
const long = "x".repeat(3_000)

const full = (host: Host, frames: number) => {
  for (let at = 0; at < frames; at++) host.log("info", `${at} ${long}`)
}

/** Lets everything happen that is on its way. */
const turn = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))

describe("Lane", () => {
  it.effect("writes a status before the reply that follows it [FLASH-SDK-20]", () =>
    Effect.gen(function* () {
      const wire = yield* started({
        command: (_, host) => {
          host.status({ state: "done" })
          return undefined
        }
      })
      wire.send({ id: 5, method: "perform", params: { kind: "command" } })
      assert.deepStrictEqual(yield* wire.receive, { method: "status", params: { segments: { state: "done" } } })
      assert.deepStrictEqual(yield* wire.receive, { id: 5, result: { ok: true } })
    })
  )

  it.effect("holds 64 frames: the next notification is dropped, and stderr is told", () =>
    Effect.gen(function* () {
      const wire = yield* started({
        command: (_, host) => {
          full(host, 65)
          return undefined
        }
      })
      wire.send({ id: 5, method: "perform", params: { kind: "command" } })
      const seen: Array<unknown> = []
      for (let frame = yield* wire.receive; frame.id !== 5; frame = yield* wire.receive) seen.push(frame)
      assert.strictEqual(seen.length, 64)
      assert.deepStrictEqual(wire.diagnosed, ["dropped a log notification that could not be sent"])
    })
  )

  it.effect(
    "lets replies of handlers wait for a full pipe, in order, while notifications are dropped [FLASH-SDK-20]",
    () =>
      Effect.gen(function* () {
        const wire = yield* started(
          {
            command: ({ subcommand }, host) => {
              if (subcommand === "fill") full(host, 64)
              return undefined
            }
          },
          { highWaterMark: 1 }
        )
        const perform = (id: number, subcommand: string) =>
          wire.send({ id, method: "perform", params: { kind: "command", subcommand } })
        wire.far.stall()
        perform(5, "fill")
        perform(6, "")
        perform(7, "")
        yield* turn
        assert.isFalse(wire.isEnded())
        assert.notMatch(wire.pipe.written.join(""), /"id":[567]/)
        wire.far.resume()
        const ids: Array<unknown> = []
        while (ids.length < 3) {
          const { id } = yield* wire.receive
          if (id !== undefined) ids.push(id)
        }
        assert.deepStrictEqual(ids, [5, 6, 7])
      })
  )

  it.effect("lets no notification pass a reply that waits [FLASH-SDK-20]", () =>
    Effect.gen(function* () {
      const rows = Array.from({ length: 9 }, () => ({ source: "s", title: "x".repeat(1024 * 1024) }))
      const wire = yield* started(
        {
          search: () => rows,
          command: (_, host) => host.log("info", "small")
        },
        { highWaterMark: 1 }
      )
      wire.far.stall()
      for (const id of [5, 6]) wire.send({ id, method: "search" })
      yield* turn
      wire.send({ id: 7, method: "perform", params: { kind: "command" } })
      yield* turn
      wire.far.resume()
      for (const id of [5, 6, 7]) assert.strictEqual((yield* wire.receive).id, id)
      assert.deepStrictEqual(wire.diagnosed, ["dropped a log notification that could not be sent"])
    })
  )

  it.effect("goes on after 64 short frames of one turn, which fill the lane and not the pipe", () =>
    Effect.gen(function* () {
      const wire = yield* started({
        command: (_, host) => {
          for (let at = 0; at < 64; at++) host.log("info", String(at))
        }
      })
      wire.send({ id: 5, method: "perform", params: { kind: "command" } })
      assert.deepStrictEqual(yield* wire.reply(5), { ok: true })
    })
  )

  it.effect("closes the connection for a reply that must not wait and finds no room [FLASH-SDK-20]", () =>
    Effect.gen(function* () {
      const wire = yield* started(
        {
          command: (_, host) => {
            full(host, 64)
            return undefined
          }
        },
        { highWaterMark: 1 }
      )
      wire.far.stall()
      wire.send({ id: 5, method: "perform", params: { kind: "command" } })
      yield* turn
      assert.isFalse(wire.isEnded())
      wire.send({ id: 6, method: "ping" })
      yield* turn
      wire.far.resume()
      assert.strictEqual(yield* wire.ended, "overflow")
    })
  )

  it.effect("drops a notification over the frame cap whole, and the next one is fine", () =>
    Effect.gen(function* () {
      const wire = yield* started({
        command: (_, host) => {
          host.publish(Array.from({ length: 11 }, () => ({ source: "s", title: "x".repeat(1024 * 1024) })))
          host.publish([])
          return undefined
        }
      })
      wire.send({ id: 5, method: "perform", params: { kind: "command" } })
      assert.deepStrictEqual(yield* wire.receive, { method: "publish", params: { rows: [] } })
      assert.deepStrictEqual(wire.diagnosed, ["dropped a publish notification that could not be sent"])
    })
  )

  it.effect("keeps 16 MiB: replies beyond it wait until the pipe took some", () =>
    Effect.gen(function* () {
      const megabyte = 1024 * 1024
      const rows = Array.from({ length: 9 }, () => ({ source: "s", title: "x".repeat(megabyte) }))
      const wire = yield* started({ search: () => rows }, { highWaterMark: 1 })
      wire.far.stall()
      for (const id of [5, 6]) wire.send({ id, method: "search" })
      yield* turn
      assert.isFalse(wire.isEnded())
      wire.far.resume()
      for (const id of [5, 6]) assert.strictEqual((yield* wire.receive).id, id)
    })
  )
})
