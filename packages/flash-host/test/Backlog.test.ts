import { assert, describe, it } from "@effect/vitest"
import { Log } from "@lanyard/flash-protocol"
import * as Backlog from "../src/Backlog.ts"
import { HostEvent } from "../src/HostEvent.ts"

const launched = (plugin: string, pid: number) => HostEvent.Launched({ plugin, pid })
const logged = (plugin: string, message: string) => HostEvent.Logged({ plugin, entry: Log.decode({ message }) })

describe("Backlog", () => {
  it("gives everything back in order, once", () => {
    const backlog = Backlog.make()
    const events = [launched("a", 1), logged("b", "x"), launched("b", 2), logged("a", "y"), launched("a", 3)]
    for (const event of events) Backlog.offer(backlog, event)
    assert.deepStrictEqual(Backlog.takeAll(backlog), events)
    assert.isUndefined(Backlog.takeAll(backlog))
  })

  it("loses the oldest of the room that is full, and of no other", () => {
    const backlog = Backlog.make()
    const kept = [launched("a", 1), launched("b", 2), logged("b", "rare")]
    for (const event of kept) Backlog.offer(backlog, event)
    for (let line = 0; line <= Backlog.capacity; line++) Backlog.offer(backlog, logged("a", `${line}`))
    const taken = Backlog.takeAll(backlog) ?? []
    assert.deepStrictEqual(taken.slice(0, kept.length), kept)
    assert.strictEqual(taken.length, kept.length + Backlog.capacity)
    assert.deepStrictEqual(taken[kept.length], logged("a", "1"))
  })

  it("bounds a plugin's lifecycle too", () => {
    const backlog = Backlog.make()
    for (let pid = 0; pid <= Backlog.capacity; pid++) Backlog.offer(backlog, launched("a", pid))
    const taken = Backlog.takeAll(backlog) ?? []
    assert.strictEqual(taken.length, Backlog.capacity)
    assert.deepStrictEqual(taken[0], launched("a", 1))
  })

  it("keeps no more of a plugin's words than the budget, and one event however long", () => {
    const backlog = Backlog.make()
    const logged = (plugin: string, length: number) =>
      HostEvent.Logged({
        plugin,
        entry: { level: "info", message: "x".repeat(length - 2), fields: new Map([["k", "v"]]) }
      })
    Backlog.offer(backlog, logged("quiet", 10))
    for (let count = 0; count < 4; count++) Backlog.offer(backlog, logged("loud", Backlog.budget / 4))
    assert.lengthOf(Backlog.takeAll(backlog) ?? [], 5)

    for (let count = 0; count < 5; count++) Backlog.offer(backlog, logged("loud", Backlog.budget / 4))
    assert.lengthOf(Backlog.takeAll(backlog) ?? [], 4)

    Backlog.offer(backlog, logged("loud", 10))
    Backlog.offer(backlog, HostEvent.Diagnostic({ plugin: "loud", line: "x".repeat(Backlog.budget + 1) }))
    assert.deepStrictEqual(
      Backlog.takeAll(backlog)?.map(({ _tag }) => _tag),
      ["Diagnostic"]
    )
  })
})
