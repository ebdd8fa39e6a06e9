import { chmodSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { DataFolderRefused } from "../src/AttemptFailure.ts"
import { HostProcess } from "../src/HostProcess.ts"
import { DataFolders } from "../src/Launch.ts"
import { layer } from "../src/node.ts"
import { posix } from "./support/groups.ts"
import { temporaryFolder } from "./support/live.ts"

const ensure = (folder: string) => DataFolders.use((folders) => folders.ensure(folder)).pipe(Effect.provide(layer))

/** Permissions; Windows has none that say as much. */
const mode = (folder: string) => (posix ? statSync(folder).mode & 0o777 : 0o700)

describe("A data folder", () => {
  it.effect("is made for this user only, with what is missing above it (F9) [FLASH-PROC-11]", () =>
    Effect.gen(function* () {
      const base = yield* temporaryFolder
      const folder = join(base, "plugins", "scripted")
      yield* ensure(folder)
      assert.isTrue(statSync(folder).isDirectory())
      assert.strictEqual(mode(folder), 0o700)
      assert.strictEqual(mode(join(base, "plugins")), 0o700)
    }).pipe(Effect.scoped)
  )

  it.effect("that is there stays as it is", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      writeFileSync(join(folder, "kept"), "")
      if (posix) chmodSync(folder, 0o750)
      yield* ensure(folder)
      assert.strictEqual(mode(folder), posix ? 0o750 : 0o700)
      assert.isTrue(statSync(join(folder, "kept")).isFile())
    }).pipe(Effect.scoped)
  )

  it.effect("that cannot be made is a failure with the system's code", () =>
    Effect.gen(function* () {
      const file = join(yield* temporaryFolder, "file")
      writeFileSync(file, "")
      const failure = yield* Effect.flip(ensure(file))
      assert.deepStrictEqual(failure, new DataFolderRefused({ folder: file, code: "EEXIST" }))
    }).pipe(Effect.scoped)
  )
})

describe("The host process", () => {
  it.effect("is this one, with a copy of its variables", () =>
    Effect.gen(function* () {
      const { pid, environment } = yield* HostProcess
      assert.strictEqual(pid, process.pid)
      assert.deepStrictEqual(environment, { ...process.env })
      assert.notStrictEqual(environment, process.env)
    }).pipe(Effect.provide(layer))
  )
})
