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

/** Runs the command; returns what it found and printed. */
const command = Effect.fn(function* (options: Pick<Command.Options, "argv"> & Partial<Command.Options>) {
  return yield* Effect.gen(function* () {
    const conforms = yield* Command.run({
      cwd: fixture("."),
      variables,
      pid: process.pid,
      dataFolder: temporaryFolder,
      ...options
    })
    return { conforms, said: (yield* TestConsole.logLines).join("\n") }
  }).pipe(Effect.provide([layer, NodeFileSystem.layer, NodePath.layer, TestConsole.layer]))
})

describe("Command", () => {
  it.live("judges a folder as its manifest says", () =>
    Effect.gen(function* () {
      const { conforms, said } = yield* command({ argv: ["rulebreaker"] })
      assert.match(said, /^not declared: search\nrulebreaker 0\.1\.0 conforms: /)
      assert.isTrue(conforms)
    })
  )

  it.live("judges a program with the manifest beside a file that it is given", () =>
    Effect.gen(function* () {
      const argv = ["node", "rulebreaker/rulebreaker.mjs", "FLASH-INIT-09"]
      const { conforms, said } = yield* command({ argv, format: "json" })
      const { checks, ...report } = JSON.parse(said)
      assert.deepStrictEqual([conforms, report.conforms], [false, false])
      assert.deepStrictEqual(
        checks.flatMap(({ id, verdict }: Record<string, unknown>) => (verdict === "failed" ? [id] : [])),
        ["FLASH-INIT-09"]
      )
    })
  )

  it.live("prints JUnit, and takes the manifest that is named", () =>
    Effect.gen(function* () {
      const argv = ["node", "rulebreaker/rulebreaker.mjs"]
      const { conforms, said } = yield* command({ argv, manifest: "rulebreaker/live.json", format: "junit" })
      assert.isTrue(said.startsWith("<?xml "))
      assert.include(said, '<testsuite name="search"')
      assert.isTrue(conforms)
    })
  )

  it.live("says why there is nothing to judge", () =>
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
        const { message } = yield* Effect.flip(command({ argv, cwd: folder }))
        assert.match(message, expected)
      }
      const { _tag } = yield* Effect.flip(command({ argv: ["no-such-program", "rulebreaker/rulebreaker.mjs"] }))
      assert.strictEqual(_tag, "ExecutableNotFound")
    })
  )
})
