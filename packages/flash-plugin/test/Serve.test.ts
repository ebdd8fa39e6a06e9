import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect } from "effect"
import { TestClock } from "effect/testing"
import { initialize, serve, started } from "./support/wire.ts"

const accepted = { id: 1, result: { ok: true, protocol_version: 1 } }
/** Lets everything happen that is on its way. */
const turn = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))

const nak = { ok: false, error: "initialize may only be called once" }

describe("Serve: the handshake", () => {
  it.effect("answers initialize before start says anything, and without waiting for it [FLASH-SDK-01]", () =>
    Effect.gen(function* () {
      const wire = yield* serve({
        start: (host) => {
          host.publish([{ source: "s", title: "first" }])
          return Effect.never
        }
      })
      wire.send({ id: 41, method: "initialize", params: { protocol_version: 1 } })
      assert.deepStrictEqual(yield* wire.receive, { id: 41, result: { ok: true, protocol_version: 1 } })
      assert.deepStrictEqual(yield* wire.receive, {
        method: "publish",
        params: { rows: [{ source: "s", title: "first" }] }
      })
      assert.deepStrictEqual(yield* wire.untilPong, [])
    })
  )

  it.effect("starts nothing before initialize, and once however often it is asked [FLASH-SDK-01]", () =>
    Effect.gen(function* () {
      let starts = 0
      const wire = yield* serve({ start: () => void starts++ })
      wire.send({ id: 5, method: "evaluate" })
      yield* wire.reply(5)
      assert.strictEqual(starts, 0)
      for (const id of [1, 2, 3]) wire.send({ ...initialize, id })
      assert.deepStrictEqual(yield* wire.receive, accepted)
      assert.deepStrictEqual(yield* wire.receive, { id: 2, result: nak })
      assert.deepStrictEqual(yield* wire.receive, { id: 3, result: nak })
      wire.send({ id: 6, method: "evaluate" })
      yield* wire.reply(6)
      assert.strictEqual(starts, 1)
    })
  )

  it.effect("answers initialize first also where a request was served before it [FLASH-SDK-01]", () =>
    Effect.gen(function* () {
      const wire = yield* serve({ start: (host) => host.publish([]) })
      wire.send({ id: 5, method: "evaluate" })
      yield* wire.reply(5)
      wire.send(initialize)
      assert.deepStrictEqual(yield* wire.receive, accepted)
      assert.deepStrictEqual(yield* wire.receive, { method: "publish", params: { rows: [] } })
    })
  )

  it.effect("refuses a repeat before it looks at the version, and goes on serving", () =>
    Effect.gen(function* () {
      const wire = yield* started({})
      wire.send({ id: 8, method: "initialize", params: { protocol_version: 99 } })
      assert.deepStrictEqual(yield* wire.receive, { id: 8, result: nak })
      assert.deepStrictEqual(yield* wire.untilPong, [])
    })
  )

  it.effect.each([
    ["another", { protocol_version: 99 }, 99],
    ["one past 31 bits", { protocol_version: 2_147_483_648 }, 2_147_483_648],
    ["true", { protocol_version: true }, 0],
    ["text", { protocol_version: "1" }, 0],
    ["a negative", { protocol_version: -1 }, 0],
    ["no", {}, 0],
    ["no version in a list", [1], 0],
    ["no version in null", null, 0]
  ] as const)(
    "answers %s version with its own, then ends without cleaning up and without the end of its input [FLASH-SDK-02]",
    ([, params, version]) =>
      Effect.gen(function* () {
        let cleanups = 0
        const wire = yield* serve({ shutdown: () => void cleanups++ })
        wire.send({ id: 3, method: "initialize", params })
        assert.deepStrictEqual(yield* wire.receive, {
          id: 3,
          result: {
            ok: false,
            protocol_version: 1,
            error: `protocol version mismatch: host v${version}, plugin v1`
          }
        })
        assert.strictEqual(yield* wire.ended, "version mismatch")
        assert.strictEqual(cleanups, 0)
        assert.isTrue(wire.far.sawEnd())
      })
  )

  it.effect("takes a version written as 1.0 for none", () =>
    Effect.gen(function* () {
      const wire = yield* serve({})
      wire.sendText('{"id":3,"method":"initialize","params":{"protocol_version":1.0}}\n')
      assert.match(JSON.stringify(yield* wire.receive), /host v0, plugin v1/)
    })
  )

  it.effect("does not take initialize for a notification", () =>
    Effect.gen(function* () {
      const wire = yield* serve({})
      wire.send({ method: "initialize", params: { protocol_version: 1 } })
      wire.send(initialize)
      assert.deepStrictEqual(yield* wire.receive, accepted)
    })
  )
})

