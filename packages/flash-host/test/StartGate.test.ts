import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Exit, Fiber, Layer, Scope } from "effect"
import { TestClock } from "effect/testing"
import * as StartGate from "../src/StartGate.ts"
import { settle } from "./support/time.ts"

/** Builds a gate, and lets plugins in by name. */
const make = Effect.fn(function* (places?: number) {
  const layer =
    places === undefined
      ? StartGate.StartGate.layer
      : Layer.provide(StartGate.StartGate.layer, Layer.succeed(StartGate.StartsAtOnce, places))
  const gate = Context.get(yield* Layer.build(layer), StartGate.StartGate)
  const entered: Array<string> = []
  /** Sends a plugin to the gate; returns how to say that it is up, and how to end it. */
  const send = Effect.fn(function* (name: string) {
    const scope = yield* Scope.make()
    const entering = yield* gate.enter.pipe(
      Effect.tap(() => Effect.sync(() => entered.push(name))),
      Scope.provide(scope),
      Effect.forkChild({ startImmediately: true })
    )
    const isUp = Effect.map(Fiber.join(entering), (up) => up())
    const end = Effect.andThen(Fiber.interrupt(entering), Scope.close(scope, Exit.void))
    return { isUp, end }
  })
  return { send, entered }
})

describe("StartGate", () => {
  it.effect("lets in the first at once", () =>
    Effect.gen(function* () {
      const { entered, send } = yield* make()
      yield* send("a")
      assert.deepStrictEqual(entered, ["a"])
    })
  )

  it.effect("lets in one in a turn, in the order in which they came", () =>
    Effect.gen(function* () {
      const { entered, send } = yield* make()
      for (const name of ["a", "b", "c"]) yield* send(name)
      assert.deepStrictEqual(entered, ["a"])
      yield* settle
      assert.deepStrictEqual(entered, ["a", "b", "c"])
    })
  )

  it.effect("lets in as many as there are places, and another one when one is up", () =>
    Effect.gen(function* () {
      const { entered, send } = yield* make(2)
      const a = yield* send("a")
      for (const name of ["b", "c", "d"]) yield* send(name)
      yield* settle
      assert.deepStrictEqual(entered, ["a", "b"])
      yield* a.isUp
      yield* settle
      assert.deepStrictEqual(entered, ["a", "b", "c"])
    })
  )

  it.effect("has four places unless a host says otherwise", () =>
    Effect.gen(function* () {
      const { entered, send } = yield* make()
      for (const name of ["a", "b", "c", "d", "e"]) yield* send(name)
      yield* settle
      assert.deepStrictEqual(entered, ["a", "b", "c", "d"])
    })
  )

  it.effect("lets in another one after exactly 250 ms, up or not", () =>
    Effect.gen(function* () {
      const { entered, send } = yield* make(1)
      yield* send("a")
      yield* send("b")
      yield* TestClock.adjust(StartGate.patience - 1)
      yield* settle
      assert.deepStrictEqual(entered, ["a"])
      yield* TestClock.adjust(1)
      yield* settle
      assert.deepStrictEqual(entered, ["a", "b"])
    })
  )

  it.effect("gives a place back once, however often it is given back", () =>
    Effect.gen(function* () {
      const { entered, send } = yield* make(1)
      const a = yield* send("a")
      for (const name of ["b", "c"]) yield* send(name)
      yield* a.isUp
      yield* a.isUp
      yield* a.end
      yield* TestClock.adjust(StartGate.patience - 1)
      yield* settle
      assert.deepStrictEqual(entered, ["a", "b"])
    })
  )

  it.effect("lets in another one when one ends, and forgets one that ends as it waits", () =>
    Effect.gen(function* () {
      const { entered, send } = yield* make(1)
      const a = yield* send("a")
      const b = yield* send("b")
      yield* send("c")
      yield* b.end
      yield* a.end
      yield* settle
      assert.deepStrictEqual(entered, ["a", "c"])
    })
  )

  it.effect("loses no place to one that ends between its place and its turn", () =>
    Effect.gen(function* () {
      const { entered, send } = yield* make(2)
      yield* send("a")
      const b = yield* send("b")
      yield* b.end
      yield* send("c")
      yield* settle
      assert.deepStrictEqual(entered, ["a", "c"])
    })
  )
})
