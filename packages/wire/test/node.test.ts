import { PassThrough } from "node:stream"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { fromStreams } from "../src/node.ts"
import { settle } from "./support.ts"

const setUp = () => {
  const [readable, writable] = [new PassThrough(), new PassThrough({ highWaterMark: 4 })]
  const duplex = fromStreams(readable, writable)
  const told: Array<string> = []
  const open = () =>
    duplex.open({
      chunk: (bytes) => told.push(new TextDecoder().decode(bytes)),
      end: () => told.push("<end>"),
      drain: () => told.push("<drain>"),
      broken: () => told.push("<broken>")
    })
  return { readable, writable, duplex, told, open }
}

const reset = Object.assign(new Error("reset"), { code: "EPIPE" })

describe("fromStreams", () => {
  it.effect("reads chunks and one end", () =>
    Effect.gen(function* () {
      const { readable, told, open } = setUp()
      open()
      readable.write("a")
      readable.end("b")
      yield* settle
      readable.destroy()
      yield* settle
      assert.deepStrictEqual(told, ["a", "b", "<end>"])
    })
  )

  it.effect("takes a read error for the end of input", () =>
    Effect.gen(function* () {
      const { readable, told, open } = setUp()
      open()
      readable.destroy(reset)
      yield* settle
      assert.deepStrictEqual(told, ["<end>"])
    })
  )

  it.effect("says that the pipe is full and when it drained", () =>
    Effect.gen(function* () {
      const { writable, duplex, told, open } = setUp()
      open()
      assert.isTrue(duplex.write("a"))
      assert.isFalse(duplex.write("bcdefg"))
      writable.resume()
      yield* settle
      assert.deepStrictEqual(told, ["<drain>"])
    })
  )

  it.effect("tells of a broken pipe once, writes nothing to it afterwards and leaks no listener (B029, B030)", () =>
    Effect.gen(function* () {
      const { writable, duplex, told, open } = setUp()
      open()
      for (let at = 0; at < 200; at++) duplex.write("x")
      const listeners = writable.listenerCount("drain")
      writable.destroy(reset)
      yield* settle
      assert.isTrue(duplex.write("lost"))
      duplex.end()
      yield* settle
      assert.deepStrictEqual([told, listeners], [["<broken>"], 1])
    })
  )

  it.effect("drops a write between a break and the word of it", () =>
    Effect.gen(function* () {
      const { writable, duplex, told, open } = setUp()
      open()
      writable.destroy(reset)
      assert.isTrue(duplex.write("lost"))
      yield* settle
      assert.deepStrictEqual(told, ["<broken>"])
    })
  )

  it.effect("tells a late reader what it missed", () =>
    Effect.gen(function* () {
      const { readable, writable, told, open } = setUp()
      readable.destroy()
      writable.destroy()
      yield* settle
      open()
      assert.deepStrictEqual(told, [])
      yield* settle
      assert.deepStrictEqual(told, ["<end>", "<broken>"])
    })
  )

  it.effect("ends the writing direction once, which is not a break", () =>
    Effect.gen(function* () {
      const { writable, duplex, told, open } = setUp()
      open()
      duplex.write("a")
      duplex.end()
      duplex.end()
      assert.isTrue(duplex.write("lost"))
      writable.resume()
      yield* settle
      assert.isTrue(writable.writableFinished)
      assert.deepStrictEqual(told, [])
    })
  )

  it.effect("tells nothing after it was stopped", () =>
    Effect.gen(function* () {
      const { readable, told, open } = setUp()
      const stop = open()
      stop()
      readable.end("a")
      yield* settle
      assert.deepStrictEqual([told, readable.isPaused()], [[], true])
    })
  )
})
