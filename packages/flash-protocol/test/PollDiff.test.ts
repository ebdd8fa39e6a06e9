import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import type { Registration, Registrations } from "../src/Poll.ts"
import * as PollDiff from "../src/PollDiff.ts"

const every: Registration = { kind: "every", millis: 1_000, priority: "low" }
const set = (entries: Record<string, Registration>): Registrations => new Map(Object.entries(entries))
const nothing: PollDiff.PollDiff = { unchanged: [], changed: [], added: [], dropped: [] }

const Sets = Schema.Array(
  Schema.Tuple([
    Schema.Literals(["a", "b", "c", "d"]),
    Schema.Struct({
      kind: Schema.Literals(["every", "after"]),
      millis: Schema.Literals([50, 51]),
      priority: Schema.Literals(["high", "normal", "low"])
    })
  ])
)

describe("PollDiff.diff", () => {
  it("leaves a registration alone that is repeated as it was [FLASH-POLL-11]", () => {
    assert.deepStrictEqual(PollDiff.diff(set({ a: every }), set({ a: { ...every } })), { ...nothing, unchanged: ["a"] })
  })

  it.each<[string, Partial<Registration>]>([
    ["kind", { kind: "after" }],
    ["milliseconds", { millis: 1_001 }],
    ["priority", { priority: "normal" }]
  ])("arms a registration afresh whose %s changed, and it alone [FLASH-POLL-12]", (_, change) => {
    const previous = set({ a: every, b: every })
    const next = set({ a: { ...every, ...change }, b: every })
    assert.deepStrictEqual(PollDiff.diff(previous, next), { ...nothing, changed: ["a"], unchanged: ["b"] })
  })

  it("arms a new registration, and one that was removed and came back [FLASH-POLL-12]", () => {
    assert.deepStrictEqual(PollDiff.diff(set({}), set({ a: every })), { ...nothing, added: ["a"] })
    const removed = set({ b: every })
    assert.deepStrictEqual(PollDiff.diff(removed, set({ a: every, b: every })), {
      ...nothing,
      added: ["a"],
      unchanged: ["b"]
    })
  })

  it("releases what the new set leaves out, and everything for an empty one [FLASH-POLL-13]", () => {
    assert.deepStrictEqual(PollDiff.diff(set({ a: every, b: every }), set({ b: every })), {
      ...nothing,
      dropped: ["a"],
      unchanged: ["b"]
    })
    assert.deepStrictEqual(PollDiff.diff(set({ b: every, a: every }), set({})), { ...nothing, dropped: ["b", "a"] })
  })

  it.prop(
    "puts every name of two sets into exactly the list that its entries say [FLASH-POLL-11, FLASH-POLL-12, FLASH-POLL-13]",
    [Sets, Sets],
    ([first, second]) => {
      const previous: Registrations = new Map(first)
      const next: Registrations = new Map(second)
      const { unchanged, changed, added, dropped } = PollDiff.diff(previous, next)
      const listed = [...unchanged, ...changed, ...added, ...dropped]
      assert.deepStrictEqual(listed.toSorted(), [...new Set([...previous.keys(), ...next.keys()])].sort())
      const text = (registrations: Registrations, name: string) =>
        JSON.stringify(Object.entries(registrations.get(name) ?? {}).sort())
      for (const name of unchanged) assert.strictEqual(text(previous, name), text(next, name))
      for (const name of changed) assert.notStrictEqual(text(previous, name), text(next, name))
      for (const name of changed) assert.isTrue(previous.has(name) && next.has(name))
      for (const name of added) assert.isTrue(!previous.has(name) && next.has(name))
      for (const name of dropped) assert.isTrue(previous.has(name) && !next.has(name))
      const again = PollDiff.diff(next, new Map([...next].reverse()))
      assert.deepStrictEqual(
        { ...again, unchanged: again.unchanged.toSorted() },
        { ...nothing, unchanged: [...next.keys()].sort() }
      )
    },
    { arbitrary: { runs: 500 } }
  )
})
