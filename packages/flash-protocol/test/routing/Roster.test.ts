import { assert, describe, it } from "@effect/vitest"
import * as Roster from "../../src/routing/Roster.ts"
import { apps, browser, emulator, ids, plugin, Sketches, twice } from "../support/plugins.ts"

describe("Roster.load", () => {
  it("keeps the first of two manifests with one id and names the other [FLASH-ROUT-21]", () => {
    const official = plugin("a", { version: "1" })
    const other = plugin("a", { version: "2", commands: [{ command: "c", subcommand: "*" }] })
    const third = plugin("b", { commands: [{ command: "c", subcommand: "*" }] })
    const { roster, duplicates, collisions } = Roster.load([official, other, third])
    assert.deepStrictEqual(
      roster.plugins.map(({ id, version }) => [id, version]),
      [
        ["a", "1"],
        ["b", "1"]
      ]
    )
    assert.deepStrictEqual(duplicates, ["a"])
    assert.deepStrictEqual(collisions, [])
  })

  it("loads nobody who claims a command of another, and takes nothing they declare [FLASH-ROUT-15, FLASH-ROUT-03]", () => {
    const claim = { commands: [{ command: "foo", subcommand: "one" }], terminal_emulators: ["lost"] }
    const manifests = [plugin("a", claim), plugin("b"), plugin("c", claim)]
    const { roster, collisions } = Roster.load(manifests)
    assert.deepStrictEqual(ids(roster.plugins), ["b"])
    assert.deepStrictEqual([...roster.terminals], [])
    assert.deepStrictEqual(collisions, [{ command: "foo", claimants: ["a", "c"] }])
  })
})

describe("Roster.make", () => {
  it("lists the higher priority first, then the smaller id by its characters [FLASH-ROUT-05]", () => {
    const plugins = [
      plugin("b"),
      plugin("a-b"),
      plugin("a.b"),
      plugin("a10"),
      plugin("a9"),
      plugin("z", { priority: 26 }),
      plugin("_", { priority: -1 })
    ]
    assert.deepStrictEqual(ids(Roster.make(plugins).plugins), ["z", "a-b", "a.b", "a10", "a9", "b", "_"])
  })

  it("unites terminal emulators, and apps whose hints wait, of all plugins [FLASH-ROUT-03, FLASH-ROUT-04]", () => {
    const { terminals, onDemandHints } = Roster.make([
      plugin("a", { terminal_emulators: ["t1", "t2"], on_demand_hints: ["h1"], only_bundle_ids: [browser] }),
      plugin("b", { terminal_emulators: ["t2", "t3"], on_demand_hints: ["h2", "h1"] })
    ])
    assert.deepStrictEqual([...terminals].sort(), ["t1", "t2", "t3"])
    assert.deepStrictEqual([...onDemandHints].sort(), ["h1", "h2"])
  })

  it.prop("is the same for the same plugins in any order [FLASH-ROUT-23]", [Sketches], ([sketches]) => {
    const [one, other] = twice(sketches, () => ({}))
    assert.deepStrictEqual(one, other)
  })
})

describe("Roster.app", () => {
  it("knows a terminal emulator that any plugin declares [FLASH-ROUT-02]", () => {
    const roster = Roster.make([plugin("a"), plugin("b", { terminal_emulators: [emulator] })])
    assert.deepStrictEqual(Roster.app(roster, emulator), { bundleId: emulator, isTerminal: true })
    assert.deepStrictEqual(Roster.app(roster, browser), { bundleId: browser, isTerminal: false })
  })
})

describe("Roster.inApp", () => {
  it("leaves out plugins whose selector does not match [FLASH-BIND-06, FLASH-ROUT-02]", () => {
    const roster = Roster.make([
      plugin("a", { only_bundle_ids: [browser] }),
      plugin("b", { only_terminals: true }),
      plugin("c", { terminal_emulators: [emulator] })
    ])
    const inApps = apps.map((bundleId) => ids(Roster.inApp(roster, Roster.app(roster, bundleId))))
    assert.deepStrictEqual(inApps, [["a", "c"], ["b", "c"], ["c"], ["c"]])
  })
})
