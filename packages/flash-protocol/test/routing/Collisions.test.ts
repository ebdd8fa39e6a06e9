import { assert, describe, it } from "@effect/vitest"
import * as Collisions from "../../src/routing/Collisions.ts"
import { plugin, Sketches, twice } from "../support/plugins.ts"

const claiming = (id: string, ...commands: ReadonlyArray<string>) =>
  plugin(id, { commands: commands.map((command, index) => ({ command, subcommand: `s${index}` })) })

describe("Collisions.find", () => {
  it("fails every claimant of a command, whatever the subcommands [FLASH-ROUT-15]", () => {
    const manifests = [
      claiming("c", "foo", "own"),
      claiming("a", "bar", "foo"),
      claiming("b", "baz"),
      claiming("d", "foo")
    ]
    assert.deepStrictEqual(Collisions.find(manifests), [{ command: "foo", claimants: ["a", "c", "d"] }])
  })

  it("takes two claimants for a collision [FLASH-ROUT-15]", () => {
    assert.deepStrictEqual(Collisions.find([claiming("b", "foo", "bar"), claiming("a", "bar", "baz")]), [
      { command: "bar", claimants: ["a", "b"] }
    ])
  })

  it("lets one plugin have several subcommands of its command [FLASH-ROUT-15]", () => {
    assert.deepStrictEqual(Collisions.find([claiming("a", "foo", "foo"), claiming("b", "bar")]), [])
  })

  it("does not count the command of bangs as a claim [FLASH-ROUT-15]", () => {
    const banged = plugin("a", { bangs: { command: "foo", items: [{ token: "*" }] } })
    assert.deepStrictEqual(Collisions.find([banged, claiming("b", "foo")]), [])
  })

  it("keeps names of methods apart from what is there already [FLASH-ROUT-15]", () => {
    assert.deepStrictEqual(Collisions.find([claiming("a", "__proto__"), claiming("b", "constructor")]), [])
  })

  it.prop("fails the same whatever the order of the plugins [FLASH-ROUT-23]", [Sketches], ([sketches]) => {
    const [one, other] = twice(sketches, ({ variant }) => ({
      commands: [{ command: `c${variant}`, subcommand: "*" }]
    })).map(({ plugins }) => plugins)
    const reversed = [...(other ?? [])].reverse()
    assert.deepStrictEqual(Collisions.find(one ?? []), Collisions.find(reversed))
  })
})
