import { assert, describe, it } from "@effect/vitest"
import type { Poll } from "@lanyard/flash-protocol"
import { Context, Effect, Exit, Fiber, Layer, Schema, Scope, Stream } from "effect"
import { TestClock } from "effect/testing"
import { PollClock } from "../../src/clocks/PollClock.ts"
import * as PollSchedule from "../../src/clocks/PollSchedule.ts"
import { Presence } from "../../src/clocks/Presence.ts"
import { held, pass, settle } from "../support/time.ts"

type Set = Readonly<Record<string, Poll.Registration>>

const every = (millis: number, priority: Poll.Priority = "normal"): Poll.Registration => ({
  kind: "every",
  millis,
  priority
})
const after = (millis: number, priority: Poll.Priority = "normal"): Poll.Registration => ({
  kind: "after",
  millis,
  priority
})

/** A poll clock, and what it delivered: time, owner and name. */
const polling = Effect.gen(function* () {
  const { service, presence, wakeUps } = yield* held(PollClock, PollClock.layer)
  const clock = yield* Effect.clockWith(Effect.succeed)
  const ticks: Array<string> = []
  const deliver = (owner: string) => (name: string) => {
    ticks.push(`${clock.currentTimeMillisUnsafe()} ${owner} ${name}`)
  }
  const set = (owner: string, registrations: Set) =>
    service.set(owner, new Map(Object.entries(registrations)), deliver(owner))
  return { service, presence, wakeUps, ticks, set }
})

