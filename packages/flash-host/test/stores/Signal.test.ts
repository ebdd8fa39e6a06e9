import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Latch, Scope, Stream } from "effect"
import * as Signal from "../../src/stores/Signal.ts"
import { settle } from "../support/time.ts"

const signalled = Effect.fnUntraced(function* (...standing: ReadonlyArray<string>) {
  const scope = yield* Scope.make()
  const signal = yield* Scope.provide(
    Signal.make(() => standing),
    scope
  )
  /** What a reader saw that waits for a latch after each element. */
  const read = Effect.fnUntraced(function* (ready: Latch.Latch = Latch.makeUnsafe(true)) {
    const seen: Array<ReadonlyArray<string>> = []
    const reader = yield* signal.stream.pipe(
      Stream.runForEach((names) =>
        Effect.andThen(
          Effect.sync(() => seen.push([...names])),
          ready.await
        )
      ),
      Effect.forkChild({ startImmediately: true })
    )
    yield* settle
    return { seen, reader }
  })
  return { ...signal, read, close: Scope.close(scope, Exit.void) }
})

describe("Signal", () => {
  it.effect("tells every reader, late ones first what is there", () =>
    Effect.gen(function* () {
      const { raise, read } = yield* signalled("a", "b")
      const { seen } = yield* read()
      raise(["c"])
      yield* settle
      const late = yield* read()
      raise(["a"])
      yield* settle
      assert.deepStrictEqual(
        [seen, late.seen],
        [
          [["a", "b"], ["c"], ["a"]],
          [["a", "b"], ["a"]]
        ]
      )
    })
  )

  it.effect("tells nothing while nothing is there and nothing is raised", () =>
    Effect.gen(function* () {
      const { raise, read } = yield* signalled()
      const { seen } = yield* read()
      raise([])
      yield* settle
      assert.deepStrictEqual(seen, [])
      raise(["a"])
      yield* settle
      assert.deepStrictEqual(seen, [["a"]])
    })
  )

  it.effect("keeps one set of names for a slow reader, and misses none of them", () =>
    Effect.gen(function* () {
      const { raise, read } = yield* signalled("first")
      const ready = Latch.makeUnsafe(false)
      const { seen } = yield* read(ready)
      for (let turn = 0; turn < 10_000; turn++) raise([`p${turn % 3}`])
      yield* settle
      assert.deepStrictEqual(seen, [["first"]])
      yield* ready.open
      yield* settle
      assert.deepStrictEqual(seen, [["first"], ["p0", "p1", "p2"]])
    })
  )

  it.effect("ends with its scope, after the names that were raised last", () =>
    Effect.gen(function* () {
      const { raise, read, close } = yield* signalled()
      const ready = Latch.makeUnsafe(false)
      const slow = yield* read(ready)
      raise(["a"])
      yield* settle
      raise(["b"])
      yield* close
      yield* ready.open
      yield* Fiber.join(slow.reader)
      assert.deepStrictEqual(slow.seen, [["a"], ["b"]])
      const late = yield* read()
      yield* Fiber.join(late.reader)
      assert.deepStrictEqual(late.seen, [])
    })
  )
})
