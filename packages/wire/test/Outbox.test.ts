import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import * as Outbox from "../src/Outbox.ts"
import { assertSame } from "./support.ts"

/** A pipe that records writes and is full for as long as a test says. */
const makePipe = () => {
  const pipe = {
    writes: [] as string[],
    full: false,
    ended: 0,
    write: (text: string) => {
      pipe.writes.push(text)
      return !pipe.full
    },
    end: () => {
      pipe.ended++
    }
  }
  return pipe
}

const setUp = (limits = { outboxFrames: 256, outboxBytes: 1 << 20 }) => {
  const pipe = makePipe()
  const outbox = Outbox.make(pipe, limits)
  const offer = (text: string, key?: string) => outbox.offer(text, Buffer.byteLength(text), key)
  return { pipe, outbox, offer }
}

const endOfTurn = Effect.promise(() => Promise.resolve())

describe("Outbox", () => {
  it.effect("writes the frames of one turn together, in order", () =>
    Effect.gen(function* () {
      const { pipe, offer } = setUp()
      for (const text of ["a", "b", "c"]) offer(text)
      assert.deepStrictEqual(pipe.writes, [])
      yield* endOfTurn
      offer("d")
      yield* endOfTurn
      assert.deepStrictEqual(pipe.writes, ["a\nb\nc\n", "d\n"])
    })
  )

  it.effect("writes a replaceable frame alone", () =>
    Effect.gen(function* () {
      const { pipe, offer } = setUp()
      offer("a")
      offer("b")
      offer("k", "key")
      offer("c")
      offer("d")
      yield* endOfTurn
      assert.deepStrictEqual(pipe.writes, ["a\nb\n", "k\n", "c\nd\n"])
    })
  )

  it.effect("writes at most 64 KiB at once, or one larger frame", () =>
    Effect.gen(function* () {
      const { pipe, offer } = setUp()
      const frames = ["x".repeat(40_000), "y".repeat(30_000), "z".repeat(100_000), "w"]
      for (const text of frames) offer(text)
      yield* endOfTurn
      assert.deepStrictEqual(
        pipe.writes,
        frames.map((text) => `${text}\n`)
      )
    })
  )

  it.effect("sends R and then the newest K when K, R, K were unsent (B035)", () =>
    Effect.gen(function* () {
      const { pipe, outbox, offer } = setUp()
      pipe.full = true
      offer("first")
      yield* endOfTurn
      offer("K old", "K")
      offer("R")
      offer("K new", "K")
      pipe.full = false
      outbox.drained()
      assert.deepStrictEqual(pipe.writes, ["first\n", "R\n", "K new\n"])
    })
  )

  it.effect("can still replace a frame behind the one that filled the pipe [FLASH-DELI-07]", () =>
    Effect.gen(function* () {
      const { pipe, outbox, offer } = setUp()
      pipe.full = true
      offer("J", "J")
      offer("K old", "K")
      yield* endOfTurn
      assert.deepStrictEqual(pipe.writes, ["J\n"])
      offer("K new", "K")
      outbox.drained()
      assert.deepStrictEqual(pipe.writes, ["J\n", "K new\n"])
    })
  )

  it.effect("holds three frames after 10,000 signals of three keys into a full pipe (B034)", () =>
    Effect.gen(function* () {
      const { pipe, outbox, offer } = setUp({ outboxFrames: 4, outboxBytes: 200 })
      pipe.full = true
      offer("first")
      yield* endOfTurn
      for (let at = 0; at < 10_000; at++) assert.isTrue(Result.isSuccess(offer(`signal ${at}`, `key ${at % 3}`)))
      assert.deepStrictEqual(outbox.waiting(), { frames: 4, bytes: 6 + 3 * 12 })
      pipe.full = false
      outbox.drained()
      assert.deepStrictEqual(pipe.writes, ["first\n", "signal 9997\n", "signal 9998\n", "signal 9999\n"])
      assert.deepStrictEqual(outbox.waiting(), { frames: 0, bytes: 0 })
    })
  )

  it.effect("keeps order and hands nothing over while the pipe is full (B030)", () =>
    Effect.gen(function* () {
      const { pipe, outbox, offer } = setUp()
      pipe.full = true
      offer("first")
      yield* endOfTurn
      for (let at = 0; at < 200; at++) {
        offer(`${at}`)
        yield* endOfTurn
      }
      assert.deepStrictEqual(pipe.writes, ["first\n"])
      pipe.full = false
      outbox.drained()
      assert.strictEqual(pipe.writes[1], Array.from({ length: 200 }, (_, at) => `${at}\n`).join(""))
    })
  )

  it.effect("refuses one frame too many and leaves what waits as it was [FLASH-DELI-04]", () =>
    Effect.gen(function* () {
      const { pipe, outbox, offer } = setUp({ outboxFrames: 3, outboxBytes: 1000 })
      pipe.full = true
      offer("stuck")
      yield* endOfTurn
      offer("a", "a")
      offer("b")
      assertSame(offer("c"), Result.fail(new Outbox.OutboxOverflow({ frames: 3, bytes: 10 })))
      assert.isTrue(Result.isSuccess(offer("A", "a")))
      pipe.full = false
      outbox.drained()
      assert.deepStrictEqual(pipe.writes, ["stuck\n", "b\n", "A\n"])
      assert.deepStrictEqual(outbox.waiting(), { frames: 0, bytes: 0 })
    })
  )

  it.effect("refuses no frame of a turn while the pipe takes what comes before it [FLASH-DELI-04]", () =>
    Effect.gen(function* () {
      const { pipe, outbox, offer } = setUp({ outboxFrames: 2, outboxBytes: 8 })
      const frames = ["one", "two", "3", "4", "5", "six", "7654321"]
      for (const text of frames) assert.isTrue(Result.isSuccess(offer(text, text === "two" ? "key" : undefined)), text)
      yield* endOfTurn
      assert.strictEqual(pipe.writes.join(""), frames.map((text) => `${text}\n`).join(""))
      assert.isTrue(Result.isFailure(offer("87654321")))
      pipe.full = true
      assert.isTrue(Result.isSuccess(offer("8")))
      assert.isTrue(Result.isSuccess(offer("9")))
      assert.isTrue(Result.isFailure(offer("10")))
      assert.deepStrictEqual(outbox.waiting(), { frames: 2, bytes: 4 })
    })
  )

  it.effect("counts bytes with newlines, and frees those of a replaced frame", () =>
    Effect.gen(function* () {
      const { pipe, outbox, offer } = setUp({ outboxFrames: 10, outboxBytes: 12 })
      pipe.full = true
      offer("x")
      yield* endOfTurn
      assert.isTrue(Result.isSuccess(offer("123456789", "k")))
      assert.isTrue(Result.isSuccess(offer("éééé1", "k")))
      assert.isTrue(Result.isFailure(offer("1234567890", "k")))
      assert.deepStrictEqual(outbox.waiting(), { frames: 2, bytes: 12 })
      assert.isTrue(Result.isFailure(offer("")))
      pipe.full = false
      outbox.drained()
      assert.isTrue(Result.isSuccess(offer("")))
    })
  )

  it.effect("counts what a full pipe has not taken until it drains", () =>
    Effect.gen(function* () {
      const { pipe, outbox, offer } = setUp({ outboxFrames: 3, outboxBytes: 1000 })
      pipe.full = true
      offer("a")
      offer("b")
      yield* endOfTurn
      assert.deepStrictEqual(outbox.waiting(), { frames: 2, bytes: 4 })
      assert.isTrue(Result.isSuccess(offer("c")))
      assert.isTrue(Result.isFailure(offer("d")))
      pipe.full = false
      outbox.drained()
      assert.isTrue(Result.isSuccess(offer("d")))
    })
  )

  it.effect("ends the pipe after everything was handed over, and once", () =>
    Effect.gen(function* () {
      const { pipe, outbox, offer } = setUp()
      pipe.full = true
      offer("a")
      yield* endOfTurn
      offer("b")
      outbox.end()
      outbox.end()
      assert.deepStrictEqual({ writes: pipe.writes, ended: pipe.ended }, { writes: ["a\n"], ended: 0 })
      assertSame(offer("c"), Result.fail(new Outbox.OutboxClosed()))
      pipe.full = false
      outbox.drained()
      outbox.drained()
      assert.deepStrictEqual({ writes: pipe.writes, ended: pipe.ended }, { writes: ["a\n", "b\n"], ended: 1 })
    })
  )

  it.effect("sends the frames of this turn before the end of input", () =>
    Effect.gen(function* () {
      const { pipe, outbox, offer } = setUp()
      offer("a")
      outbox.end()
      assert.deepStrictEqual({ writes: pipe.writes, ended: pipe.ended }, { writes: ["a\n"], ended: 1 })
      yield* endOfTurn
      assert.strictEqual(pipe.ended, 1)
    })
  )

  it.effect("drops everything once the pipe broke", () =>
    Effect.gen(function* () {
      const { pipe, outbox, offer } = setUp()
      offer("a")
      outbox.drop()
      yield* endOfTurn
      outbox.drained()
      outbox.end()
      assert.deepStrictEqual({ writes: pipe.writes, ended: pipe.ended }, { writes: [], ended: 0 })
      assertSame(offer("b"), Result.fail(new Outbox.OutboxClosed()))
      assert.deepStrictEqual(outbox.waiting(), { frames: 0, bytes: 0 })
    })
  )
})
