import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import * as Backlog from "../src/Backlog.ts"

const drain = <A>(backlog: Backlog.Backlog<A>): ReadonlyArray<A> => {
  const taken: Array<A> = []
  for (let event = Backlog.take(backlog); event !== undefined; event = Backlog.take(backlog)) taken.push(event)
  return taken
}

const filled = (frames: number) => {
  const backlog = Backlog.make<string>()
  for (let at = 0; at < frames; at++) assert.isTrue(Backlog.offer(backlog, `o${at}`, 1))
  return backlog
}

describe("Backlog", () => {
  it("keeps every event in order while there is room, superseding ones too", () => {
    const backlog = Backlog.make<string>()
    for (const event of ["a", "b", "a2", "c"]) assert.isTrue(Backlog.offer(backlog, event, 1, event[0]))
    assert.deepStrictEqual(drain(backlog), ["a", "b", "a2", "c"])
  })

  it("holds 256 frames: the next is dropped, unless it supersedes something", () => {
    const backlog = filled(256)
    assert.isFalse(Backlog.offer(backlog, "more", 1))
    assert.isTrue(Backlog.offer(backlog, "state", 1, "k"))
    assert.strictEqual(drain(backlog).length, 257)
    assert.isTrue(Backlog.offer(backlog, "again", 1))
  })

  it("holds 16 MiB: a byte more is dropped", () => {
    const half = 8 * 1024 * 1024
    for (const [last, taken] of [
      [half, true],
      [half + 1, false]
    ] as const) {
      const backlog = Backlog.make<string>()
      assert.isTrue(Backlog.offer(backlog, "first", half))
      assert.strictEqual(Backlog.offer(backlog, "second", last), taken)
    }
  })

  it("gives a key one slot, which moves to the place of its newest event [FLASH-SDK-11]", () => {
    const backlog = filled(256)
    for (const event of ["a1", "b1", "a2"]) assert.isTrue(Backlog.offer(backlog, event, 1, event[0]))
    assert.deepStrictEqual(drain(backlog).slice(256), ["b1", "a2"])
  })

  it("does not count what waits in slots against the bytes", () => {
    const backlog = filled(256)
    assert.isTrue(Backlog.offer(backlog, "large", 100 * 1024 * 1024, "k"))
    Backlog.take(backlog)
    assert.isTrue(Backlog.offer(backlog, "small", 1))
  })

  it("has 256 slots: a new key is dropped, one that is there still changes [FLASH-SDK-11]", () => {
    const backlog = filled(256)
    for (let key = 0; key < 256; key++) assert.isTrue(Backlog.offer(backlog, `s${key}`, 1, `k${key}`))
    assert.isFalse(Backlog.offer(backlog, "s256", 1, "k256"))
    assert.isTrue(Backlog.offer(backlog, "s7 again", 1, "k7"))
    const slots = drain(backlog).slice(256)
    assert.strictEqual(slots.length, 256)
    assert.strictEqual(slots.at(-1), "s7 again")
    assert.isFalse(slots.includes("s7"))
  })

  it("takes the older of both kinds first", () => {
    const backlog = filled(256)
    Backlog.offer(backlog, "slot", 1, "k")
    Backlog.take(backlog)
    Backlog.offer(backlog, "after", 1)
    assert.deepStrictEqual(drain(backlog).slice(-2), ["slot", "after"])
  })

  const step = Schema.Struct({
    key: Schema.NullOr(Schema.Literals(["a", "b", "c"])),
    bytes: Schema.Literals([0, 1, 2, 3, 4]),
    takes: Schema.Boolean
  })

  it.prop(
    "gives back a subsequence, with the newest event of every key that was taken in",
    [Schema.Array(step)],
    ([steps]) => {
      const backlog = Backlog.make<number>({ frames: 3, bytes: 8, slots: 2 })
      const accepted: Array<number> = []
      const newest = new Map<string, number>()
      const taken: Array<number> = []
      for (const [at, { key, bytes, takes }] of steps.entries()) {
        if (Backlog.offer(backlog, at, bytes, key ?? undefined)) {
          accepted.push(at)
          if (key !== null) newest.set(key, at)
        }
        const event = takes ? Backlog.take(backlog) : undefined
        if (event !== undefined) taken.push(event)
      }
      taken.push(...drain(backlog))
      assert.deepStrictEqual(
        taken,
        [...taken].sort((a, b) => a - b)
      )
      assert.isTrue(taken.every((event) => accepted.includes(event)))
      assert.isTrue([...newest.values()].every((event) => taken.includes(event)))
      assert.deepStrictEqual([backlog.bytes, backlog.ordinary.size, backlog.slots.size], [0, 0, 0])
    }
  )
})
