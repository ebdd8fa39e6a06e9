import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import * as Activation from "../src/Activation.ts"
import type { Manifest } from "../src/manifest/Model.ts"
import { moves } from "./support/activation.ts"
import { emulator, plugin } from "./support/plugins.ts"

const sources = [{ name: "s", kind: "default", priority: "normal", live: false }] as const
const query = { prefixes: [] }
const hints = { fallback_on_empty: false }
const commands = [{ command: "c", subcommand: "*" }]

/** A plugin without a process: the key is left out, as the loader leaves it. */
const manifestOnly = (surfaces: Partial<Manifest>): Manifest => {
  const { exec, ...rest } = plugin("p", surfaces)
  return rest
}

describe("Activation.of", () => {
  it.each<[string, Partial<Manifest>]>([
    ["sources", { sources }],
    ["query", { query }],
    ["hints", { hints }],
    ["listen", { listen: ["core:*"] }],
    ["status and sources", { status: ["a"], sources }],
    ["status and query", { status: ["a"], query }],
    ["status and hints", { status: ["a"], hints }],
    ["commands and listen", { commands, listen: ["core:*"] }]
  ])("keeps a plugin with %s resident [FLASH-ACT-01]", (_, surfaces) => {
    assert.strictEqual(Activation.of(plugin("p", surfaces)), "resident")
  })

  it.each<[string, Partial<Manifest>]>([
    ["commands", { commands }],
    ["bangs", { bangs: { command: "c", items: [{ token: "*" }] } }],
    ["navigation", { navigation: ["n"] }],
    ["actions", { actions: ["tab_new"] }],
    ["mappings, bindings and nothing else", { action_bindings: new Map() }]
  ])("leaves a plugin with only %s on-demand [FLASH-ACT-01, FLASH-ACT-02]", (_, surfaces) => {
    assert.strictEqual(Activation.of(plugin("p", surfaces)), "on-demand")
  })

  it.each<[string, Partial<Manifest>]>([
    ["status", { status: ["a"] }],
    ["status and listen", { status: ["a"], listen: ["core:power.changed"] }],
    ["status and commands", { status: ["a"], commands }]
  ])("binds a plugin with %s to its status [FLASH-ACT-04]", (_, surfaces) => {
    assert.strictEqual(Activation.of(plugin("p", surfaces)), "status-bound")
  })

  it.each<[string, Partial<Manifest>]>([
    ["nothing", {}],
    ["terminal emulators", { terminal_emulators: [emulator] }],
    ["sources, which no loader lets through", { sources }]
  ])("never starts a plugin without exec, even with %s [FLASH-ACT-03]", (_, surfaces) => {
    assert.strictEqual(Activation.of(manifestOnly(surfaces)), "manifest-only")
  })
})

describe("Activation.effective", () => {
  it.each<[Activation.Activation, boolean, Activation.Effective]>([
    ["resident", false, "resident"],
    ["resident", true, "resident"],
    ["on-demand", false, "on-demand"],
    ["on-demand", true, "on-demand"],
    ["status-bound", true, "resident"],
    ["status-bound", false, "on-demand"],
    ["manifest-only", false, "manifest-only"],
    ["manifest-only", true, "manifest-only"]
  ])("of %s, observed %s, is %s [FLASH-ACT-05, FLASH-ACT-07]", (activation, observed, effective) => {
    assert.strictEqual(Activation.effective(Activation.make(activation, observed)), effective)
  })

  it("stays on-demand for what a command needed and nobody observes [FLASH-ACT-07]", () => {
    const [started] = Activation.transition(Activation.make("status-bound", false), "performed")
    assert.isTrue(Activation.isWanted(started))
    assert.strictEqual(Activation.effective(started), "on-demand")
  })
})

