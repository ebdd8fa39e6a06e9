/** Holds the SDK to the conformance suite: over memory, cut into single bytes, and as processes on real pipes. */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { Manifest } from "@lanyard/flash-protocol"
import { Conformance, MemoryChildren, Report, type Subject } from "@lanyard/flash-testkit"
import { layer as processes } from "@lanyard/process/node"
import { Effect, Result } from "effect"
import * as Environment from "../src/Environment.ts"
import * as Serve from "../src/Serve.ts"
import { manifest, thorough } from "./support/thorough.ts"

/** What keeps a plugin from conforming, and what it was warned of, in words. */
const findings = ({ rows }: Report.Report): ReadonlyArray<string> =>
  rows
    .filter((row) => row.verdict._tag === "Failed" || Report.isBreach(row))
    .map(({ requirement, scenario, verdict }) => [requirement.id, scenario, Report.reasonOf(verdict)].join(": "))

const around = { args: [], variables: {}, hostPid: process.pid, dataFolder: Effect.succeed("/nowhere") }

/** The SDK's loop as a child. */
const served = ({ duplex, gone, variables }: MemoryChildren.Start) => {
  const environment = Environment.read(variables)
  const { parent = 0 } = environment
  const orphaned = parent === process.pid ? Effect.never : gone(parent)
  return Serve.serve(thorough, { duplex, environment, orphaned, diagnose: () => {} })
}

// Both ends live in one process and take turns, so a pipe has to hold what one of them says in a turn.
const highWaterMark = 1024 * 1024

describe("a plugin of the SDK", () => {
  it.live.each([
    ["over memory", { highWaterMark }, () => true],
    // A line of 10 MiB is as many chunks, which hold more memory than they carry.
    ["byte by byte", { chunkBytes: 1, highWaterMark }, (name: string) => name !== "line cap"]
  ] as const)("conforms %s", ([, pipes, isPlayed]) =>
    Effect.gen(function* () {
      const subject = { ...around, manifest, executable: "/thorough", cwd: "/" }
      const only = new Set(Conformance.names.filter(isPlayed))
      const report = yield* Effect.provide(Conformance.run(subject, { only }), MemoryChildren.layer(served, pipes))
      assert.deepStrictEqual(findings(report), [])
      assert.deepStrictEqual(report.skipped, ["search"])
      assert.strictEqual(report.played.length, only.size - 1)
    })
  )

  it.live("conforms as a process", () =>
    Effect.gen(function* () {
      const cwd = fileURLToPath(new URL("../../../fixtures/plugins/probe", import.meta.url))
      const read = Result.getOrThrow(Manifest.parse(readFileSync(`${cwd}/manifest.json`)))
      const [, ...args] = read.exec ?? []
      const subject: Subject.Subject = { ...around, manifest: read, executable: process.execPath, args, cwd }
      const report = yield* Effect.provide(Conformance.run(subject), processes)
      assert.deepStrictEqual(findings(report), [])
      assert.isTrue(Report.conforms(report))
    })
  )
})
