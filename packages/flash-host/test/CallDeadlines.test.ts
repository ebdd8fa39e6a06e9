import { assert, describe, it } from "@effect/vitest"
import { Deadlines, Perform } from "@lanyard/flash-protocol"
import { Effect, Exit } from "effect"
import { CallDeadlines } from "../src/CallDeadlines.ts"
import { advance, begin, host, serving, specOf } from "./support/scripted.ts"

const found = specOf("found", {
  sources: [{ name: "found.live", live: true }],
  commands: [{ command: "found", subcommand: "slow", timeout_ms: 60_000 }]
})

/** A host that was built with deadlines of its own, of a plugin that answers nothing but the handshake. */
const building = Effect.gen(function* () {
  const running = yield* host(() => ({ answers: serving() }), [found])
  const { plugins, lines } = running
  yield* plugins.start
  yield* advance(0)
  const search = begin(plugins.search({ _tag: "Source", name: "found.live" }, { query: "q", scope: "all" }))
  const perform = (subcommand: string) =>
    begin(plugins.perform("found", { kind: "command", command: "found", subcommand, args: [], raw: "" }))
  const sent = (method: string) =>
    lines()
      .filter((line) => line.method === method)
      .map(({ deadline_ms }) => deadline_ms)
  return { plugins, search, perform, sent }
}).pipe(Effect.provideService(Deadlines.Table, { ...Deadlines.make({ live: 700, startup: 3_000 }), perform: 2_000 }))

describe("PluginHost.override", () => {
  it.effect.each([100, 5_000])("leaves a call under way the deadline that it began with: %d ms", (live) =>
    Effect.gen(function* () {
      const { plugins, search } = yield* building
      const before = yield* search
      yield* advance(50)
      yield* plugins.override({ live })
      yield* advance(649)
      assert.isUndefined(before.now())
      yield* advance(1)
      assert.deepStrictEqual(before.now(), Exit.succeed([]))

      const after = yield* search
      yield* advance(live - 1)
      assert.isUndefined(after.now())
      yield* advance(1)
      assert.deepStrictEqual(after.now(), Exit.succeed([]))
    })
  )

  it.effect("goes back to the host's own for what the next one does not name", () =>
    Effect.gen(function* () {
      const { plugins, search, sent } = yield* building
      for (const overrides of [{ live: 300, startup: 2_000 }, { startup: 1_000 }, { live: 400 }, {}]) {
        yield* plugins.override(overrides)
        yield* search
        yield* plugins.reload("found")
        yield* advance(0)
      }
      assert.deepStrictEqual(sent("search"), [300, 700, 400, 700])
      assert.deepStrictEqual(sent("initialize"), [3_000, 2_000, 1_000, 3_000, 3_000])
    })
  )

  it.effect("leaves a perform what it has: the host's own, or its command's", () =>
    Effect.gen(function* () {
      const { plugins, perform, sent } = yield* building
      const before = yield* perform("quick")
      yield* plugins.override({ live: 1, startup: 1 })
      yield* advance(1_999)
      assert.isUndefined(before.now())
      yield* advance(1)
      assert.deepStrictEqual(before.now(), Exit.succeed(Perform.noReply))
      yield* perform("quick")
      yield* perform("slow")
      assert.deepStrictEqual(sent("perform"), [2_000, 2_000, 60_000])
    })
  )
})

describe("CallDeadlines", () => {
  it.effect("has the table that it was built with, until the first override and after an empty one", () =>
    Effect.gen(function* () {
      const built = Deadlines.make({ live: 700 })
      const { now, override } = yield* CallDeadlines.pipe(
        Effect.provide(CallDeadlines.layer),
        Effect.provideService(Deadlines.Table, built)
      )
      assert.deepStrictEqual(now(), built)
      yield* override({ live: 300, startup: 2_000 })
      assert.deepStrictEqual(now(), { ...built, live: 300, startup: 2_000 })
      yield* override({})
      assert.deepStrictEqual(now(), built)
    })
  )
})
