import { assert, describe, it } from "@effect/vitest"
import { Initialize } from "@lanyard/flash-protocol"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import * as ScriptedPlugin from "../src/ScriptedPlugin.ts"
import * as Transcript from "../src/Transcript.ts"
import * as WireHarness from "../src/WireHarness.ts"
import { served } from "./support.ts"

const { reply, tell } = ScriptedPlugin
const quick = { patience: "20 millis" } as const

describe("WireHarness", () => {
  it.effect("carries requests to a loop and its replies back, whatever their order", () =>
    Effect.gen(function* () {
      const harness = yield* WireHarness.make(served({ on: { slow: () => [reply({ ok: true, slow: 1 }, 100)] } }))
      assert.deepStrictEqual(yield* harness.ask("initialize", Initialize.params), { ok: true, protocol_version: 1 })
      yield* harness.send({ id: 10, method: "slow" })
      yield* harness.send({ id: 11, method: "ping" })
      assert.deepStrictEqual(yield* harness.receiveResponse(11), { id: 11, result: { ok: true } })
      yield* TestClock.adjust(100)
      assert.deepStrictEqual(yield* harness.receiveResponse(10), { id: 10, result: { ok: true, slow: 1 } })
    })
  )

  it.effect("takes notifications past replies that nobody took", () =>
    Effect.gen(function* () {
      const harness = yield* WireHarness.make(served({ begins: [tell("log", { n: 1 }), tell("status", {})] }))
      assert.deepStrictEqual(yield* harness.receiveNotification("status"), { method: "status", params: {} })
      assert.deepStrictEqual(harness.unread(), [{ method: "log", params: { n: 1 } }])
      assert.deepStrictEqual(yield* harness.receive(), { method: "log", params: { n: 1 } })
    })
  )

  it.effect("writes bytes as they are, in pieces of any size", () =>
    Effect.gen(function* () {
      const harness = yield* WireHarness.make(served({}), { chunkBytes: 1 })
      yield* harness.sendRaw(new Uint8Array([0xff, 0x0a]))
      yield* harness.sendRaw('{"id":3,"method":"ping","params":{"é":"⚡"}}\r\n')
      assert.deepStrictEqual(yield* harness.receiveResponse(3), { id: 3, result: { ok: true } })
      assert.lengthOf(Transcript.frames(harness.transcript(), "plugin"), 1)
    })
  )

  it.effect("finishes with the frames that nobody took", () =>
    Effect.gen(function* () {
      const harness = yield* WireHarness.make(served({ atEnd: [tell("log", {}), ScriptedPlugin.Act.End({})] }))
      yield* harness.closeStdin
      assert.deepStrictEqual(yield* harness.finished(), [{ method: "log", params: {} }])
    })
  )

  it.effect("finishes with the failure of the loop", () =>
    Effect.gen(function* () {
      const harness = yield* WireHarness.make(() => Effect.fail("broke" as const))
      assert.strictEqual(yield* Effect.flip(harness.finished()), "broke")
    })
  )

  it.effect("says what it waited for, and what came instead, when time is up", () =>
    Effect.gen(function* () {
      const harness = yield* WireHarness.make(served({ begins: [tell("log", { n: 1 })] }), quick)
      const failure = yield* Effect.flip(harness.receiveResponse(7))
      assert.strictEqual(
        failure.message,
        'waited for the reply to 7, but it did not come in time; unread:\n  {"method":"log","params":{"n":1}}'
      )
      assert.include(Transcript.print(harness.transcript()), "nothing came: the reply to 7")
    })
  )

  it.effect("waits no longer than the loop runs", () =>
    Effect.gen(function* () {
      const harness = yield* WireHarness.make(() => Effect.sleep(50))
      const waiting = yield* Effect.forkChild(Effect.flip(harness.receiveNotification("publish")))
      yield* TestClock.adjust(50)
      const failure = yield* Fiber.join(waiting)
      assert.deepStrictEqual([failure.reason, failure.waitedFor], ["over", "a publish notification"])
      assert.strictEqual((yield* Effect.flip(harness.receive())).reason, "over")
    })
  )

  it.effect("says that a loop does not finish", () =>
    Effect.gen(function* () {
      const harness = yield* WireHarness.make(() => Effect.never)
      const failure = yield* Effect.flip(harness.finished(quick))
      assert.strictEqual(failure.waitedFor, "the plugin to finish")
    })
  )

  it.effect("ends the loop with its scope", () =>
    Effect.gen(function* () {
      let interrupted = false
      const loop = Effect.onInterrupt(Effect.never, () =>
        Effect.sync(() => {
          interrupted = true
        })
      )
      yield* Effect.scoped(WireHarness.make(() => loop))
      assert.isTrue(interrupted)
    })
  )
})
