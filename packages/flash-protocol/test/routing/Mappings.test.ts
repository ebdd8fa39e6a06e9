import { assert, describe, it } from "@effect/vitest"
import type { Manifest } from "../../src/manifest/Model.ts"
import * as Mappings from "../../src/routing/Mappings.ts"
import * as Roster from "../../src/routing/Roster.ts"
import { apps, backwards, browser, emulator, mapping, plugin, Sketches, twice } from "../support/plugins.ts"

const terminals = plugin("terminals", { terminal_emulators: [emulator] })

const rank = (plugins: ReadonlyArray<Manifest>, bundleId: string) => {
  const roster = Roster.make([terminals, ...plugins])
  return Mappings.rank(roster, Roster.app(roster, bundleId)).map(({ mapping: { key } }) => key)
}

describe("Mappings.rank", () => {
  it.each<[string, Manifest, ReadonlyArray<ReadonlyArray<string>>]>([
    ["neither selector", plugin("a", { mappings: [mapping("x")] }), [["x"], ["x"]]],
    ["the manifest's selector", plugin("a", { only_bundle_ids: [browser], mappings: [mapping("x")] }), [["x"], []]],
    ["the mapping's selector", plugin("a", { mappings: [mapping("x", { only_terminals: true })] }), [[], ["x"]]],
    [
      "both, which both match",
      plugin("a", { only_terminals: true, mappings: [mapping("x", { only_bundle_ids: [emulator] })] }),
      [[], ["x"]]
    ],
    [
      "both, of which never both match",
      plugin("a", { only_terminals: true, mappings: [mapping("x", { only_bundle_ids: [browser] })] }),
      [[], []]
    ]
  ])("applies a mapping by %s [FLASH-ROUT-01]", (_, manifest, expected) => {
    assert.deepStrictEqual(
      [browser, emulator].map((bundleId) => rank([manifest], bundleId)),
      expected
    )
  })

  it("ranks by priority and specificity together, then by id, then by place [FLASH-ROUT-22]", () => {
    const scoped = { only_bundle_ids: [browser] }
    const plugins = [
      plugin("d", { priority: 27, mappings: [mapping("d")] }),
      plugin("c", { mappings: [mapping("c0"), mapping("c1", scoped)] }),
      plugin("b", { ...scoped, mappings: [mapping("b0"), mapping("b1", scoped), mapping("b2", scoped)] }),
      plugin("a", { priority: 26, mappings: [mapping("a")] })
    ]
    assert.deepStrictEqual(rank(plugins, browser), ["b1", "b2", "d", "a", "b0", "c1", "c0"])
    assert.deepStrictEqual(rank(plugins, "other.app"), ["d", "a", "c0"])
  })

  it.prop("ranks the same whatever the order of the plugins [FLASH-ROUT-23]", [Sketches], ([sketches]) => {
    const scopes = [{}, { only_bundle_ids: [browser] }, { only_bundle_ids: [emulator] }, { only_terminals: true }]
    const [one, other] = twice(sketches, ({ variant }) => ({
      mappings: [mapping("x"), mapping("y", scopes[variant] ?? {})]
    }))
    for (const bundleId of apps) {
      const [first, second] = [one, backwards(other)].map((roster) =>
        Mappings.rank(roster, Roster.app(roster, bundleId)).map(({ plugin: { id }, mapping: { key } }) => [id, key])
      )
      assert.deepStrictEqual(first, second)
    }
  })
})
