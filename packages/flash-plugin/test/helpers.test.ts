/** What is built on the host's clock and events: settle, observed cadences, the refresh gate and the watch over apps. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import * as AppWatch from "../src/AppWatch.ts"
import * as ObservedCadences from "../src/ObservedCadences.ts"
import * as Polls from "../src/Polls.ts"
import * as RefreshGate from "../src/RefreshGate.ts"
import * as Segment from "../src/Segment.ts"
import * as Settle from "../src/Settle.ts"

/** A host whose clock is a number, and whose deadlines the test lets fall due. */
const clockwork = () => {
  let now = 0
  const sent: Array<Record<string, { readonly after?: number; readonly every?: number }>> = []
  const [polls, tick] = Polls.make({
    publish: (params) => sent.push(Reflect.get(params, "registrations")),
    refused: () => {},
    run: (work, done) => {
      work()
      done()
    }
  })
  return {
    host: { ...polls, now: () => now },
    sent,
    /** Lets time pass and the deadline that is armed fall due. */
    due: (millis: number) => {
      now = millis
      const name = Object.keys(sent.at(-1) ?? {}).at(-1)
      if (name !== undefined) tick(name)
    },
    at: (millis: number) => {
      now = millis
    },
    armed: () => Object.values(sent.at(-1) ?? {}).map(({ after, every }) => after ?? every)
  }
}

describe("Settle", () => {
  const make = (ceiling: number) => {
    const clock = clockwork()
    const bursts: Array<ReadonlyArray<string>> = []
    const settle = Settle.make<string>(clock.host, { settle: 100, ceiling }, (keys) => void bursts.push(keys))
    return { ...clock, bursts, settle }
  }

  it("tells of a burst once it was silent, every key once, and arms one wake-up for all changes", () => {
    const { at, bursts, due, sent, settle } = make(1_000)
    settle.note("a")
    at(10)
    settle.note("b")
    settle.note("a")
    assert.strictEqual(sent.length, 1)
    due(100)
    assert.deepStrictEqual(bursts, [])
    due(110)
    assert.deepStrictEqual(bursts, [["a", "b"]])
  })

  it("waits for the remainder when changes went on", () => {
    const { armed, at, due, settle } = make(1_000)
    settle.note("a")
    at(60)
    settle.note("a")
    due(100)
    assert.deepStrictEqual(armed(), [0.06])
  })

  it("does not wait past the ceiling", () => {
    const { at, bursts, due, settle } = make(250)
    for (const time of [0, 90, 180]) {
      at(time)
      settle.note(`${time}`)
    }
    due(200)
    assert.deepStrictEqual(bursts, [])
    due(249)
    assert.deepStrictEqual(bursts, [])
    due(250)
    assert.deepStrictEqual(bursts, [["0", "90", "180"]])
  })

  it("is a plain window where the ceiling is as long", () => {
    const { at, bursts, due, settle } = make(100)
    settle.note("a")
    at(99)
    settle.note("b")
    due(100)
    assert.deepStrictEqual(bursts, [["a", "b"]])
  })

  it("counts the ceiling of each burst from its own first change", () => {
    const { at, bursts, due, settle } = make(1_000)
    settle.note("a")
    due(100)
    at(5_000)
    settle.note("b")
    at(5_060)
    settle.note("c")
    due(5_100)
    assert.deepStrictEqual(bursts, [["a"]])
    due(5_160)
    assert.deepStrictEqual(bursts, [["a"], ["b", "c"]])
  })

  it("starts anew after a burst, and forgets a cancelled one", () => {
    const { armed, bursts, due, settle } = make(1_000)
    settle.note("a")
    due(100)
    settle.note("b")
    assert.deepStrictEqual(armed(), [0.1])
    settle.cancel()
    assert.deepStrictEqual(armed(), [])
    due(200)
    assert.deepStrictEqual(bursts, [["a"]])
  })
})

