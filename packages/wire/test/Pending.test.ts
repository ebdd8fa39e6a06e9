import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import * as Pending from "../src/Pending.ts"
import { Violation } from "../src/Violation.ts"

describe("Pending", () => {
  it("counts ids up from the first one", () => {
    const pending = Pending.make<string>(7)
    assert.deepStrictEqual([Pending.add(pending, "a"), Pending.add(pending, "b"), pending.nextId], [7, 8, 9])
    assert.strictEqual(Pending.make().nextId, 1)
  })

  it.each([2 ** 31, 2 ** 32, 2 ** 53 - 10])("keeps ids exact around %d (B062)", (middle) => {
    const pending = Pending.make<number>(middle - 2)
    const ids = Array.from({ length: 5 }, (_, at) => Pending.add(pending, at))
    assert.deepStrictEqual(ids, [middle - 2, middle - 1, middle, middle + 1, middle + 2])
    assert.deepStrictEqual(
      ids.map((id) => Pending.settle(pending, id)),
      [0, 1, 2, 3, 4]
    )
  })

  it("settles an id exactly once (B063)", () => {
    const pending = Pending.make<string>()
    const id = Pending.add(pending, "a")
    assert.strictEqual(Pending.settle(pending, id), "a")
    assert.deepStrictEqual(Pending.settle(pending, id), Violation.LateReply({ id }))
  })

  it("tells late replies from replies to ids it never gave out", () => {
    const pending = Pending.make<string>(5)
    const id = Pending.add(pending, "a")
    assert.isTrue(Pending.forget(pending, id))
    assert.isFalse(Pending.forget(pending, id))
    assert.deepStrictEqual(Pending.settle(pending, id), Violation.LateReply({ id }))
    for (const unknown of [4, 6, 0, -1, 424242]) {
      assert.deepStrictEqual(Pending.settle(pending, unknown), Violation.UnknownReply({ id: unknown }))
    }
  })

  it("drains in order, and only once", () => {
    const pending = Pending.make<string>()
    for (const entry of ["a", "b", "c"]) Pending.add(pending, entry)
    assert.strictEqual(Pending.settle(pending, 2), "b")
    assert.deepStrictEqual(Pending.drain(pending), ["a", "c"])
    assert.deepStrictEqual(Pending.drain(pending), [])
    assert.deepStrictEqual(Pending.settle(pending, 1), Violation.LateReply({ id: 1 }))
  })

  it.prop(
    "hands each entry out at most once, whatever the order of replies",
    { replies: Schema.Array(Schema.Literals([0, 1, 2, 3, 4, 5, 6])) },
    ({ replies }) => {
      const pending = Pending.make<string>()
      for (let at = 0; at < 5; at++) Pending.add(pending, `entry ${at}`)
      const settled = replies.map((id) => Pending.settle(pending, id)).filter((entry) => typeof entry === "string")
      assert.strictEqual(new Set(settled).size, settled.length)
      assert.strictEqual(settled.length + pending.entries.size, 5)
    }
  )
})
