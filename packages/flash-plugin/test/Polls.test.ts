import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import * as Polls from "../src/Polls.ts"
import type { Work } from "../src/Work.ts"

/** Polls whose frames, refusals and work the test holds. */
const make = () => {
  const sent: Array<unknown> = []
  const refusals: Array<string> = []
  const running: Array<{ readonly work: () => Work<unknown>; readonly done: () => void }> = []
  const [polls, tick] = Polls.make({
    publish: (params) => sent.push(Reflect.get(params, "registrations")),
    refused: (reason) => refusals.push(reason),
    run: (work, done) => running.push({ work, done })
  })
  return { polls, tick, sent, refusals, running }
}

const nothing = () => {}
const every = (seconds: number, priority = "normal") => ({ every: seconds, priority })
const after = (seconds: number, priority = "normal") => ({ after: seconds, priority })

describe("Polls", () => {
  it("names cadences and deadlines from one counter and sends the whole set at each change, sorted", () => {
    const { polls, sent } = make()
    polls.interval("5 seconds", nothing)
    polls.after("2 seconds", nothing, { priority: "low" })
    const third = polls.interval("1 minute", nothing, { priority: "high" })
    third.cancel()
    assert.deepStrictEqual(
      sent.map((set) => JSON.stringify(set)),
      [
        JSON.stringify({ i1: every(5) }),
        JSON.stringify({ d2: after(2, "low"), i1: every(5) }),
        JSON.stringify({ d2: after(2, "low"), i1: every(5), i3: every(60, "high") }),
        JSON.stringify({ d2: after(2, "low"), i1: every(5) })
      ]
    )
  })

  it.each([
    [50, 0.05],
    [300, 0.3],
    [300.001, 0.301],
    [86_400_000, 86_400]
  ] as const)("sends a period of %d ms as %d s: whole milliseconds, rounded up", (millis, seconds) => {
    const { polls, sent } = make()
    polls.interval(millis, nothing)
    assert.deepStrictEqual(sent, [{ i1: every(seconds) }])
  })

  it.each([
    ["a period below 50 ms", (polls: Polls.Polls) => polls.interval(49.9, nothing)],
    ["a period above a day", (polls: Polls.Polls) => polls.interval(86_400_001, nothing)],
    ["a delay above a day", (polls: Polls.Polls) => polls.after(86_400_001, nothing)],
    ["a delay without an end", (polls: Polls.Polls) => polls.after(Number.POSITIVE_INFINITY, nothing)]
  ] as const)("refuses %s with a reason and sends nothing", (_, arm) => {
    const { polls, refusals, sent } = make()
    arm(polls)
    assert.deepStrictEqual(sent, [])
    assert.strictEqual(refusals.length, 1)
  })

  it("takes 64 and refuses the next; what is armed may still change", () => {
    const { polls, refusals, sent } = make()
    const first = polls.interval(1_000, nothing)
    for (let at = 1; at < 64; at++) polls.interval(1_000, nothing)
    assert.deepStrictEqual(refusals, [])
    assert.isFalse(polls.after(1_000, nothing).isArmed)
    assert.deepStrictEqual([refusals.length, sent.length], [1, 64])
    first.setPeriod(2_000)
    assert.deepStrictEqual([refusals.length, sent.length], [1, 65])
    first.cancel()
    assert.isTrue(polls.after(1_000, nothing).isArmed)
  })

  it("runs the work of a cadence at each tick and drops ticks that find it running [FLASH-SDK-12]", () => {
    const { polls, running, tick } = make()
    polls.interval(1_000, nothing)
    assert.strictEqual(running.length, 0)
    tick("i1")
    tick("i1")
    assert.strictEqual(running.length, 1)
    running[0]?.done()
    assert.strictEqual(running.length, 1)
    tick("i1")
    assert.strictEqual(running.length, 2)
  })

  it("keeps the work of a cancelled cadence for its next period, and ignores ticks in between", () => {
    const { polls, running, sent, tick } = make()
    const interval = polls.interval(1_000, nothing)
    interval.cancel()
    interval.cancel()
    tick("i1")
    assert.strictEqual(running.length, 0)
    interval.setPeriod(3_000)
    tick("i1")
    assert.strictEqual(running.length, 1)
    assert.deepStrictEqual(sent, [{ i1: every(1) }, {}, { i1: every(3) }])
  })

  it("keeps the period it had when the next one is refused", () => {
    const { polls, running, sent, tick } = make()
    polls.interval(1_000, nothing).setPeriod(1)
    tick("i1")
    assert.deepStrictEqual([running.length, sent.length], [1, 1])
  })

  it("does the work of a deadline once, and takes it out of the set", () => {
    const { polls, running, sent, tick } = make()
    polls.after(0, nothing)
    tick("d1")
    tick("d1")
    assert.strictEqual(running.length, 1)
    assert.deepStrictEqual(sent, [{ d1: after(0) }, {}])
  })

  it("gives each arming a name of its own [FLASH-SDK-13]", () => {
    const { polls, tick } = make()
    const names = [1, 2, 3].map(() => {
      const { name } = polls.after(1_000, nothing)
      tick(name)
      return name
    })
    assert.deepStrictEqual(names, ["d1", "d2", "d3"])
  })

  it("does nothing for a cancelled deadline or a name that it never gave", () => {
    const { polls, running, tick } = make()
    polls.after(1_000, nothing).cancel()
    for (const name of ["d1", "i1", "constructor", "__proto__"]) tick(name)
    assert.strictEqual(running.length, 0)
  })

  it.effect("waits for its tick and for nothing else [FLASH-CLOK-08]", () =>
    Effect.gen(function* () {
      const { polls, sent, tick } = make()
      const waiting = yield* Effect.forkChild(polls.wait("1 second", { priority: "high" }), { startImmediately: true })
      assert.deepStrictEqual(sent, [{ d1: after(1, "high") }])
      yield* TestClock.adjust("1 hour")
      assert.isUndefined(waiting.pollUnsafe())
      tick("d1")
      yield* Fiber.join(waiting)
      assert.deepStrictEqual(sent[1], {})
    })
  )

  it.effect("gives the wake-up back when waiting is interrupted", () =>
    Effect.gen(function* () {
      const { polls, sent } = make()
      const waiting = yield* Effect.forkChild(polls.wait("1 second"), { startImmediately: true })
      yield* Fiber.interrupt(waiting)
      assert.deepStrictEqual(sent, [{ d1: after(1) }, {}])
    })
  )

  it.effect("waits for nothing where the host would refuse it", () =>
    Effect.gen(function* () {
      const { polls, refusals } = make()
      yield* polls.wait("2 days")
      assert.strictEqual(refusals.length, 1)
    })
  )
})
