import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Processes, ProcessesHidden, ProcessSource, SignalRefused } from "../../src/hostcalls/Processes.ts"
import type { Reading } from "../../src/hostcalls/ProcessRows.ts"
import { caller, callsOf } from "../support/calls.ts"

const host = 4242

/** A machine whose one process has a child and uses half a processor; remembers whom a signal was sent to. */
const machine = (hidden = false, takes = 0) => {
  const signalled: Array<number> = []
  const looked: Array<number> = []
  let readings = 0
  let under = 0
  let most = 0
  const layer = Layer.succeed(ProcessSource, {
    memory: 1000,
    all: Effect.clockWith((clock) =>
      Effect.suspend(() => {
        readings++
        if (hidden) return new ProcessesHidden()
        const cpu = Number(clock.monotonicTimeNanosUnsafe()) / 2e6
        const root: Reading = { pid: 7, parent: 1, comm: "root", started: "1", cpu, memory: 100, uptime: 60 }
        const found = [root, { ...root, pid: 8, parent: 7, comm: "leaf", cpu: 0 }]
        if (takes === 0) return Effect.succeed(found)
        most = Math.max(most, ++under)
        return Effect.as(
          Effect.ensuring(
            Effect.sleep(takes),
            Effect.sync(() => under--)
          ),
          found
        )
      })
    ),
    detail: (pid) =>
      Effect.sync(() => {
        looked.push(pid)
        return { diskRead: pid }
      }),
    isHost: (pid) => pid === host,
    terminate: (pid) =>
      pid === 99
        ? new SignalRefused({ reason: "no such process" })
        : Effect.sync(() => {
            signalled.push(pid)
          })
  })
  return {
    layer: Processes.layer.pipe(Layer.provide(layer)),
    signalled,
    looked,
    readings: () => readings,
    most: () => most
  }
}

const refused = (error: string) => ({ ok: false, error })
const leaf = { pid: 8, comm: "leaf", cpu_percent: 0, mem_percent: 10 }

describe("host.process_table", () => {
  it.effect.each([
    [{}, 150],
    [{ sample_window_ms: 1 }, 10],
    [{ sample_window_ms: 2001 }, 2000]
  ] as const)("measures over the window that %o asks for, %d ms [FLASH-HOST-33]", ([params, window]) =>
    Effect.gen(function* () {
      const { layer, looked, readings } = machine()
      const calls = yield* callsOf(layer)
      const asking = yield* Effect.forkChild(calls.answer(caller, "host.process_table", params))
      yield* TestClock.adjust(window - 1)
      assert.isUndefined(asking.pollUnsafe())
      assert.strictEqual(readings(), 1)
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(yield* Fiber.join(asking), {
        ok: true,
        processes: [{ pid: 7, comm: "root", cpu_percent: 50, mem_percent: 10 }, leaf]
      })
      assert.deepStrictEqual(looked, [])
    })
  )

  it.effect("adds the tree of one process up, and looks closer at no other [FLASH-HOST-35]", () =>
    Effect.gen(function* () {
      const { layer, looked } = machine()
      const calls = yield* callsOf(layer)
      const table = Effect.fn(function* (pid: number) {
        const asking = yield* Effect.forkChild(calls.answer(caller, "host.process_table", { pid }))
        yield* TestClock.adjust(150)
        return yield* Fiber.join(asking)
      })
      assert.deepStrictEqual(yield* table(8), {
        ok: true,
        processes: [{ ...leaf, memory_bytes: 100, disk_read_bytes: 8, uptime_seconds: 60, process_count: 1 }]
      })
      assert.deepStrictEqual(looked, [8])
      assert.deepStrictEqual(yield* table(9), { ok: true, processes: [] })
    })
  )

  it.effect("reads once at a time however many ask, and measures each between its own readings", () =>
    Effect.gen(function* () {
      const { layer, most } = machine(false, 40)
      const calls = yield* callsOf(layer)
      const ask = calls.answer(caller, "host.process_table", { sample_window_ms: 100 })
      const asking = yield* Effect.forkChild(Effect.all([ask, ask, ask], { concurrency: "unbounded" }))
      yield* TestClock.adjust(1000)
      for (const { processes } of yield* Fiber.join(asking)) {
        assert.deepStrictEqual(processes, [{ pid: 7, comm: "root", cpu_percent: 50, mem_percent: 10 }, leaf])
      }
      assert.strictEqual(most(), 1)
    })
  )

  it.effect("says so where the system shows no processes", () =>
    Effect.gen(function* () {
      const calls = yield* callsOf(machine(true).layer)
      const answer = yield* calls.answer(caller, "host.process_table", {})
      assert.deepStrictEqual(answer, refused("host.process_table is unavailable on this host"))
    })
  )

  it.effect("ends with the caller that goes away", () =>
    Effect.gen(function* () {
      const { layer, readings } = machine()
      const calls = yield* callsOf(layer)
      const asking = yield* Effect.forkChild(calls.answer(caller, "host.process_table", {}), { startImmediately: true })
      yield* Fiber.interrupt(asking)
      yield* TestClock.adjust(1000)
      assert.strictEqual(readings(), 1)
    })
  )
})

describe("host.signal", () => {
  it.effect("sends to any process from the second on [FLASH-HOST-36]", () =>
    Effect.gen(function* () {
      const { layer, signalled } = machine()
      const calls = yield* callsOf(layer)
      assert.deepStrictEqual(yield* calls.answer(caller, "host.signal", { pid: 2 }), { ok: true })
      for (const pid of [1, 0, -7, -1, "7", 1.5, null]) {
        const answer = yield* calls.answer(caller, "host.signal", { pid })
        assert.deepStrictEqual(answer, refused("host.signal requires pid > 1"))
      }
      assert.deepStrictEqual(signalled, [2])
    })
  )

  it.effect("does not reach the host", () =>
    Effect.gen(function* () {
      const { layer, signalled } = machine()
      const calls = yield* callsOf(layer)
      const answer = yield* calls.answer(caller, "host.signal", { pid: host })
      assert.deepStrictEqual(answer, refused("signal failed: it is the host"))
      assert.deepStrictEqual(signalled, [])
    })
  )

  it.effect("says what the system says", () =>
    Effect.gen(function* () {
      const calls = yield* callsOf(machine().layer)
      const answer = yield* calls.answer(caller, "host.signal", { pid: 99 })
      assert.deepStrictEqual(answer, refused("signal failed: no such process"))
    })
  )
})
