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

  it.effect("holds 64 frames of a full pipe: the next notification is dropped, and stderr is told", () =>
    Effect.gen(function* () {
      const wire = yield* started(
        { command: ({ subcommand }, host) => full(host, Number(subcommand)) },
        { highWaterMark: 1 }
      )
      const perform = (id: number, subcommand: string) =>
        wire.send({ id, method: "perform", params: { kind: "command", subcommand } })
      wire.far.stall()
      // A line and the reply are with the pipe, which has not taken them yet.
      perform(5, "1")
      yield* turn
      perform(6, "63")
      yield* turn
      assert.deepStrictEqual(wire.diagnosed, ["dropped a log notification that could not be sent"])
      wire.far.resume()
      assert.deepStrictEqual(yield* wire.reply(6), { ok: true })
    })
  )

  it.effect("takes any burst of one turn that the pipe takes, and a ping after it is answered", () =>
    Effect.gen(function* () {
      const wire = yield* started({ event: (_, host) => host.status({ state: "heard" }) })
      const event = '{"method":"event","params":{"name":"core:session.opened","payload":{}}}\n'
      wire.sendText(`${"noise\n".repeat(300)}${event.repeat(300)}{"id":5,"method":"ping"}\n`)
      const seen: Array<unknown> = []
      for (let frame = yield* wire.receive; frame.id !== 5; frame = yield* wire.receive) seen.push(frame.method)
      assert.deepStrictEqual(
        [seen.filter((method) => method === "log").length, seen.filter((method) => method === "status").length],
        [300, 300]
      )
      assert.deepStrictEqual(wire.diagnosed, [])
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
