import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import type { Manifest } from "../../src/manifest/Model.ts"
import * as Bangs from "../../src/routing/Bangs.ts"
import * as Roster from "../../src/routing/Roster.ts"
import { apps, backwards, browser, ids, plugin, Sketches, twice } from "../support/plugins.ts"

const banged = (id: string, tokens: ReadonlyArray<string>, fields: Partial<Manifest> = {}) =>
  plugin(id, { bangs: { command: id, items: tokens.map((token) => ({ token })) }, ...fields })

const targets = (plugins: ReadonlyArray<Manifest>, token: string, bundleId: string = browser) => {
  const roster = Roster.make(plugins)
  return Bangs.targets(roster, Roster.app(roster, bundleId), token)
}

const scoped = { only_bundle_ids: [browser] }

describe("Bangs.targets", () => {
  it.each<[string, ReadonlyArray<Manifest>, ReadonlyArray<string>]>([
    ["the declared token before a catch-all", [banged("a", ["*"], scoped), banged("b", ["ex"])], ["b", "a"]],
    ["a matching selector", [banged("a", ["ex"]), banged("b", ["ex"], scoped)], ["b", "a"]],
    ["a matching selector among catch-alls", [banged("a", ["*"]), banged("b", ["*"], scoped)], ["b", "a"]],
    ["the smaller id, not the priority", [banged("b", ["ex"], { priority: 90 }), banged("a", ["ex"])], ["a", "b"]],
    ["a declared token before its own plugin's catch-all", [banged("a", ["*", "ex"])], ["a"]]
  ])("ranks by %s [FLASH-ROUT-11]", (_, plugins, expected) => {
    assert.deepStrictEqual(ids(targets(plugins, "ex")), expected)
  })

  it("takes a plugin's declared token, wherever its catch-all stands [FLASH-ROUT-11]", () => {
    const [target] = targets([banged("a", ["*", "ex"])], "ex")
    assert.deepStrictEqual([target?.bang.token, target?.isExact], ["ex", true])
    const [other] = targets([banged("a", ["ex", "*"])], "e")
    assert.deepStrictEqual([other?.bang.token, other?.isExact], ["*", false])
  })

  it.each<[string, ReadonlyArray<Manifest>, string]>([
    ["a token nobody declares", [banged("a", ["ex"])], "x"],
    ["a token in other letters", [banged("a", ["ex"])], "EX"],
    ["an empty token", [banged("a", ["*"])], ""],
    ["a plugin without bangs", [plugin("a")], "ex"],
    ["a plugin for another app", [banged("a", ["ex"], { only_bundle_ids: ["x"] })], "ex"],
    ["a blank command", [plugin("a", { bangs: { command: " ", items: [{ token: "ex" }] } })], "ex"]
  ])("has nobody for %s [FLASH-ROUT-11]", (_, plugins, token) => {
    assert.deepStrictEqual(targets(plugins, token), [])
  })

  it("takes a typed * for no declared token [FLASH-ROUT-11]", () => {
    const [target] = targets([banged("a", ["*"])], "*")
    assert.strictEqual(target?.isExact, false)
  })

  it.prop(
    "ranks the same whatever the order of the plugins [FLASH-ROUT-11, FLASH-ROUT-23]",
    [Sketches, Schema.Literals(["ex", "other"])],
    ([sketches, token]) => {
      const tokens = [[], ["ex"], ["*"], ["*", "ex"]]
      const [one, other] = twice(sketches, ({ variant }) => ({
        bangs: { command: "c", items: (tokens[variant] ?? []).map((item) => ({ token: item })) }
      }))
      for (const bundleId of apps) {
        const [first, second] = [one, backwards(other)].map((roster) =>
          Bangs.targets(roster, Roster.app(roster, bundleId), token)
        )
        assert.deepStrictEqual(ids(first ?? []), ids(second ?? []))
        const ranks = (first ?? []).map(({ isExact, specificity, plugin: { id } }) =>
          [isExact ? 0 : 1, 1 - specificity, id].join(" ")
        )
        assert.deepStrictEqual(ranks, [...ranks].sort())
      }
    }
  )
})

describe("Bangs.dispatch", () => {
  it("sends the command, the token as typed, the words and the remainder [FLASH-ROUT-12]", () => {
    const [target] = targets([plugin("a", { bangs: { command: "Search", items: [{ token: "*" }] } })], "Wiki")
    assert.deepStrictEqual(Bangs.dispatch(target!, "Wiki", " two  words\t"), {
      kind: "command",
      command: "Search",
      subcommand: "Wiki",
      args: ["two", "words"],
      raw: " two  words\t"
    })
    assert.deepStrictEqual(Bangs.dispatch(target!, "Wiki", ""), {
      kind: "command",
      command: "Search",
      subcommand: "Wiki",
      args: [],
      raw: ""
    })
  })
})
