import { assert, describe, it } from "@effect/vitest"
import type { Manifest } from "../../src/manifest/Model.ts"
import * as HintsProvider from "../../src/routing/HintsProvider.ts"
import * as Roster from "../../src/routing/Roster.ts"
import { apps, browser, emulator, ids, plugin, Sketches, twice } from "../support/plugins.ts"

const provider = (id: string, fields: Partial<Manifest> = {}, fallback_on_empty = false) =>
  plugin(id, { hints: { fallback_on_empty }, ...fields })

const chain = (plugins: ReadonlyArray<Manifest>, bundleId: string = browser) => {
  const roster = Roster.make(plugins)
  return ids(HintsProvider.chain(roster, Roster.app(roster, bundleId)))
}

describe("HintsProvider.chain", () => {
  it.each<[string, ReadonlyArray<Manifest>, ReadonlyArray<string>]>([
    ["the higher priority", [provider("a"), provider("b", { priority: 26 })], ["b"]],
    ["the smaller id", [provider("b"), provider("a")], ["a"]],
    [
      "priority, whatever the selectors",
      [provider("a", { only_bundle_ids: [browser] }), provider("b", { priority: 26 })],
      ["b"]
    ],
    [
      "support for the app before priority",
      [provider("a"), provider("b", { priority: 26, only_bundle_ids: ["x"] })],
      ["a"]
    ],
    ["declaring hints at all", [plugin("a"), provider("b")], ["b"]]
  ])("asks one provider, chosen by %s [FLASH-ROUT-08]", (_, plugins, expected) => {
    assert.deepStrictEqual(chain(plugins), expected)
  })

  it("has nobody to ask where no provider supports the app [FLASH-ROUT-08]", () => {
    assert.deepStrictEqual(chain([plugin("a"), provider("b", { only_bundle_ids: ["x"] })]), [])
  })

  it("asks a provider with only_terminals in terminal emulators alone [FLASH-ROUT-09, FLASH-ROUT-02]", () => {
    const plugins = [provider("a", { only_terminals: true }), plugin("b", { terminal_emulators: [emulator] })]
    assert.deepStrictEqual(chain(plugins, emulator), ["a"])
    assert.deepStrictEqual(chain(plugins, browser), [])
    assert.deepStrictEqual(chain(plugins, ""), [])
  })

  it("goes on after an empty reply only past fallback_on_empty [FLASH-ROUT-10]", () => {
    const last = provider("d")
    assert.deepStrictEqual(chain([provider("a", {}, true), provider("b", {}, true), provider("c"), last]), [
      "a",
      "b",
      "c"
    ])
    assert.deepStrictEqual(chain([provider("a"), provider("b", {}, true)]), ["a"])
    assert.deepStrictEqual(chain([provider("a", {}, true), provider("b", {}, true)]), ["a", "b"])
  })

  it.prop("asks the same whatever the order of the plugins [FLASH-ROUT-23]", [Sketches], ([sketches]) => {
    const [one, other] = twice(sketches, ({ variant }) =>
      variant === 0 ? {} : { hints: { fallback_on_empty: variant !== 1 } }
    )
    for (const bundleId of apps) {
      const [first, second] = [one, other].map((roster) =>
        ids(HintsProvider.chain(roster, Roster.app(roster, bundleId)))
      )
      assert.deepStrictEqual(first, second)
    }
  })
})
