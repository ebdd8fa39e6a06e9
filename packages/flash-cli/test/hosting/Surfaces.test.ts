import { assert, describe, it } from "@effect/vitest"
import { PluginHost } from "@lanyard/flash-host"
import { Roster } from "@lanyard/flash-protocol"
import { Effect, Layer } from "effect"
import { Surfaces } from "../../src/hosting/Surfaces.ts"
import type { Templates } from "../../src/hosting/Templates.ts"
import { files, notes } from "../support/scriptedRun.ts"

/** What is observed while plugins come; each refresh finds one of the rosters. */
const observing = (templates: Templates | undefined, rosters: ReadonlyArray<Roster.Roster>) =>
  Effect.gen(function* () {
    const observed: Array<unknown> = []
    const left = [...rosters]
    const host = Layer.mock(PluginHost, {
      roster: Effect.sync(() => left.shift() ?? Roster.make([])),
      observe: (next) => Effect.sync(() => void observed.push(next))
    })
    const refresh = Effect.flatMap(Surfaces, ({ refresh }) => Effect.repeat(refresh, { times: rosters.length - 1 }))
    yield* Effect.provide(refresh, Layer.provide(Surfaces.layer(templates), host))
    return observed
  })

const both = Roster.make([notes, files])

describe("Surfaces", () => {
  it.effect("observes every declared segment when nothing says otherwise, and again when plugins changed", () =>
    Effect.gen(function* () {
      const some = Roster.make([files])
      assert.deepStrictEqual(yield* observing(undefined, [some, some, both]), [
        new Map([["files", new Set()]]),
        new Map([
          ["files", new Set()],
          ["notes", new Set(["count", "mood"])]
        ])
      ])
    })
  )

  it.effect("observes what templates refer to, whatever plugins declare", () =>
    Effect.gen(function* () {
      const templates = ["#{flash.plugin.notes.count} of #{flash.plugin.notes.all}", "#{flash.plugin.other.x}"]
      assert.deepStrictEqual(yield* observing(templates, [both]), [
        new Map([
          ["notes", new Set(["count", "all"])],
          ["other", new Set(["x"])]
        ])
      ])
    })
  )

  it.effect("observes nothing when templates refer to nothing", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* observing([], [both]), [new Map()])
    })
  )
})
