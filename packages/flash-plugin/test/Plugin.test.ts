import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Handlers, Manifest } from "../src/Handlers.ts"
import * as Plugin from "../src/Plugin.ts"

/** What a check fails with, and what it tells. */
const check = (manifest: Manifest, handlers: Handlers) => {
  const told: Array<string> = []
  return Plugin.check({ manifest, handlers }, (line) => told.push(line)).pipe(
    Effect.match({ onSuccess: () => [], onFailure: ({ problems }) => problems }),
    Effect.map((missing) => ({ missing, told }))
  )
}

const handlers: Required<Omit<Handlers, "resolve" | "event" | "shutdown">> = {
  start: () => {},
  evaluate: () => [],
  search: () => [],
  hints: () => ({ targets: [] }),
  command: () => undefined,
  action: () => undefined,
  navigate: () => undefined
}

describe("Plugin.check", () => {
  it.effect.each([
    ["start", { sources: [{}] }, "warm sources"],
    ["start", { sources: [{ live: false }] }, "warm sources"],
    ["search", { sources: [{ live: true }] }, "live sources"],
    ["evaluate", { query: {} }, "query"],
    ["command", { commands: [{}] }, "commands or bangs"],
    ["command", { bangs: {} }, "commands or bangs"],
    ["action", { actions: ["tab_new"] }, "actions"],
    ["navigate", { navigation: ["x"] }, "navigation"],
    ["hints", { hints: {} }, "hints"]
  ] as const)("wants a %s handler for %j, and nothing else", ([name, manifest, because]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* check(manifest, {}), {
        missing: [`the manifest declares ${because}, and there is no ${name} handler`],
        told: []
      })
      assert.deepStrictEqual(yield* check(manifest, { [name]: handlers[name] }), { missing: [], told: [] })
    })
  )

  it.effect.each(["evaluate", "search", "hints", "command", "action", "navigate"] as const)(
    "tells of a %s handler that nothing can reach, and lets the plugin be",
    (name) =>
      Effect.gen(function* () {
        const manifest = { sources: [], commands: [], actions: [], navigation: [] }
        const { missing, told } = yield* check(manifest, { [name]: handlers[name] })
        assert.deepStrictEqual(missing, [])
        assert.strictEqual(told.length, 1)
        assert.match(told[0] ?? "", new RegExp(`^there is a ${name} handler`))
      })
  )

  it.effect("lets any plugin start, resolve, hear events and clean up", () =>
    Effect.gen(function* () {
      const free: Handlers = { start: () => {}, resolve: () => undefined, event: () => {}, shutdown: () => {} }
      assert.deepStrictEqual(yield* check({}, free), { missing: [], told: [] })
    })
  )

  it.effect("reports everything at once", () =>
    Effect.gen(function* () {
      const { missing, told } = yield* check({ query: {}, hints: {} }, { action: () => undefined })
      assert.deepStrictEqual([missing.length, told.length], [2, 1])
    })
  )
})

describe("Plugin.make", () => {
  it("asks, by its types, for the handlers of a literal manifest", () => {
    // @ts-expect-error a query needs evaluate
    Plugin.make({ query: {} }, {})
    // @ts-expect-error warm sources need start
    Plugin.make({ sources: [{ name: "s" }] }, {})
    // @ts-expect-error live sources need search
    Plugin.make({ sources: [{ name: "s", live: true }] }, { start: () => {} })
    // @ts-expect-error commands need command
    Plugin.make({ commands: [{ command: "c", subcommand: "*" }] }, {})
    // @ts-expect-error bangs need command
    Plugin.make({ bangs: { command: "c", items: [] } }, {})
    // @ts-expect-error actions need action
    Plugin.make({ actions: ["tab_new"] }, {})
    // @ts-expect-error navigation needs navigate
    Plugin.make({ navigation: ["x"] }, {})
    // @ts-expect-error hints need hints
    Plugin.make({ hints: {} }, {})
    // @ts-expect-error evaluate answers at once
    Plugin.make({ query: {} }, { evaluate: async () => [] })
    assert.deepStrictEqual(Plugin.make({ sources: [], commands: [], actions: [] }, {}).handlers, {})
  })

  it("leaves to the check at start what the type of a manifest does not say", () => {
    const sources: Manifest["sources"] = [{ live: true }]
    assert.deepStrictEqual(Plugin.make({ sources } as Manifest, {}).handlers, {})
    assert.deepStrictEqual(Plugin.make({ sources: [{ name: "s", live: true as boolean }] }, {}).handlers, {})
  })
})
