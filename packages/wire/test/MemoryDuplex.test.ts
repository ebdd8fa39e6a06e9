import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as MemoryDuplex from "../src/testing/MemoryDuplex.ts"
import { settle } from "./support.ts"

/** Opens an end and writes down what it is told. */
const listen = (end: MemoryDuplex.MemoryEnd) => {
  const told: Array<string> = []
  const stop = end.duplex.open({
    chunk: (bytes) => told.push(new TextDecoder().decode(bytes)),
    end: () => told.push("<end>"),
    drain: () => told.push("<drain>"),
    broken: () => told.push("<broken>")
  })
  return { told, stop }
}

describe("MemoryDuplex", () => {
  it.effect("delivers in order, in chunks of the size asked for, and the end last", () =>
    Effect.gen(function* () {
      const [left, right] = MemoryDuplex.pair({ chunkBytes: 2 })
      const { told } = listen(right)
      left.duplex.write("abc")
      left.duplex.write("d")
      left.duplex.end()
      left.duplex.end()
      left.duplex.write("lost")
      assert.deepStrictEqual(told, [])
      yield* settle
      assert.deepStrictEqual(told, ["ab", "c", "d", "<end>"])
      assert.deepStrictEqual([left.written, right.sawEnd()], [["abc", "d"], true])
    })
  )

  it.effect("keeps what was written before anyone listens", () =>
    Effect.gen(function* () {
      const [left, right] = MemoryDuplex.pair()
      left.duplex.write("early")
      yield* settle
      const { told } = listen(right)
      yield* settle
      assert.deepStrictEqual(told, ["early"])
    })
  )

  it.effect("fills up while its reader stalls, and drains when it reads on", () =>
    Effect.gen(function* () {
      const [left, right] = MemoryDuplex.pair({ highWaterMark: 4 })
      const writer = listen(left)
      const { told } = listen(right)
      right.stall()
      assert.isTrue(left.duplex.write("abc"))
      assert.isFalse(left.duplex.write("d"))
      yield* settle
      assert.deepStrictEqual([told, writer.told], [[], []])
      right.resume()
      yield* settle
      assert.deepStrictEqual([told, writer.told], [["abc", "d"], ["<drain>"]])
    })
  )

  it.effect("tells the writer once that its reader is gone, and drops what it writes", () =>
    Effect.gen(function* () {
      const [left, right] = MemoryDuplex.pair()
      const writer = listen(left)
      const { told } = listen(right)
      right.breakInput()
      right.breakInput()
      assert.isTrue(left.duplex.write("lost"))
      yield* settle
      assert.deepStrictEqual([told, writer.told], [[], ["<broken>"]])
    })
  )

  it.effect("asks no one to write on after a break", () =>
    Effect.gen(function* () {
      const [left, right] = MemoryDuplex.pair({ highWaterMark: 1 })
      const writer = listen(left)
      listen(right)
      right.stall()
      assert.isFalse(left.duplex.write("full"))
      right.breakInput()
      right.resume()
      yield* settle
      assert.isTrue(left.duplex.write("lost"))
      assert.deepStrictEqual(writer.told, ["<broken>"])
    })
  )

  it.effect("tells nothing after it was stopped", () =>
    Effect.gen(function* () {
      const [left, right] = MemoryDuplex.pair()
      const { told, stop } = listen(right)
      stop()
      left.duplex.write("lost")
      left.duplex.end()
      yield* settle
      assert.deepStrictEqual(told, [])
    })
  )
})
