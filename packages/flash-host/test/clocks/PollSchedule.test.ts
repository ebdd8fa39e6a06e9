import { assert, describe, it } from "@effect/vitest"
import type { Poll } from "@lanyard/flash-protocol"
import { Schema } from "effect"
import * as PollSchedule from "../../src/clocks/PollSchedule.ts"

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

const of = (registrations: Readonly<Record<string, Poll.Registration>>, now = 0, owner = "p") => {
  const schedule = PollSchedule.make()
  PollSchedule.set(schedule, owner, new Map(Object.entries(registrations)), now)
  return schedule
}
const again = (
  schedule: PollSchedule.PollSchedule,
  registrations: Readonly<Record<string, Poll.Registration>>,
  now: number
) => PollSchedule.set(schedule, "p", new Map(Object.entries(registrations)), now)

const names = (ticks: ReadonlyArray<PollSchedule.Tick>) => ticks.map(({ owner, name }) => `${owner} ${name}`)

describe("PollSchedule", () => {
  it.each([
    ["high", 25],
    ["normal", 100],
    ["low", 1000]
  ] as const)("lets a tick of priority %s be %d ms late and no more [FLASH-CLOK-03]", (priority, slack) => {
    assert.strictEqual(PollSchedule.wakeAt(of({ e: every(60_000, priority) }, 5)), 60_005 + slack)
    assert.strictEqual(PollSchedule.wakeAt(of({ a: after(60_000, priority) }, 5)), 60_005 + slack)
  })

  it.each([
    [every(2000, "low"), 1000],
    [every(1999, "low"), 999],
    [every(1000, "low"), 500],
    [every(200), 100],
    [every(199), 99],
    [every(50, "high"), 25],
    [after(1, "low"), 1000],
    [after(0, "low"), 0]
  ] as const)("lets %j be %d ms late", (registration, slack) => {
    assert.strictEqual(PollSchedule.slack(registration), slack)
  })

  it("takes a tick when it is due and not a millisecond earlier, whatever its slack", () => {
    const schedule = of({ e: every(1000, "low") })
    assert.deepStrictEqual(PollSchedule.take(schedule, 999), [])
    assert.deepStrictEqual(names(PollSchedule.take(schedule, 1000)), ["p e"])
    assert.deepStrictEqual(PollSchedule.take(schedule, 1000), [])
  })

  it.each([
    [1000, 2000],
    [1400, 2000],
    [1999.5, 2000],
    [2000, 3000],
    [601_500, 602_000]
  ])("keeps a cadence on its grid: taken at %d, it is due at %d", (taken, due) => {
    const schedule = of({ e: every(1000) })
    assert.deepStrictEqual(names(PollSchedule.take(schedule, taken)), ["p e"])
    assert.strictEqual(PollSchedule.wakeAt(schedule), due + 100)
  })

  it("fires a deadline once [FLASH-CLOK-04]", () => {
    const schedule = of({ a: after(1000) })
    assert.deepStrictEqual(names(PollSchedule.take(schedule, 1000)), ["p a"])
    assert.strictEqual(PollSchedule.wakeAt(schedule), Infinity)
    assert.deepStrictEqual(PollSchedule.take(schedule, 1e12), [])
  })

  it("fires a deadline of nothing at once, and not again when the set is repeated [FLASH-CLOK-04]", () => {
    const schedule = of({ a: after(0, "low") }, 7)
    assert.strictEqual(PollSchedule.wakeAt(schedule), 7)
    assert.deepStrictEqual(names(PollSchedule.take(schedule, 7)), ["p a"])
    again(schedule, { a: after(0, "low") }, 8)
    assert.deepStrictEqual(PollSchedule.take(schedule, 1e12), [])
  })

  it("leaves what a new set repeats as it was", () => {
    const schedule = of({ e: every(1000), a: after(5000) })
    PollSchedule.take(schedule, 1000)
    again(schedule, { a: after(5000), e: every(1000), other: every(9000) }, 1700)
    assert.deepStrictEqual(names(PollSchedule.take(schedule, 2000)), ["p e"])
    assert.deepStrictEqual(names(PollSchedule.take(schedule, 5000)), ["p e", "p a"])
  })

  it.each([
    ["period", every(1001)],
    ["priority", every(1000, "low")],
    ["kind", after(1000)]
  ])("arms a registration afresh whose %s changed", (_, changed) => {
    const schedule = of({ x: every(1000) })
    again(schedule, { x: changed }, 900)
    assert.strictEqual(PollSchedule.wakeAt(schedule), 900 + changed.millis + PollSchedule.slack(changed))
  })

  it("arms a deadline again whose time changed, or whose name was left out in between", () => {
    const schedule = of({ a: after(10), b: after(10) })
    PollSchedule.take(schedule, 10)
    again(schedule, { a: after(20) }, 100)
    assert.deepStrictEqual(names(PollSchedule.take(schedule, 120)), ["p a"])
    again(schedule, { a: after(20), b: after(10) }, 200)
    assert.deepStrictEqual(names(PollSchedule.take(schedule, 1e12)), ["p b"])
  })

  it("knows a tick whose arming was replaced, dropped or released", () => {
    const fates: ReadonlyArray<readonly [boolean, (schedule: PollSchedule.PollSchedule) => void]> = [
      [true, (schedule) => again(schedule, { e: every(1000) }, 1000)],
      [false, (schedule) => again(schedule, { e: every(2000) }, 1000)],
      [false, (schedule) => again(schedule, {}, 1000)],
      [false, (schedule) => PollSchedule.release(schedule, "p")]
    ]
    for (const [stands, fate] of fates) {
      const schedule = of({ e: every(1000) })
      const [tick] = PollSchedule.take(schedule, 1000)
      fate(schedule)
      assert.strictEqual(tick !== undefined && PollSchedule.stands(schedule, tick), stands)
    }
  })

  it("keeps owners apart, and nothing of one without registrations", () => {
    const schedule = of({ e: every(1000) })
    PollSchedule.set(schedule, "q", new Map([["e", every(3000)]]), 0)
    PollSchedule.release(schedule, "p")
    assert.deepStrictEqual(names(PollSchedule.take(schedule, 1e6)), ["q e"])
    PollSchedule.set(schedule, "q", new Map(), 0)
    assert.strictEqual(schedule.owners.size, 0)
    assert.strictEqual(PollSchedule.wakeAt(schedule), Infinity)
  })

  it("takes the longest due first, then by owner and name, however they were registered", () => {
    const schedule = of({ z: after(20), b: after(30), a: after(30) }, 0, "q")
    PollSchedule.set(schedule, "p", new Map([["c", after(30)]]), 0)
    PollSchedule.set(schedule, "r", new Map([["0", after(10)]]), 0)
    assert.deepStrictEqual(names(PollSchedule.take(schedule, 30)), ["r 0", "q z", "p c", "q a", "q b"])
  })

  const Any = Schema.Array(
    Schema.Struct({
      kind: Schema.Literals(["every", "after"]),
      millis: Schema.Int.check(Schema.isBetween({ minimum: 50, maximum: 5000 })),
      priority: Schema.Literals(["high", "normal", "low"]),
      at: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 3000 }))
    })
  )

  it.prop(
    "delivers every time of every registration once, within its slack, in as few wake-ups as that takes [FLASH-CLOK-03]",
    [Any],
    ([registrations]) => {
      const until = 12_000
      const schedule = PollSchedule.make()
      const pending = registrations
        .map(({ at, ...registration }, index) => ({ at, owner: `${index}`, registration }))
        .sort((a, b) => a.at - b.at)
      const ticks = new Map<string, Array<number>>()
      const windows: Array<readonly [number, number]> = []
      for (;;) {
        const wake = PollSchedule.wakeAt(schedule)
        const next = pending[0]
        if (next !== undefined && next.at <= wake) {
          pending.shift()
          PollSchedule.set(schedule, next.owner, new Map([["r", next.registration]]), next.at)
          continue
        }
        if (wake > until) break
        const taken = PollSchedule.take(schedule, wake)
        for (const { owner } of taken) ticks.set(owner, [...(ticks.get(owner) ?? []), wake])
        // The one that could wait no longer.
        const latest = taken.flatMap(({ arming: { registration }, time }) =>
          time + PollSchedule.slack(registration) === wake ? [time] : []
        )
        windows.push([Math.max(...latest), wake])
      }
      for (const [index, { at, kind, millis, priority }] of registrations.entries()) {
        const seen = ticks.get(`${index}`) ?? []
        const slack = PollSchedule.slack({ kind, millis, priority })
        const due = kind === "after" ? [at + millis] : seen.map((_, turn) => at + (turn + 1) * millis)
        assert.strictEqual(seen.length, due.length)
        for (const [turn, time] of seen.entries()) {
          assert.isTrue(time >= due[turn]! && time <= due[turn]! + slack)
        }
      }
      // Windows that do not meet need a wake-up each: there are none to spare.
      for (const [at, [opens]] of windows.entries()) assert.isTrue(at === 0 || opens > windows[at - 1]![1])
    }
  )
})
