import { assert, describe, it } from "@effect/vitest"
import type { Binding } from "../../src/manifest/Binding.ts"
import type { Manifest } from "../../src/manifest/Model.ts"
import * as ActionBindings from "../../src/routing/ActionBindings.ts"
import * as BindingRanking from "../../src/routing/BindingRanking.ts"
import * as Roster from "../../src/routing/Roster.ts"
import { binding, chords, menu, nothing, outcome } from "../support/bindings.ts"
import { apps, backwards, browser, emulator, Sketches, twice } from "../support/plugins.ts"

const tabNew = { action: "tab_new" } as const
const scoped = { only_bundle_ids: [browser, emulator] }

describe("BindingRanking.rank", () => {
  const exact = (id: string, fields: Partial<Manifest> = {}) =>
    binding(id, "tab_new", { [browser]: chords("cmd+t") }, fields)
  const wide = (id: string, fields: Partial<Manifest> = {}) => binding(id, "tab_new", { "": chords("cmd+t") }, fields)

  it.each<[string, Manifest, Manifest]>([
    ["an entry for the app before any priority", exact("b", { priority: 0 }), wide("a", { priority: 90 })],
    ["an entry for the app before a matching selector", exact("b"), wide("a", scoped)],
    ["a matching selector among entries for the app", exact("b", scoped), exact("a", { priority: 90 })],
    ["a matching selector among plugin-wide entries", wide("b", scoped), wide("a", { priority: 90 })],
    ["only_terminals as a selector that does not match here", wide("b"), wide("a", { only_terminals: true })],
    ["the higher priority among scoped", wide("b", { ...scoped, priority: 26 }), wide("a", scoped)],
    ["the higher priority among unscoped", wide("b", { priority: -1 }), wide("a", { priority: -2 })],
    ["the smaller id", wide("a"), wide("b")],
    ["the smaller id among entries for the app", exact("a", scoped), exact("b", scoped)]
  ])("prefers %s [FLASH-BIND-02, FLASH-BIND-03, FLASH-BIND-04, FLASH-BIND-05, FLASH-BIND-16]", (_, winner, loser) => {
    for (const plugins of [
      [winner, loser],
      [loser, winner]
    ]) {
      assert.strictEqual(outcome(plugins, tabNew), `Send ${winner.id} cmd+t`)
    }
  })

  it("lists both entries of one plugin, the one for the app first [FLASH-BIND-02]", () => {
    const both = binding("a", "tab_new", { "": chords("cmd+n"), [browser]: chords("cmd+t"), other: chords("cmd+o") })
    const roster = Roster.make([both])
    const ranked = BindingRanking.rank(roster, Roster.app(roster, browser), "tab_new")
    assert.deepStrictEqual(
      ranked.map(({ isExact, binding: bound }) => [isExact, bound]),
      [
        [true, chords("cmd+t")],
        [false, chords("cmd+n")]
      ]
    )
  })

  it("takes a plugin-wide entry wherever the root selector matches, and nowhere else [FLASH-BIND-06, FLASH-BIND-17]", () => {
    const inBrowser = wide("a", { only_bundle_ids: [browser] })
    const inTerminals = wide("b", { only_terminals: true })
    assert.deepStrictEqual(
      apps.map((bundleId) => outcome([inBrowser, inTerminals], tabNew, bundleId)),
      ["Send a cmd+t", "Send b cmd+t", "Unbound", "Unbound"]
    )
    assert.deepStrictEqual(
      apps.map((bundleId) => outcome([wide("a")], tabNew, bundleId)),
      ["Send a cmd+t", "Refused a cmd+t", "Send a cmd+t", "Send a cmd+t"]
    )
  })

  it("takes nothing from a plugin whose selector excludes the app, its entry for the app included [FLASH-BIND-06]", () => {
    const excluded = exact("a", { only_bundle_ids: ["x"], priority: 90 })
    assert.strictEqual(outcome([excluded], tabNew), "Unbound")
    assert.strictEqual(outcome([excluded, wide("b")], tabNew), "Send b cmd+t")
    assert.strictEqual(outcome([exact("a", { only_terminals: true })], tabNew), "Unbound")
  })

  it("takes no entry for an app without a bundle id [FLASH-BIND-17]", () => {
    const roster = Roster.make([wide("a")])
    const ranked = BindingRanking.rank(roster, Roster.app(roster, ""), "tab_new")
    assert.deepStrictEqual(
      ranked.map(({ isExact }) => isExact),
      [false]
    )
  })

  it.prop(
    "is the lexicographic order of entry, selector, priority and id, whatever the order of the plugins [FLASH-BIND-16]",
    [Sketches],
    ([sketches]) => {
      const [one, other] = twice(sketches, ({ variant }) => ({
        action_bindings: new Map([["tab_new", new Map(declared[variant] ?? [])]])
      }))
      for (const bundleId of apps) {
        const [first, second] = [one, backwards(other)].map((roster) =>
          BindingRanking.rank(roster, Roster.app(roster, bundleId), "tab_new")
        )
        assert.deepStrictEqual(first, second)
        const keys = (first ?? []).map(({ isExact, specificity, plugin: { priority, id } }) =>
          [isExact ? 0 : 1, 1 - specificity, 100 - priority, id].map((part) => String(part).padStart(3)).join(" ")
        )
        assert.deepStrictEqual(keys, [...new Set(keys)].sort())
      }
    }
  )

  const declared: ReadonlyArray<ReadonlyArray<readonly [string, Binding]>> = [
    [],
    [["", chords("cmd+t")]],
    [[browser, nothing]],
    [
      ["", menu("File", "New Tab")],
      [browser, chords("cmd+n")],
      [emulator, chords("cmd+t")]
    ]
  ]

  it.prop("has a winner if any binding holds, and the same one in any order [FLASH-BIND-16]", [Sketches], (given) => {
    const [sketches] = given
    const [one, other] = twice(sketches, ({ variant }) => ({
      action_bindings: new Map([["scroll_top", new Map(declared[variant] ?? [])]])
    }))
    for (const bundleId of apps) {
      const [first, second] = [one, backwards(other)].map((roster) => {
        const app = Roster.app(roster, bundleId)
        const resolved = ActionBindings.resolve(roster, app, { action: "scroll_top" })
        const isBound = BindingRanking.rank(roster, app, "scroll_top").length > 0
        assert.strictEqual(resolved.outcome._tag === "Scroll", !isBound)
        return resolved
      })
      assert.deepStrictEqual(first, second)
    }
  })
})
