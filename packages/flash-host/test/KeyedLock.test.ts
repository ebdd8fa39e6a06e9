import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import * as KeyedLock from "../src/KeyedLock.ts"

const slow = (log: Array<string>, name: string) =>
  Effect.sync(() => log.push(`${name} in`)).pipe(
    Effect.andThen(Effect.yieldNow),
    Effect.andThen(Effect.sync(() => log.push(`${name} out`)))
  )

describe("KeyedLock", () => {
  it.effect("lets one at a time in under one name, in the order in which they came", () =>
    Effect.gen(function* () {
      const lock = KeyedLock.make()
      const log: Array<string> = []
      yield* Effect.forEach(["a", "b", "c"], (who) => lock.hold("name", slow(log, who)), { concurrency: "unbounded" })
      assert.deepStrictEqual(log, ["a in", "a out", "b in", "b out", "c in", "c out"])
    })
  )

  it.effect("keeps nobody out under another name", () =>
    Effect.gen(function* () {
      const lock = KeyedLock.make()
      const log: Array<string> = []
      yield* Effect.forEach(["a", "b"], (who) => lock.hold(who, slow(log, who)), { concurrency: "unbounded" })
      assert.deepStrictEqual(log, ["a in", "b in", "a out", "b out"])
    })
  )

  it.effect("remembers a name while somebody wants it, whatever becomes of who holds it and who waits", () =>
    Effect.gen(function* () {
      const lock = KeyedLock.make()
      const holding = yield* Effect.forkChild(lock.hold("name", Effect.never), { startImmediately: true })
      const waiting = yield* Effect.forkChild(lock.hold("name", Effect.void), { startImmediately: true })
      const leaving = yield* Effect.forkChild(lock.hold("name", Effect.void), { startImmediately: true })
      assert.strictEqual(lock.size(), 1)
      yield* Fiber.interrupt(leaving)
      assert.strictEqual(lock.size(), 1)
      yield* Fiber.interrupt(holding)
      yield* Fiber.join(waiting)
      assert.strictEqual(lock.size(), 0)
    })
  )

  it.effect("is free again after a failure", () =>
    Effect.gen(function* () {
      const lock = KeyedLock.make()
      assert.strictEqual(yield* Effect.flip(lock.hold("name", Effect.fail("no"))), "no")
      assert.strictEqual(yield* lock.hold("name", Effect.succeed("yes")), "yes")
    })
  )
})
