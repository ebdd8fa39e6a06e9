import { assert, describe, it } from "@effect/vitest"
import type { Manifest } from "../../src/manifest/Model.ts"
import * as Confirmations from "../../src/routing/Confirmations.ts"
import * as Roster from "../../src/routing/Roster.ts"
import { apps, backwards, browser, ids, plugin, Sketches, twice } from "../support/plugins.ts"

const asking = (id: string, fields: Partial<Manifest> = {}) =>
  plugin(id, { actions: ["tab_close"], action_confirmations: new Map([["tab_close", `${id}?`]]), ...fields })

const prompts = (plugins: ReadonlyArray<Manifest>, bundleId: string = browser) => {
  const roster = Roster.make(plugins)
  return Confirmations.rank(roster, Roster.app(roster, bundleId), "tab_close").map(({ prompt }) => prompt)
}

const scoped = { only_bundle_ids: [browser] }

describe("Confirmations.rank", () => {
  it.each<[string, ReadonlyArray<Manifest>, ReadonlyArray<string>]>([
    ["a matching selector", [asking("a", { priority: 90 }), asking("b", scoped)], ["b?", "a?"]],
    ["the higher priority", [asking("a"), asking("b", { priority: 26 })], ["b?", "a?"]],
    [
      "the higher priority of two that match",
      [asking("a", scoped), asking("b", { ...scoped, priority: 26 })],
      ["b?", "a?"]
    ],
    ["the smaller id", [asking("b"), asking("a")], ["a?", "b?"]]
  ])("asks first by %s [FLASH-ROUT-16]", (_, plugins, expected) => {
    assert.deepStrictEqual(prompts(plugins), expected)
  })

  it("asks only in the apps that the root selector matches, and only about the action [FLASH-ROUT-17]", () => {
    assert.deepStrictEqual(prompts([asking("a", scoped)], "other.app"), [])
    assert.deepStrictEqual(prompts([plugin("a", { action_confirmations: new Map([["pane_close", "?"]]) })]), [])
    assert.deepStrictEqual(prompts([asking("a")], "other.app"), ["a?"])
  })

  it.prop("asks the same whatever the order of the plugins [FLASH-ROUT-23]", [Sketches], ([sketches]) => {
    const [one, other] = twice(sketches, ({ variant }) =>
      variant === 0 ? {} : { action_confirmations: new Map([["tab_close", "?"]]) }
    )
    for (const bundleId of apps) {
      const [first, second] = [one, backwards(other)].map((roster) =>
        ids(Confirmations.rank(roster, Roster.app(roster, bundleId), "tab_close"))
      )
      assert.deepStrictEqual(first, second)
    }
  })
})