describe("Serve: what comes in", () => {
  it.effect("answers ping whatever its params, and requests before initialize", () =>
    Effect.gen(function* () {
      const wire = yield* serve({
        evaluate: ({ query }) => [{ title: query, effect: { type: "copy_text", text: "x" } }]
      })
      wire.send({ id: 1, method: "ping", params: [1] })
      assert.deepStrictEqual(yield* wire.receive, { id: 1, result: { ok: true } })
      wire.send({ id: 2, method: "evaluate", params: { query: "q" } })
      assert.deepStrictEqual(yield* wire.reply(2), {
        ok: true,
        answers: [{ title: "q", effect: { type: "copy_text", text: "x" } }]
      })
    })
  )

  it.effect("names a method that it does not know, event as a request included", () =>
    Effect.gen(function* () {
      const heard: Array<string> = []
      const wire = yield* started({ event: ({ name }) => void heard.push(name) })
      for (const method of ["event", "shutdown", "__proto__"]) {
        wire.send({ id: 9, method, params: { name: "core:flash.started" } })
        assert.deepStrictEqual(yield* wire.reply(9), { ok: false, error: `unknown method: ${method}` })
      }
      assert.deepStrictEqual(heard, [])
    })
  )

  it.effect("passes over notifications that it does not know, replies to nothing and frames that are none", () =>
    Effect.gen(function* () {
      const wire = yield* started({})
      wire.send({ method: "news", params: {} })
      wire.send({ id: 424242, result: { ok: true } })
      wire.send({ id: 7, method: 5 })
      wire.send({ neither: true })
      wire.sendText("[]\n\n42\n")
      assert.deepStrictEqual(yield* wire.untilPong, [])
    })
  )

  it.effect.each([
    ["no JSON", "{", "dropped undecodable frame"],
    ["white space", "\r", "dropped undecodable frame"],
    ["half a surrogate pair", '{"id":1,"method":"ping","params":{"x":"\\ud800"}}', "dropped undecodable frame"],
    ["a number too large", '{"id":1,"method":"ping","params":1e400}', "dropped undecodable frame"],
    ["a byte order mark", '\ufeff{"id":1,"method":"ping"}', "dropped undecodable frame"]
  ] as const)("drops a line with %s, warns once and reads on", ([, line, message]) =>
    Effect.gen(function* () {
      const wire = yield* started({})
      wire.sendText(`${line}\n`)
      assert.deepStrictEqual(yield* wire.untilPong, [
        { method: "log", params: { level: "warn", message: `[plugin] ${message}`, fields: {} } }
      ])
    })
  )

  it.effect("accepts a line of exactly 10 MiB and warns once of a longer one", () =>
    Effect.gen(function* () {
      const wire = yield* started({})
      const frame = (bytes: number) => {
        const bare = '{"id":7,"method":"ping","params":""}'
        return `${bare.slice(0, -2)}${"x".repeat(bytes - bare.length)}"}\n`
      }
      wire.sendText(frame(10_485_760))
      assert.deepStrictEqual(yield* wire.receive, { id: 7, result: { ok: true } })
      wire.sendText(frame(10_485_761))
      assert.deepStrictEqual(yield* wire.untilPong, [
        { method: "log", params: { level: "warn", message: "[plugin] dropped oversized inbound frame", fields: {} } }
      ])
    })
  )

  it.effect("echoes ids exactly and answers one as often as it comes", () =>
    Effect.gen(function* () {
      const wire = yield* serve({})
      for (const id of [9_007_199_254_740_991, 7, 7]) {
        wire.send({ id, method: "ping" })
        assert.deepStrictEqual(yield* wire.receive, { id, result: { ok: true } })
      }
    })
  )

  it.effect("reads the same byte by byte", () =>
    Effect.gen(function* () {
      const wire = yield* started(
        { evaluate: ({ query }) => [{ title: query, effect: { type: "copy_text", text: "x" } }] },
        { chunkBytes: 1 }
      )
      wire.send({ id: 4, method: "evaluate", params: { query: "né🚀" } })
      assert.match(JSON.stringify(yield* wire.reply(4)), /né🚀/)
    })
  )

  it.effect("keeps the events that come before anything was loaded, in order", () =>
    Effect.gen(function* () {
      const heard: Array<string> = []
      const all = yield* Deferred.make<void>()
      const wire = yield* serve({
        event: ({ name }) => {
          heard.push(name)
          return heard.length === 3 ? Deferred.succeed(all, undefined) : undefined
        }
      })
      wire.sendText(
        ["a", "b", "c"].map((name) => `${JSON.stringify({ method: "event", params: { name } })}\n`).join("")
      )
      yield* Deferred.await(all)
      assert.deepStrictEqual(heard, ["a", "b", "c"])
    })
  )
})

