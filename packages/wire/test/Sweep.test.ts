import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as Sweep from "../src/Sweep.ts"
import { countSleeps } from "./support.ts"

/** An owner on the clock that counts: notes when it is asked, and answers with what is left of its deadlines. */
const owners = Effect.map(countSleeps, ({ counting, sleeps }) => ({
  sleeps,
  owner: (...deadlines: ReadonlyArray<number>) => {
    const asked: Array<number> = []
    const start = Sweep.now(counting)
    const sweep = Sweep.make(counting, (time) => {
      asked.push(time - start)
      return Math.min(...deadlines.map((due) => start + due).filter((due) => due > time))
    })
    return { asked, ...sweep, arm: (due: number) => sweep.arm(start + due) }
  }
}))

describe("Sweep", () => {
  it.effect("asks every owner at the nearest deadline, and none again that has no other", () =>
    Effect.gen(function* () {
      const { owner, sleeps } = yield* owners
      const busy = owner(100, 300)
      const met = owner()
      busy.arm(100)
      met.arm(200)
      yield* TestClock.adjust(1000)
      assert.deepStrictEqual([busy.asked, met.asked], [[100, 300], [100]])
      assert.deepStrictEqual(sleeps, { started: 2, waiting: 0 })
    })
  )

  it.effect("sleeps anew for a deadline that comes after the last owner had rested", () =>
    Effect.gen(function* () {
      const { owner, sleeps } = yield* owners
      const one = owner(500)
      one.arm(100)
      one.disarm()
      assert.deepStrictEqual(sleeps, { started: 1, waiting: 0 })
      one.arm(500)
      assert.deepStrictEqual(sleeps, { started: 2, waiting: 1 })
      yield* TestClock.adjust(500)
      assert.deepStrictEqual(one.asked, [500])
    })
  )

  it.effect("never sleeps for an owner without a deadline, nor is kept awake by it", () =>
    Effect.gen(function* () {
      const { owner, sleeps } = yield* owners
      const endless = owner()
      const one = owner(100)
      endless.arm(Number.POSITIVE_INFINITY)
      assert.deepStrictEqual(sleeps, { started: 0, waiting: 0 })
      one.arm(100)
      one.disarm()
      assert.deepStrictEqual(sleeps, { started: 1, waiting: 0 })
    })
  )

  it.effect("goes on sleeping while another owner has a deadline", () =>
    Effect.gen(function* () {
      const { owner, sleeps } = yield* owners
      const [gone, stays] = [owner(100), owner(200)]
      gone.arm(100)
      stays.arm(200)
      gone.disarm()
      assert.deepStrictEqual(sleeps, { started: 1, waiting: 1 })
      yield* TestClock.adjust(200)
      assert.deepStrictEqual([gone.asked, stays.asked], [[], [100, 200]])
    })
  )

  it.effect("takes what owners do while one of them is asked", () =>
    Effect.gen(function* () {
      const { counting, sleeps } = yield* countSleeps
      const start = Sweep.now(counting)
      const woken: Array<string> = []
      const late = Sweep.make(counting, (time) => {
        woken.push("late")
        return time < start + 150 ? start + 150 : Number.POSITIVE_INFINITY
      })
      const gone = Sweep.make(counting, () => {
        woken.push("gone")
        return Number.POSITIVE_INFINITY
      })
      const first = Sweep.make(counting, () => {
        woken.push("first")
        gone.disarm()
        first.disarm()
        return Number.POSITIVE_INFINITY
      })
      const busy = Sweep.make(counting, (time) => {
        woken.push("busy")
        late.arm(time + 50)
        busy.disarm()
        return time + 5000
      })
      busy.arm(start + 5000)
      first.arm(start + 100)
      gone.arm(start + 200)
      yield* TestClock.adjust(100)
      assert.deepStrictEqual(woken, ["busy", "first", "late"])
      assert.strictEqual(sleeps.waiting, 1)
      yield* TestClock.adjust(50)
      assert.deepStrictEqual(woken.slice(3), ["late"])
      assert.strictEqual(sleeps.waiting, 0)
    })
  )

  it.effect("sleeps for nobody when an owner that was armed meanwhile has no deadline after all", () =>
    Effect.gen(function* () {
      const { counting, sleeps } = yield* countSleeps
      const start = Sweep.now(counting)
      const none = Sweep.make(counting, () => Number.POSITIVE_INFINITY)
      const first = Sweep.make(counting, () => {
        none.arm(start + 5000)
        return Number.POSITIVE_INFINITY
      })
      first.arm(start + 100)
      yield* TestClock.adjust(100)
      assert.deepStrictEqual(sleeps, { started: 2, waiting: 0 })
    })
  )

  it.effect("serves the others of an owner that throws, in the millisecond after", () =>
    Effect.gen(function* () {
      const { counting, sleeps } = yield* countSleeps
      const start = Sweep.now(counting)
      const asked: Array<readonly [string, number]> = []
      const broken = Sweep.make(counting, (time) => {
        asked.push(["broken", time - start])
        if (asked.length === 1) throw new Error("an observer of a caller died")
        return Number.POSITIVE_INFINITY
      })
      const other = Sweep.make(counting, (time) => {
        asked.push(["other", time - start])
        return Number.POSITIVE_INFINITY
      })
      broken.arm(start + 100)
      other.arm(start + 100)
      yield* TestClock.adjust(100)
      assert.deepStrictEqual(asked, [["broken", 100]])
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(asked.slice(1), [
        ["broken", 101],
        ["other", 101]
      ])
      assert.strictEqual(sleeps.waiting, 0)
    })
  )
})
