import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import * as SandboxMode from "../../src/sandbox/SandboxMode.ts"
import { configured, managed, manifest, plugin } from "../support/managed.ts"
import { advance, host, serving, specOf } from "../support/scripted.ts"

type Sections = Readonly<Record<string, unknown>>

const on = { enabled: true, execPaths: [] }
const reason = "the host was built without a sandbox"
const off = { enabled: false, execPaths: [] }

describe("The sandbox that a plugin asks for", () => {
  it.each<readonly [SandboxMode.SandboxMode, Sections, typeof on | undefined]>([
    ["deny_default", { sandbox: {} }, undefined],
    ["deny_default", { sandbox: {} }, on],
    ["deny_default", { sandbox: {}, capabilities: ["network", "subprocess"] }, undefined],
    ["network_denied", {}, undefined],
    ["network_denied", {}, on],
    ["network_denied", { capabilities: ["clipboard"] }, undefined],
    ["unsandboxed", { capabilities: ["network"] }, undefined],
    ["unsandboxed", { capabilities: ["subprocess", "clipboard"] }, undefined],
    ["disabled_by_config", { sandbox: {} }, off],
    ["disabled_by_config", {}, off],
    ["disabled_by_config", { capabilities: ["network"] }, off]
  ])("is %s for %j when its user says %j", (asked, sections, sandbox) => {
    const spec = specOf("some", { query: {}, ...sections })
    assert.strictEqual(SandboxMode.asked(sandbox === undefined ? spec : { ...spec, sandbox }), asked)
  })
})

describe("A host that enforces no sandbox", () => {
  it.effect("says unsandboxed, and warns once of each plugin that asked for more (F13) [FLASH-SAND-11]", () =>
    Effect.gen(function* () {
      const { plugins, of } = yield* host(
        () => ({ answers: serving() }),
        [
          specOf("denied", { query: {} }),
          specOf("open", { query: {}, capabilities: ["network"] }),
          specOf("strict", { query: {}, sandbox: {} }),
          { ...specOf("switched-off", { query: {}, sandbox: {} }), sandbox: off }
        ]
      )
      yield* plugins.start
      yield* advance(100)
      yield* plugins.reload("strict")
      yield* advance(100)
      assert.deepStrictEqual(
        of("Unconfined").map(({ plugin, asked }) => [plugin, asked]),
        [
          ["denied", "network_denied"],
          ["strict", "deny_default"],
          ["switched-off", "disabled_by_config"]
        ]
      )
      assert.deepStrictEqual(
        (yield* plugins.status).map(({ sandbox }) => sandbox),
        [
          { asked: "network_denied", enforced: "unsandboxed", reason },
          { asked: "unsandboxed", enforced: "unsandboxed" },
          { asked: "deny_default", enforced: "unsandboxed", reason },
          { asked: "disabled_by_config", enforced: "unsandboxed" }
        ]
      )
    })
  )

  it.effect("warns again when a configuration changes what a plugin asks for", () =>
    Effect.gen(function* () {
      const { load, manager, of } = yield* managed(() => ({ answers: serving() }), {
        "/official/README.md": "",
        ...plugin("/third/a", manifest("a"))
      })
      const asked = Effect.map(
        manager.plugins,
        ([first]) => Option.getOrUndefined(first?.standing ?? Option.none())?.sandbox.asked
      )
      yield* load(configured("/third/a"))
      assert.strictEqual(yield* asked, "network_denied")
      yield* load({ ...configured("/third/a"), sandbox: new Map([["a", off]]) })
      yield* advance(100)
      assert.strictEqual(yield* asked, "disabled_by_config")
      yield* load({ ...configured("/third/a"), sandbox: new Map([["a", off]]), disabled: new Set(["b"]) })
      assert.deepStrictEqual(
        of("Unconfined").map((event) => event.asked),
        ["network_denied", "disabled_by_config"]
      )
    })
  )
})
