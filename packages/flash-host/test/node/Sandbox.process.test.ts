import { readdirSync, readlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { assert, describe, it } from "@effect/vitest"
import { layer as processes } from "@lanyard/process/node"
import { Context, Effect, Exit, Layer, Scope } from "effect"
import { HostProcess } from "../../src/HostProcess.ts"
import { layer } from "../../src/node/Sandbox.ts"
import * as Enforcer from "../../src/sandbox/Enforcer.ts"
import { enforcer } from "../support/confined.ts"
import { home } from "../support/homes.ts"

/** Programs that stand for those that a sandbox is made with, each a line of a shell. */
const programs = (bwrap: string) => home({}, { bwrap: [bwrap], env: ["exit 0"], nice: ["exit 0"] })

/** What is found by a host with this PATH. */
const found = (path: string | undefined) =>
  Effect.flatMap(
    Layer.build(
      layer.pipe(
        Layer.provide([processes, Layer.succeed(HostProcess, { pid: process.pid, environment: { PATH: path } })])
      )
    ),
    (context) => Context.get(context, Enforcer.Current)
  )

/** The programs that every system has, behind those of a folder. */
const before = (folder: string) => `${folder}:/usr/bin:/bin`

const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith("lanyard-filter-"))

describe.runIf(process.platform === "linux")("The sandbox of Linux", () => {
  it.live("is none without bwrap, and says so [FLASH-SAND-11]", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* found("/nowhere"),
        Enforcer.Enforcer.None({ reason: "there is no bwrap on the PATH" })
      )
    }).pipe(Effect.scoped)
  )

  it.live("is none without the programs that start others in it, and says so [FLASH-SAND-11]", () =>
    Effect.gen(function* () {
      const reason = (program: string) => ({ reason: `there is no ${program} on the PATH` })
      const without = (programs: Readonly<Record<string, ReadonlyArray<string>>>) =>
        Effect.flatMap(home({}, programs), (folder) => found(folder))
      assert.deepInclude(yield* without({ bwrap: ["exit 0"], nice: ["exit 0"] }), reason("env"))
      assert.deepInclude(yield* without({ bwrap: ["exit 0"], env: ["exit 0"] }), reason("nice"))
    }).pipe(Effect.scoped)
  )

  it.live.each(["exit 1", "kill -9 $$"])("is none when a trial of bwrap ends by %j [FLASH-SAND-11]", (line) =>
    Effect.gen(function* () {
      const folder = yield* programs(line)
      assert.deepStrictEqual(
        yield* found(before(folder)),
        Enforcer.Enforcer.None({ reason: "bwrap is not allowed to make a sandbox here" })
      )
    }).pipe(Effect.scoped)
  )

  it.live("is made without unshare where that is not allowed", () =>
    Effect.gen(function* () {
      const folder = yield* home({}, { bwrap: ["exit 0"], unshare: ["exit 1"] })
      const means = yield* found(before(folder))
      assert.deepStrictEqual([means._tag, "unshare" in means], ["Bubblewrap", false])
    }).pipe(Effect.scoped)
  )

  it.live("has filters without names, which go with its scope", () =>
    Effect.gen(function* () {
      const folder = yield* programs("exit 0")
      const scope = yield* Scope.make()
      const means = yield* Scope.provide(found(before(folder)), scope)
      assert.strictEqual(means._tag, "Bubblewrap")
      const files = means._tag === "Bubblewrap" ? Object.values(means.filters) : []
      assert.lengthOf(files, 3)
      for (const file of files) assert.match(readlinkSync(file), / \(deleted\)$/)
      assert.deepStrictEqual(folders(), [])
      yield* Scope.close(scope, Exit.void)
      for (const file of files) assert.throws(() => readlinkSync(file), /ENOENT/)
    }).pipe(Effect.scoped)
  )

  it.live("is what this machine has, or it says why there is none", () =>
    Effect.gen(function* () {
      const means = yield* found(process.env.PATH)
      assert.strictEqual(means._tag, enforcer._tag)
      if (means._tag === "None") assert.match(means.reason, /bwrap/)
    }).pipe(Effect.scoped)
  )
})