describe("ObservedCadences", () => {
  it("run only while one of their segments is shown, and say when one starts", () => {
    const { armed, host } = clockwork()
    const work = () => {}
    const cadences = ObservedCadences.make(host, [
      { segments: ["top_cpu", "top_mem"], every: 2_000, work },
      { segments: ["disk"], every: 9_000, priority: "low", work }
    ])
    assert.isFalse(cadences.observe([]))
    assert.isTrue(cadences.observe(["top_cpu", "clock"]))
    assert.deepStrictEqual(armed(), [2])
    assert.isFalse(cadences.observe(["top_mem"]))
    assert.isTrue(cadences.observe(["top_mem", "disk"]))
    assert.deepStrictEqual(armed(), [2, 9])
    assert.isFalse(cadences.observe(["disk"]))
    assert.deepStrictEqual(armed(), [9])
    assert.isTrue(cadences.observe(["top_cpu"]))
    assert.deepStrictEqual(armed(), [2])
  })
})

describe("RefreshGate", () => {
  it.effect("runs one refresh at a time; those that try only are skipped", () =>
    Effect.gen(function* () {
      const gate = RefreshGate.make()
      const open = yield* Deferred.make<void>()
      const order: Array<string> = []
      const fork = (effect: Effect.Effect<unknown, unknown>) => Effect.forkChild(effect, { startImmediately: true })
      const first = yield* fork(
        gate.run(() =>
          Effect.andThen(
            Deferred.await(open),
            Effect.sync(() => order.push("1"))
          )
        )
      )
      const second = yield* fork(gate.run(() => order.push("2")))
      assert.isFalse(yield* gate.tryRun(() => order.push("skipped")))
      yield* Deferred.succeed(open, undefined)
      yield* Fiber.join(first)
      yield* Fiber.join(second)
      assert.isTrue(yield* gate.tryRun(() => order.push("3")))
      assert.deepStrictEqual(order, ["1", "2", "3"])
    })
  )

  it.effect("lets the next one in after a refresh that failed", () =>
    Effect.gen(function* () {
      const gate = RefreshGate.make()
      assert.strictEqual(yield* Effect.flip(gate.run(() => Promise.reject("no"))), "no")
      assert.isTrue(yield* gate.tryRun(() => {}))
    })
  )
})

describe("AppWatch", () => {
  const app = (bundle_id: string, pid: number) => ({ bundle_id, pid, localized_name: "" })

  it("tells which of its apps started and which ended, process by process", () => {
    const watch = AppWatch.make(["a", "b"])
    assert.deepStrictEqual(watch.update([app("a", 1), app("x", 2)]), { started: [app("a", 1)], ended: [] })
    assert.deepStrictEqual(watch.update([app("a", 1), app("b", 4)]), { started: [app("b", 4)], ended: [] })
    assert.deepStrictEqual(watch.update([app("a", 3), app("b", 4)]), { started: [app("a", 3)], ended: [app("a", 1)] })
    assert.deepStrictEqual(watch.running(), [app("a", 3), app("b", 4)])
    assert.deepStrictEqual(watch.update([]), { started: [], ended: [app("a", 3), app("b", 4)] })
  })
})

describe("Segment", () => {
  it("trims names and leaves out blank ones", () => {
    assert.deepStrictEqual(
      [...Segment.toSegments({ " a ": "x", " ": "y", __proto__x: "" }).keys()],
      ["a", "__proto__x"]
    )
  })

  it.each([
    [0.5, 1],
    [1, 1],
    [2.5, 2.5]
  ] as const)("shows the lines of a carousel for %d s: at least one", (seconds, cycle) => {
    assert.deepStrictEqual(Segment.carousel(["a"], seconds), { _tag: "Carousel", lines: ["a"], cycleSeconds: cycle })
    assert.deepStrictEqual(Segment.carousel(["a"], seconds, "p:"), {
      _tag: "Carousel",
      prefix: "p:",
      lines: ["a"],
      cycleSeconds: cycle
    })
  })
})
