import { assert, describe, it } from "@effect/vitest"
import { Executable } from "@lanyard/process"
import { ScriptedChild } from "@lanyard/process/testing"
import { Effect, Logger, Option } from "effect"
import { LoginEnvironment } from "../../src/environment/LoginEnvironment.ts"
import type { PluginSpec } from "../../src/PluginSpec.ts"
import * as Policy from "../../src/sandbox/Policy.ts"
import { specOf } from "../support/scripted.ts"

/** What links lead to; every other path leads to itself, and what is not below one of the folders is not there. */
const links: Readonly<Record<string, string>> = {
  "/plugins/own": "/volume/plugins/own",
  "/data/own": "/volume/data/own",
  "/data": "/volume/data",
  "/home/someone": "/Users/someone",
  "/Users/someone/.ssh/.": "/volume/keys",
  "/bin": "/usr/bin",
  "/bin/.": "/usr/bin",
  "/usr/bin/.": "/usr/bin",
  "/tmp/.": "/private/tmp",
  "/usr/bin/awk": "/usr/bin/mawk"
}
const there = /^\/(usr\/bin|volume|Users\/someone$|plugins\/own\/|bin\/)/

const files = Executable.ProgramFiles.of({
  look: (path) => Effect.succeed(/^\/(?:usr\/)?bin\/(?:awk|cat|mawk)$/.test(path) ? "executable" : "missing"),
  real: (path) =>
    Effect.sync(() => {
      const led = links[path]
      if (led !== undefined) return Option.some(led)
      return there.test(path) && !path.endsWith("/.") ? Option.some(path) : Option.none()
    })
})

/** The policy of a plugin, and what was warned of. */
const made = Effect.fn(function* (
  spec: PluginSpec,
  variables: Readonly<Record<string, string>> = { HOME: "/home/someone", PATH: "/bin:relative:/nowhere:/usr/bin" }
) {
  const warnings: Array<unknown> = []
  const logger = Logger.make(({ message }) => void warnings.push(message))
  const policy = yield* Policy.make(spec, "deny_default", ["/usr/bin/awk"]).pipe(
    Effect.provide([ScriptedChild.layer(() => ({})), LoginEnvironment.layerOf(variables), Logger.layer([logger])]),
    Effect.provideService(Executable.ProgramFiles, files)
  )
  return { policy, warnings: warnings.flat() }
})

describe("A policy", () => {
  it.effect("has every path as it is when links are followed [FLASH-SAND-09]", () =>
    Effect.gen(function* () {
      const { policy } = yield* made(specOf("own", { query: {}, sandbox: { exec: ["/bin/cat"] } }))
      assert.deepInclude(policy, {
        root: "/volume/plugins/own",
        dataDir: "/volume/data/own",
        base: "/volume/data",
        programFolders: ["/usr/bin"],
        temporary: ["/private/tmp"]
      })
      assert.deepStrictEqual(policy.programs, [
        { path: "/usr/bin/awk", target: "/usr/bin/mawk" },
        { path: "/usr/bin/cat", target: "/bin/cat" }
      ])
    })
  )

  it.effect("has the secrets of the user, those too that are not there [FLASH-SAND-03, FLASH-SAND-09]", () =>
    Effect.gen(function* () {
      const { policy } = yield* made(specOf("own", { query: {}, sandbox: {} }))
      assert.deepStrictEqual(policy.secrets, [
        { path: "/volume/keys", isThere: true },
        { path: "/Users/someone/.aws", isThere: false },
        { path: "/Users/someone/.config/gh", isThere: false },
        { path: "/Users/someone/Library/Keychains", isThere: false },
        { path: "/Users/someone/.local/share/keyrings", isThere: false },
        { path: "/Users/someone/.local/share/kwalletd", isThere: false }
      ])
      assert.deepStrictEqual((yield* made(specOf("own", { query: {} }), { PATH: "/bin" })).policy.secrets, [])
    })
  )

  it.effect(
    "has the tools of the manifest and of its user, and a warning for each that is nowhere [FLASH-SAND-06]",
    () =>
      Effect.gen(function* () {
        const { policy, warnings } = yield* made({
          ...specOf("own", { query: {}, sandbox: { exec: ["awk", "missing"] } }),
          sandbox: { enabled: true, execPaths: ["/usr/bin/mawk", "cat", "~/tool"] }
        })
        assert.isTrue(policy.hasTools)
        assert.deepStrictEqual(
          policy.programs.slice(1).map(({ path }) => path),
          ["/usr/bin/awk", "/usr/bin/mawk"]
        )
        assert.deepStrictEqual(
          warnings,
          ["sandbox.exec[1]", "exec_paths[1]", "exec_paths[2]"].map(
            (place) => `${place} names no program that can be found; it is left out of the sandbox`
          )
        )
      })
  )

  it.effect("takes what the manifest allows, and nothing where it is silent [FLASH-SAND-04, FLASH-SAND-05]", () =>
    Effect.gen(function* () {
      const silent = yield* made(specOf("own", { query: {}, sandbox: {} }))
      const none = { hasTools: false, network: false, appleevents: false, signal: false, mach: [] }
      assert.deepInclude(silent.policy, none)
      const sandbox = { appleevents: true, signal: true, mach: ["a.b"] }
      const open = yield* made(specOf("own", { query: {}, capabilities: ["network"], sandbox }))
      assert.deepInclude(open.policy, { ...sandbox, hasTools: false, network: true })
    })
  )

  it.effect("has no folder for temporary files that holds the user's home", () =>
    Effect.gen(function* () {
      const spec = specOf("own", { query: {} })
      for (const TMPDIR of ["/", "/home", "/home/someone"]) {
        const { policy } = yield* made(spec, { HOME: "/home/someone", PATH: "/bin", TMPDIR })
        assert.deepStrictEqual(policy.temporary, ["/private/tmp"])
      }
      const { policy } = yield* made(spec, { HOME: "/home/someone", PATH: "/bin", TMPDIR: "/usr/bin" })
      assert.deepStrictEqual(policy.temporary, ["/private/tmp", "/usr/bin"])
    })
  )
})