describe("PollClock", () => {
  it.effect.each([
    ["high", 25],
    ["normal", 100],
    ["low", 1000]
  ] as const)("delivers a lone tick of priority %s after %d ms of slack [FLASH-CLOK-03]", ([priority, slack]) =>
    Effect.gen(function* () {
      const { set, ticks } = yield* polling
      set("p", { e: every(10_000, priority), a: after(50_000, priority) })
      yield* pass(9_999 + slack)
      assert.deepStrictEqual(ticks, [])
      yield* pass(1)
      assert.deepStrictEqual(ticks, [`${10_000 + slack} p e`])
      yield* pass(41_000)
      assert.include(ticks, `${50_000 + slack} p a`)
    })
  )

  it.effect("wakes once for what falls due within the slack of another, of any plugin [FLASH-CLOK-01]", () =>
    Effect.gen(function* () {
      const { set, ticks, wakeUps } = yield* polling
      set("p", { low: after(1000, "low"), high: after(1500, "high") })
      set("q", { normal: after(1430), later: after(1526, "high") })
      yield* pass(1525)
      assert.deepStrictEqual(ticks, ["1525 p low", "1525 q normal", "1525 p high"])
      assert.strictEqual(wakeUps(), 1)
      yield* pass(26)
      assert.deepStrictEqual(ticks.slice(3), ["1551 q later"])
      assert.strictEqual(wakeUps(), 2)
    })
  )

  it.effect("fires a deadline of nothing at once, and not again when its set is repeated [FLASH-CLOK-04]", () =>
    Effect.gen(function* () {
      const { set, ticks } = yield* polling
      set("p", { now: after(0, "low") })
      yield* settle
      assert.deepStrictEqual(ticks, ["0 p now"])
      set("p", { now: after(0, "low") })
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(ticks.length, 1)
    })
  )

  it.effect("keeps a cadence on its grid over sets that repeat it", () =>
    Effect.gen(function* () {
      const { set, ticks } = yield* polling
      for (let turn = 0; turn < 10; turn++) {
        set("p", { e: every(1000, "high"), [`other${turn}`]: every(86_400_000) })
        yield* pass(301)
      }
      assert.deepStrictEqual(ticks, ["1025 p e", "2025 p e"])
    })
  )

  it.effect("delivers by the newest set, and nothing of what it changed or left out", () =>
    Effect.gen(function* () {
      const { set, ticks } = yield* polling
      set("p", { a: every(1000, "high"), b: every(1000, "high"), c: every(1000, "high") })
      yield* pass(1024)
      set("p", { b: every(1000, "low"), c: every(1000, "high") })
      yield* pass(1)
      assert.deepStrictEqual(ticks, ["1025 p c"])
      yield* pass(1498)
      assert.strictEqual(ticks.filter((tick) => tick.endsWith("b")).length, 1)
      set("p", {})
      yield* TestClock.adjust("1 hour")
      assert.isUndefined(ticks.find((tick) => Number.parseInt(tick, 10) > 2523))
    })
  )

  it.effect("discards a tick of its own wake-up that an earlier delivery replaced or released", () =>
    Effect.gen(function* () {
      const { service, wakeUps } = yield* polling
      const names: Array<string> = []
      const set = new Map([
        ["1", after(10)],
        ["2", after(20)],
        ["3", after(30)]
      ])
      service.set("p", set, (name) => {
        names.push(`p ${name}`)
        service.set("p", new Map([["3", after(30)]]), (name) => names.push(`new ${name}`))
        service.release("q")
      })
      service.set("q", set, (name) => names.push(`q ${name}`))
      yield* pass(110)
      assert.deepStrictEqual(names, ["p 1", "new 3"])
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual([names.length, wakeUps()], [2, 1])
    })
  )

  it.effect("is not woken while nothing is registered, or only what has fired", () =>
    Effect.gen(function* () {
      const { service, set, wakeUps } = yield* polling
      yield* TestClock.adjust("1 day")
      assert.strictEqual(wakeUps(), 0)
      set("q", { e: every(50) })
      yield* settle
      service.release("q")
      yield* TestClock.adjust("1 day")
      assert.strictEqual(wakeUps(), 0)
      set("p", { a: after(10) })
      yield* TestClock.adjust("1 day")
      assert.strictEqual(wakeUps(), 1)
    })
  )

  it.effect.each(["displaysAsleep", "sessionInactive", "systemSleeping"] as const)(
    "holds ticks under %s without a wake-up, and catches up with one each when that ends [FLASH-CLOK-05, FLASH-CLOK-06]",
    (reason) =>
      Effect.gen(function* () {
        const { set, presence, ticks, wakeUps } = yield* polling
        set("p", { e: every(1000, "high"), far: every(3_600_000, "high"), a: after(300_000), fired: after(500) })
        yield* pass(1024)
        yield* presence.set({ [reason]: true })
        yield* pass(1)
        set("q", { now: after(0) })
        yield* TestClock.adjust(600_475)
        assert.deepStrictEqual([ticks, wakeUps()], [["600 p fired"], 1])
        yield* presence.set({ [reason]: false })
        yield* settle
        assert.deepStrictEqual(ticks.slice(1), ["601500 p e", "601500 q now", "601500 p a"])
        yield* pass(524)
        assert.strictEqual(ticks.length, 4)
        yield* pass(1)
        assert.deepStrictEqual(ticks.slice(4), ["602025 p e"])
      })
  )

  it.effect("delivers nothing in the moment before it is told that nobody is there [FLASH-CLOK-05]", () =>
    Effect.gen(function* () {
      let held = false
      const late = Layer.mock(Presence, { isHeld: () => held, held: Stream.never })
      const service = Context.get(yield* Layer.build(Layer.provide(PollClock.layer, late)), PollClock)
      const names: Array<string> = []
      service.set("p", new Map([["e", every(1000)]]), (name) => names.push(name))
      yield* pass(1099)
      held = true
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(names, [])
    })
  )

  it.effect("ticks once each after an hour of sleep, for a cadence of 60 s and a deadline of 300 s", () =>
    Effect.gen(function* () {
      const { set, presence, ticks } = yield* polling
      set("p", { e: every(60_000), a: after(300_000) })
      yield* presence.set({ systemSleeping: true })
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(ticks, [])
      yield* presence.set({ systemSleeping: false })
      yield* settle
      assert.deepStrictEqual(ticks, ["3600000 p e", "3600000 p a"])
    })
  )

  it.effect("delivers nothing of an owner that was released, and goes on for the others", () =>
    Effect.gen(function* () {
      const { service, set, ticks } = yield* polling
      set("p", { e: every(1000) })
      set("q", { e: every(1000) })
      yield* pass(1050)
      service.release("p")
      service.release("nobody")
      yield* pass(50)
      assert.deepStrictEqual(ticks, ["1100 q e"])
    })
  )

  const builds = Effect.map(Layer.build(Layer.provide(PollClock.layer, Presence.layer)), (context) => {
    const ticks: Array<string> = []
    const clock = Effect.runSync(Effect.provide(PollClock, context))
    clock.set("p", new Map([["e", every(1000)]]), (name) => ticks.push(name))
    return ticks
  })

  it.effect("delivers nothing after its scope closed", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const ticks = yield* Scope.provide(builds, scope)
      yield* pass(1000)
      yield* Scope.close(scope, Exit.void)
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(ticks, [])
    })
  )

  it.effect("delivers nothing after its owner was interrupted", () =>
    Effect.gen(function* () {
      const seen: Array<Array<string>> = []
      const owner = Effect.scoped(
        Effect.andThen(
          Effect.map(builds, (ticks) => seen.push(ticks)),
          Effect.never
        )
      )
      const fiber = yield* Effect.forkChild(owner)
      yield* pass(1000)
      yield* Fiber.interrupt(fiber)
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(seen, [[]])
    })
  )

  const Any = Schema.Array(
    Schema.Struct({
      kind: Schema.Literals(["every", "after"]),
      millis: Schema.Int.check(Schema.isBetween({ minimum: 200, maximum: 5000 })),
      priority: Schema.Literals(["high", "normal", "low"])
    })
  ).check(Schema.isMaxLength(6))

  it.effect.prop("sleeps once for each wake-up that the schedule needs, and no more [FLASH-CLOK-01]", [Any], ([any]) =>
    Effect.gen(function* () {
      const { set, wakeUps, ticks } = yield* polling
      const schedule = PollSchedule.make()
      const expected: Array<string> = []
      for (const [owner, registration] of any.entries()) {
        set(`${owner}`, { r: registration })
        PollSchedule.set(schedule, `${owner}`, new Map([["r", registration]]), 0)
      }
      const began = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
      yield* pass(6_000)
      let needed = 0
      for (let wake = PollSchedule.wakeAt(schedule); wake <= 6_000; wake = PollSchedule.wakeAt(schedule)) {
        needed++
        for (const { owner, name } of PollSchedule.take(schedule, wake))
          expected.push(`${began + wake} ${owner} ${name}`)
      }
      assert.deepStrictEqual([wakeUps(), ticks], [needed, expected])
    })
  )
})
