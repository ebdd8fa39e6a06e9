import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import { assert, describe, it } from "@effect/vitest"
import { layer } from "@lanyard/process/node"
import { Effect } from "effect"
import { TestConsole } from "effect/testing"
import * as Command from "../../src/conformance/Command.ts"
import { fixture, temporaryFolder, variables } from "./support.ts"

/** Runs the command; returns its status and what it printed. */
const command = Effect.fn(function* (options: Pick<Command.Options, "argv"> & Partial<Command.Options>) {
  return yield* Effect.gen(function* () {
    const status = yield* Command.run({ cwd: fixture("."), variables, pid: process.pid, ...options })
    const said = [...(yield* TestConsole.logLines), ...(yield* TestConsole.errorLines)].join("\n")
    return { status, said }
  }).pipe(Effect.provide([layer, NodeFileSystem.layer, NodePath.layer, TestConsole.layer]))
})

describe("Command", () => {
  it.live("judges a folder as its manifest says, with status 0 for one that conforms", () =>
    Effect.gen(function* () {
      const { said, status } = yield* command({ argv: ["rulebreaker"] })
      assert.match(said, /^not declared: search\nrulebreaker 0\.1\.0 conforms: /)
      assert.strictEqual(status, 0)
    })
  )

  it.live("judges a program with the manifest beside a file that it is given, with status 1 for a breach", () =>
    Effect.gen(function* () {
      const argv = ["node", "rulebreaker/rulebreaker.mjs", "FLASH-INIT-09"]
      const { said, status } = yield* command({ argv, format: "json" })
      const { conforms, checks } = JSON.parse(said)
      assert.isFalse(conforms)
      assert.deepStrictEqual(
        checks.flatMap(({ id, verdict }: Record<string, unknown>) => (verdict === "failed" ? [id] : [])),
        ["FLASH-INIT-09"]
      )
      assert.strictEqual(status, 1)
    })
  )

  it.live("prints JUnit, and takes the manifest that is named", () =>
    Effect.gen(function* () {
      const argv = ["node", "rulebreaker/rulebreaker.mjs"]
      const { said, status } = yield* command({ argv, manifest: "rulebreaker/live.json", format: "junit" })
      assert.isTrue(said.startsWith("<?xml "))
      assert.include(said, '<testsuite name="search"')
      assert.strictEqual(status, 0)
    })
  )

  it.live("has status 2 where there is nothing to judge", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      mkdirSync(join(folder, "bad"))
      writeFileSync(join(folder, "bad", "manifest.json"), '{"id":"bad"}')
      const silent = { id: "x", name: "x", version: "1", description: "x", terminal_emulators: ["a.b"] }
      mkdirSync(join(folder, "silent"))
      writeFileSync(join(folder, "silent", "manifest.json"), JSON.stringify(silent))
      const rows = [
        [[], /no manifest\.json beside the plugin/],
        [["no-such-program"], /no manifest\.json beside the plugin/],
        [["bad"], /bad\/manifest\.json: /],
        [["silent"], /silent\/manifest\.json declares no process/]
      ] as const
      for (const [argv, expected] of rows) {
        const { said, status } = yield* command({ argv, cwd: folder })
        assert.match(said, expected)
        assert.strictEqual(status, 2)
      }
      const { said, status } = yield* command({ argv: ["no-such-program", "rulebreaker/rulebreaker.mjs"] })
      assert.deepStrictEqual([said, status], ["flash: the plugin cannot be started: ExecutableNotFound", 2])
    })
  )
})
