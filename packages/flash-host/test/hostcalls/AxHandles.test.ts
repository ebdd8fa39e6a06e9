import { assert, describe, it } from "@effect/vitest"
import { Constants } from "@lanyard/flash-protocol"
import { Result } from "effect"
import * as AxHandles from "../../src/hostcalls/AxHandles.ts"

const { ax_foreign, ax_stale } = Constants.hostCallErrors
const element = (table: AxHandles.AxHandles<string>, owner: string, handle: number) =>
  Result.match(AxHandles.find(table, owner, handle), { onFailure: (text) => text, onSuccess: (held) => held.element })

/** Two plugins look at the app 7, and one of them at the app 8 too. */
const [first, ofA] = AxHandles.grant(AxHandles.make<string>(), "a", 7, ["window", "button"])
const [second, ofB] = AxHandles.grant(first, "b", 7, ["window"])
const [table, elsewhere] = AxHandles.grant(second, "a", 8, ["menu"])

describe("AxHandles", () => {
  it("gives each element of a snapshot a handle of its own, in order", () => {
    assert.deepStrictEqual([ofA, ofB, elsewhere], [[1, 2], [3], [4]])
    assert.deepStrictEqual(
      [1, 2, 4].map((handle) => element(table, "a", handle)),
      ["window", "button", "menu"]
    )
  })

  it("takes a handle from its owner only [FLASH-HOST-51]", () => {
    assert.strictEqual(element(table, "b", 1), ax_stale)
    assert.strictEqual(element(table, "c", 1), ax_stale)
    assert.strictEqual(element(table, "a", 3), ax_stale)
    assert.strictEqual(element(table, "b", 3), "window")
  })

  it.each([0, -1, 5, Number.MAX_SAFE_INTEGER])("takes %d, which nobody was given, for stale", (handle) => {
    assert.strictEqual(element(table, "a", handle), ax_stale)
  })

  it("makes the caller's earlier handles of that process stale, and no others (edge 124) [FLASH-HOST-52]", () => {
    const [again, handles] = AxHandles.grant(table, "a", 7, ["window"])
    assert.deepStrictEqual(handles, [5])
    assert.deepStrictEqual(
      [1, 2, 4, 5].map((handle) => element(again, "a", handle)),
      [ax_stale, ax_stale, "menu", "window"]
    )
    assert.strictEqual(element(again, "b", 3), "window")
  })

  it("gives no handle twice, whatever became of the first", () => {
    const emptied = AxHandles.forget(AxHandles.forget(table, "a"), "b")
    assert.deepStrictEqual(AxHandles.grant(emptied, "a", 7, ["window"])[1], [5])
  })

  it("makes a snapshot without elements the owner of nothing [FLASH-HOST-52]", () => {
    const [emptied, handles] = AxHandles.grant(table, "b", 7, [])
    assert.deepStrictEqual(handles, [])
    assert.strictEqual(element(emptied, "b", 3), ax_stale)
  })

  it.each([
    [1, 2, "window > button"],
    [1, 4, ax_foreign],
    [1, 3, ax_stale],
    [3, 1, ax_stale]
  ] as const)("pairs %d and %d of one plugin if they are of one process", (parent, child, expected) => {
    const paired = Result.match(AxHandles.findPair(table, "a", { parent, child }), {
      onFailure: (text) => text,
      onSuccess: (held) => `${held.parent.element} > ${held.child.element}`
    })
    assert.strictEqual(paired, expected)
  })

  it("forgets a plugin, or a process, and keeps nothing of it", () => {
    const gone = AxHandles.forget(table, "a")
    assert.strictEqual(element(gone, "a", 1), ax_stale)
    assert.strictEqual(element(gone, "b", 3), "window")
    assert.deepStrictEqual([...gone.owners.keys()], ["b"])
    const ended = AxHandles.forgetProcess(table, 7)
    assert.deepStrictEqual(
      [element(ended, "a", 1), element(ended, "b", 3), element(ended, "a", 4)],
      [ax_stale, ax_stale, "menu"]
    )
    assert.strictEqual(
      [...ended.owners.values()].reduce((sum, held) => sum + held.size, 0),
      1
    )
  })
})