describe("Activation.transition", () => {
  it.each<[Activation.Activation, boolean, ReadonlyArray<Activation.Change>, ReadonlyArray<Activation.Move>]>([
    ["status-bound", false, ["observed", "unobserved"], ["start", "stop"]],
    ["status-bound", true, ["unobserved", "observed"], ["stop", "start"]],
    ["status-bound", true, ["observed"], ["none"]],
    ["status-bound", false, ["unobserved"], ["none"]],
    ["status-bound", false, ["performed", "observed", "unobserved"], ["start", "none", "none"]],
    ["status-bound", true, ["performed", "unobserved"], ["none", "none"]],
    ["status-bound", true, ["performed", "unobserved", "observed", "unobserved"], ["none", "none", "none", "none"]],
    ["status-bound", true, ["unobserved", "performed", "performed"], ["stop", "start", "none"]],
    ["status-bound", true, ["performed", "stopped", "unobserved"], ["none", "none", "stop"]]
  ])(
    "starts what is shown and stops what is not, unless a command needed it: %s, observed %s, %j [FLASH-ACT-05, FLASH-ACT-06]",
    (activation, observed, changes, expected) => {
      assert.deepStrictEqual(moves(activation, observed, changes), expected)
    }
  )

  it.each<[Activation.Activation, ReadonlyArray<Activation.Change>, ReadonlyArray<Activation.Move>]>([
    ["on-demand", ["performed", "performed"], ["start", "none"]],
    ["on-demand", ["observed", "unobserved"], ["none", "none"]],
    ["on-demand", ["performed", "observed", "unobserved"], ["start", "none", "none"]],
    ["resident", ["performed", "observed", "unobserved"], ["none", "none", "none"]],
    ["manifest-only", ["performed", "observed", "unobserved"], ["none", "none", "none"]]
  ])("starts on-demand plugins alone, with their first perform: %s, %j [FLASH-ACT-02, FLASH-ACT-03]", (...row) => {
    const [activation, changes, expected] = row
    assert.deepStrictEqual(moves(activation, false, changes), expected)
  })

  it("forgets what a run was needed for once the host stopped it [FLASH-ACT-02, FLASH-ACT-06]", () => {
    const changes = ["performed", "stopped", "observed", "unobserved", "performed"] as const
    assert.deepStrictEqual(moves("status-bound", false, changes), ["start", "none", "start", "stop", "start"])
    assert.deepStrictEqual(moves("on-demand", false, ["performed", "stopped", "performed"]), ["start", "none", "start"])
  })

  it.prop(
    "starts only what was not wanted and stops only what was, whatever came before [FLASH-ACT-06]",
    [
      Schema.Literals(["resident", "on-demand", "status-bound", "manifest-only"]),
      Schema.Boolean,
      Schema.Array(Schema.Literals(["observed", "unobserved", "performed", "stopped"]))
    ],
    ([activation, observed, changes]) => {
      let standing = Activation.make(activation, observed)
      for (const change of changes) {
        const [next, move] = Activation.transition(standing, change)
        if (move === "start") assert.deepStrictEqual([false, true], [standing, next].map(Activation.isWanted))
        if (move === "stop") assert.deepStrictEqual([true, false], [standing, next].map(Activation.isWanted))
        if (change !== "stopped" && move === "none") {
          assert.strictEqual(Activation.isWanted(next), Activation.isWanted(standing))
        }
        standing = next
      }
    }
  )
})

describe("Activation.isInstantiated", () => {
  const terminals = new Set([emulator])
  const scoped = plugin("p", { only_terminals: true })

  it("asks for a running emulator where the plugin is for terminals only [FLASH-ACT-08]", () => {
    assert.isTrue(Activation.isInstantiated(scoped, terminals, ["other.app", emulator]))
    assert.isFalse(Activation.isInstantiated(scoped, terminals, ["other.app"]))
    assert.isFalse(Activation.isInstantiated(scoped, terminals, []))
    assert.isTrue(Activation.isInstantiated(plugin("p"), terminals, []))
  })
})