describe("Serve: the end", () => {
  it.effect("cleans up at the end of its input, and what that says is written [FLASH-SDK-14, FLASH-SHUT-01]", () =>
    Effect.gen(function* () {
      const wire = yield* started({ shutdown: (host) => host.log("info", "goodbye") })
      wire.close()
      assert.strictEqual(yield* wire.ended, "end of input")
      assert.deepStrictEqual(yield* wire.receive, {
        method: "log",
        params: { level: "info", message: "goodbye", fields: {} }
      })
      assert.isTrue(wire.far.sawEnd())
    })
  )

  it.effect("drops a last line without a newline", () =>
    Effect.gen(function* () {
      const wire = yield* started({})
      wire.sendText('{"id":2,"method":"ping"}')
      wire.close()
      assert.strictEqual(yield* wire.ended, "end of input")
    })
  )

  it.effect("gives cleaning up 750 ms, and no more to work that refuses to end [FLASH-SDK-21]", () =>
    Effect.gen(function* () {
      const wire = yield* started({ shutdown: () => Effect.uninterruptible(Effect.sleep("1 hour")) })
      wire.close()
      yield* turn
      yield* TestClock.adjust(749)
      assert.isFalse(wire.isEnded())
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* wire.ended, "end of input")
    })
  )

  it.effect("shares the 750 ms between cleaning up and output that nobody reads [FLASH-SDK-21]", () =>
    Effect.gen(function* () {
      const wire = yield* started({
        shutdown: (host) => {
          for (let line = 0; line < 40; line++) host.log("info", "x".repeat(10_000))
          return Effect.sleep(400)
        }
      })
      wire.far.stall()
      wire.close()
      yield* turn
      yield* TestClock.adjust(749)
      assert.isFalse(wire.isEnded())
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* wire.ended, "end of input")
    })
  )

  it.effect("ends running handlers without an answer, before it cleans up", () =>
    Effect.gen(function* () {
      const ends: Array<string> = []
      const until = (what: string) => Effect.onInterrupt(Effect.never, () => Effect.sync(() => ends.push(what)))
      const wire = yield* started({
        command: () => until("command"),
        event: () => until("event"),
        shutdown: () => void ends.push("shutdown")
      })
      wire.send({ id: 7, method: "perform", params: { kind: "command" } })
      wire.send({ method: "event", params: { name: "core:flash.started" } })
      yield* wire.untilPong
      wire.close()
      yield* wire.ended
      assert.deepStrictEqual(ends, ["command", "event", "shutdown"])
      assert.notMatch(wire.pipe.written.join(""), /"id":7|failed/)
    })
  )

  it.effect("ends what an async start still waits for", () =>
    Effect.gen(function* () {
      const ends: Array<string> = []
      const wire = yield* started({
        start: (host) =>
          host.run(
            Effect.onInterrupt(Effect.never, () =>
              Effect.sync(() => {
                ends.push("start")
              })
            )
          ),
        shutdown: () => void ends.push("shutdown")
      })
      wire.close()
      yield* wire.ended
      assert.deepStrictEqual(ends, ["start", "shutdown"])
    })
  )

  it.effect("ends when the host's process is gone, whatever its pipes say [FLASH-SHUT-03]", () =>
    Effect.gen(function* () {
      const gone = yield* Deferred.make<void>()
      let cleanups = 0
      const wire = yield* serve({ shutdown: () => void cleanups++ }, { orphaned: Deferred.await(gone) })
      wire.send(initialize)
      yield* wire.receive
      assert.isFalse(wire.isEnded())
      yield* Deferred.succeed(gone, undefined)
      assert.strictEqual(yield* wire.ended, "end of input")
      assert.strictEqual(cleanups, 1)
    })
  )

  it.effect("ends when the host takes no output any more", () =>
    Effect.gen(function* () {
      let cleanups = 0
      const wire = yield* started({ shutdown: () => void cleanups++ })
      wire.far.breakInput()
      assert.strictEqual(yield* wire.ended, "output closed")
      assert.strictEqual(cleanups, 1)
    })
  )

  it.effect("waits until the system has what was written", () =>
    Effect.gen(function* () {
      const flushed = yield* Deferred.make<void>()
      const wire = yield* started({}, { flushed: Deferred.await(flushed) })
      wire.close()
      yield* turn
      assert.isFalse(wire.isEnded())
      yield* Deferred.succeed(flushed, undefined)
      assert.strictEqual(yield* wire.ended, "end of input")
    })
  )

  it.effect("serves nothing of a plugin that does not fit its manifest", () =>
    Effect.gen(function* () {
      const wire = yield* Effect.exit(
        Effect.scoped(Effect.flatMap(serve({}, { manifest: { query: {} } }), ({ ended }) => ended))
      )
      assert.match(String(wire), /evaluate/)
    })
  )
})
