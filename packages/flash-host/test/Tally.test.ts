import { assert, describe, it } from "@effect/vitest"
import type { Repetition } from "../src/HostEvent.ts"
import * as Tally from "../src/Tally.ts"

const violation: Repetition = { of: "Violated", kind: "NotJson" }

describe("Tally", () => {
  it("tells the first of a kind and counts the others into one total", () => {
    const tally = Tally.make()
    const told = [0, 1, 9_999].map((now) => Tally.isFirst(tally, "p", violation, now))
    assert.deepStrictEqual(told, [true, false, false])
    assert.strictEqual(Tally.closesAt(tally), 10_000)
    assert.deepStrictEqual(Tally.close(tally, 9_999), [])
    assert.deepStrictEqual(Tally.close(tally, 10_000), [{ plugin: "p", ...violation, count: 2 }])
    assert.deepStrictEqual(Tally.close(tally, 30_000), [])
  })

  it("tells one again once its window is over", () => {
    const tally = Tally.make()
    assert.isTrue(Tally.isFirst(tally, "p", violation, 0))
    assert.isTrue(Tally.isFirst(tally, "p", violation, 10_000))
    assert.isFalse(Tally.isFirst(tally, "p", violation, 19_999))
  })

  it("loses no count when its window is closed late", () => {
    const tally = Tally.make()
    const told = [0, 5_000, 12_000].map((now) => Tally.isFirst(tally, "p", violation, now))
    assert.deepStrictEqual(told, [true, false, false])
    assert.deepStrictEqual(
      Tally.close(tally, 12_001).map(({ count }) => count),
      [2]
    )
    assert.isTrue(Tally.isFirst(tally, "p", violation, 12_002))
  })

  it.each<readonly [string, Repetition]>([
    ["other", violation],
    ["p", { of: "Violated", kind: "NotObject" }],
    ["p", { of: "Dropped", kind: "NotJson" }]
  ])("keeps %s %j apart from another plugin and kind", (plugin, repetition) => {
    const tally = Tally.make()
    Tally.isFirst(tally, "p", violation, 0)
    assert.isTrue(Tally.isFirst(tally, plugin, repetition, 0))
  })

  it("waits for nothing while nothing is counted, and forgets windows that are over", () => {
    const tally = Tally.make()
    Tally.isFirst(tally, "p", violation, 0)
    assert.strictEqual(Tally.closesAt(tally), Number.POSITIVE_INFINITY)
    Tally.close(tally, 10_000)
    assert.strictEqual(tally.windows.size, 0)
  })
})
