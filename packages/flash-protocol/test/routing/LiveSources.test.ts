import { assert, describe, it } from "@effect/vitest"
import * as Bangs from "../../src/routing/Bangs.ts"
import * as LiveSources from "../../src/routing/LiveSources.ts"
import * as Roster from "../../src/routing/Roster.ts"
import { ids, plugin, Sketches, twice } from "../support/plugins.ts"

const source = (name: string, live: boolean) => ({ name, kind: "default", priority: "normal", live }) as const

const roster = Roster.make([
  plugin("files", {
    sources: [source("files", true), source("recent", true)],
    bangs: {
      command: "files",
      items: [{ token: "f", source: "files" }, { token: "plain" }, { token: "odd", source: "mail" }]
    }
  }),
  plugin("mail", { priority: 90, sources: [source("mail", true), source("files", true)] }),
  plugin("tabs", {
    sources: [source("tabs", false)],
    bangs: { command: "tabs", items: [{ token: "t", source: "tabs" }] }
  })
])

const { Scope } = LiveSources
const searched = (scope: LiveSources.Scope) => ids(LiveSources.searched(roster, scope))
const bang = (token: string) => {
  const [target] = Bangs.targets(roster, Roster.app(roster, ""), token)
  return Scope.Bang({ target: target! })
}

describe("LiveSources.searched", () => {
  it.each<[string, LiveSources.Scope, ReadonlyArray<string>]>([
    ["nothing at all", Scope.Everything(), []],
    ["a live source", Scope.Source({ name: "recent" }), ["files"]],
    ["a live source of two plugins", Scope.Source({ name: "files" }), ["mail", "files"]],
    ["a warm source", Scope.Source({ name: "tabs" }), []],
    ["a source nobody has", Scope.Source({ name: "other" }), []],
    ["a source in other letters", Scope.Source({ name: "Files" }), []],
    ["the live source of a bang, which is its own plugin's", bang("f"), ["files"]],
    ["a bang without a source", bang("plain"), []],
    ["a bang with a warm source", bang("t"), []],
    ["a bang with another plugin's source", bang("odd"), []]
  ])("searches for a query restricted to %s [FLASH-ROUT-18]", (_, scope, expected) => {
    assert.deepStrictEqual(searched(scope), expected)
  })

  it.prop("searches the same whatever the order of the plugins [FLASH-ROUT-23]", [Sketches], ([sketches]) => {
    const [one, other] = twice(sketches, ({ variant }) => ({ sources: [source(`s${variant}`, variant !== 0)] }))
    for (const name of ["s0", "s1", "s2", "s3"]) {
      const scope = Scope.Source({ name })
      assert.deepStrictEqual(ids(LiveSources.searched(one, scope)), ids(LiveSources.searched(other, scope)))
    }
  })
})
