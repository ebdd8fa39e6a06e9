import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Handlers, Manifest } from "../src/Handlers.ts"
import * as Plugin from "../src/Plugin.ts"

const problems = (manifest: Manifest, handlers: Handlers) =>
  Effect.match(Plugin.check({ manifest, handlers }), {
    onSuccess: () => [],
    onFailure: (rejected) => rejected.problems
  })

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
      assert.deepStrictEqual(yield* problems(manifest, {}), [
        `the manifest declares ${because}, and there is no ${name} handler`
      ])
      assert.deepStrictEqual(yield* problems(manifest, { [name]: handlers[name] }), [])
    })
  )

  it.effect.each(["evaluate", "search", "hints", "command", "action", "navigate"] as const)(
    "names a %s handler that nothing can reach",
    (name) =>
      Effect.gen(function* () {
        const found = yield* problems(
          { sources: [], commands: [], actions: [], navigation: [] },
          { [name]: handlers[name] }
        )
        assert.strictEqual(found.length, 1)
        assert.match(found[0] ?? "", new RegExp(`^there is a ${name} handler`))
      })
  )

  it.effect("lets any plugin start, resolve, hear events and clean up", () =>
    Effect.gen(function* () {
      const free: Handlers = { start: () => {}, resolve: () => undefined, event: () => {}, shutdown: () => {} }
      assert.deepStrictEqual(yield* problems({}, free), [])
    })
  )

  it.effect("reports everything at once", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* problems({ query: {}, hints: {} }, { action: () => undefined })).length, 3)
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
