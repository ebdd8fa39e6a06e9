import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { processTable } from "@lanyard/process/node"
import { Effect, Exit, Result, Scope } from "effect"
import { fileName, take } from "../../src/node/DataFolderLock.ts"
import { posix } from "../support/groups.ts"
import { temporaryFolder } from "../support/live.ts"

/** Tries to take a folder for as long as the scope is open. */
const taking = (folder: string) => Effect.result(take(folder))

/** A process that says when it has begun, and runs until the scope closes. */
const run = (program: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
        stdio: ["pipe", "pipe", "inherit"]
      })
      await once(child.stdout, "data")
      return child
    }),
    (child) => Effect.promise(() => end(child))
  )

const stranger = run("console.log(1); setInterval(() => {}, 1e6)")

/** Another host, which tries to take the folder when told to go. */
const rival = (folder: string) =>
  Effect.map(
    run(`
      import { Effect } from ${JSON.stringify(import.meta.resolve("effect"))}
      import { take } from ${JSON.stringify(new URL("../../src/node/DataFolderLock.ts", import.meta.url).href)}
      console.log(1)
      process.stdin.once("data", () =>
        Effect.runFork(
          Effect.scoped(
            Effect.result(take(${JSON.stringify(folder)})).pipe(
              Effect.tap(({ _tag }) => Effect.sync(() => process.stdout.write(_tag))),
              Effect.andThen(Effect.never)
            )
          )
        )
      )
    `),
    (child) =>
      Effect.promise(async () => {
        const answer = once(child.stdout, "data")
        child.stdin.write("go")
        return String((await answer)[0])
      })
  )

const end = async (child: ChildProcess) => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, "exit")
  child.kill("SIGKILL")
  await exited
}

const started = (pid: number) => {
  const found = processTable?.find(pid)
  return typeof found === "object" ? found.started : undefined
}

/** Leaves a file as a host of this pid would have. */
const left = (folder: string, text: string) => writeFileSync(join(folder, fileName), text)

describe("A data folder", () => {
  it.live("is made for this user only and has one host at a time (F9)", () =>
    Effect.gen(function* () {
      const folder = join(yield* temporaryFolder, "flash", "plugins")
      const first = yield* Scope.make()
      yield* Scope.provide(take(folder), first)
      assert.isTrue(existsSync(join(folder, fileName)))
      if (posix) assert.strictEqual(statSync(folder).mode & 0o777, 0o700)
      const failure = Result.getOrThrow(Result.flip(yield* taking(folder)))
      assert.deepInclude(failure, { _tag: "DataFolderTaken", folder, pid: process.pid })
      assert.strictEqual(failure.message, `${folder} is used by another host, which is process ${process.pid}`)
      yield* Scope.close(first, Exit.void)
      assert.deepStrictEqual(readdirSync(folder), [])
      assert.isTrue(Result.isSuccess(yield* taking(folder)))
    }).pipe(Effect.scoped)
  )

  it.live.runIf(posix)("is one folder, whatever leads to it", () =>
    Effect.gen(function* () {
      const base = yield* temporaryFolder
      mkdirSync(join(base, "one"))
      symlinkSync(join(base, "one"), join(base, "other"))
      yield* take(join(base, "one"))
      assert.isTrue(Result.isFailure(yield* taking(join(base, "other"))))
    }).pipe(Effect.scoped)
  )

  it.live("is refused while the process runs that took it, and free once that was killed", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const child = yield* stranger
      const pid = child.pid ?? 0
      const since = started(pid)
      for (const text of [`${pid}`, ...(since === undefined ? [] : [`${pid}.${since}`])]) {
        left(folder, text)
        const failure = Result.getOrThrow(Result.flip(yield* taking(folder)))
        assert.deepInclude(failure, { _tag: "DataFolderTaken", pid })
        assert.strictEqual(readFileSync(join(folder, fileName), "utf8"), text)
      }
      yield* Effect.promise(() => end(child))
      assert.isTrue(Result.isSuccess(yield* taking(folder)))
      assert.deepStrictEqual(readdirSync(folder), [fileName])
    }).pipe(Effect.scoped)
  )

  it.live.runIf(processTable !== undefined)("is free when the pid is another process's by now", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const { pid } = yield* stranger
      left(folder, `${pid}.1`)
      assert.isTrue(Result.isSuccess(yield* taking(folder)))
    }).pipe(Effect.scoped)
  )

  it.live.each([
    "",
    "garbage",
    "-1",
    "0",
    "1e3 x",
    `${process.pid}`,
    `${process.pid}.1`,
    `${process.pid} 1`,
    "99999999999999999999"
  ])("is free when %j is what it holds", (text) =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      left(folder, text)
      assert.isTrue(Result.isSuccess(yield* taking(folder)))
      assert.match(readFileSync(join(folder, fileName), "utf8"), new RegExp(`^${process.pid}\\b`))
    }).pipe(Effect.scoped)
  )

  it.live("is free when its host has exited", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      left(folder, `${spawnSync(process.execPath, ["-e", ""]).pid}`)
      assert.isTrue(Result.isSuccess(yield* taking(folder)))
    }).pipe(Effect.scoped)
  )

  it.live("goes to one of several hosts that find what another one left", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      left(folder, `${spawnSync(process.execPath, ["-e", ""]).pid}`)
      const hosts = yield* Effect.forEach([1, 2, 3, 4], () => rival(folder), { concurrency: "unbounded" })
      const answers = yield* Effect.all(hosts, { concurrency: "unbounded" })
      assert.deepStrictEqual(answers.toSorted(), ["Failure", "Failure", "Failure", "Success"])
      assert.deepStrictEqual(readdirSync(folder), [fileName])
    }).pipe(Effect.scoped)
  )

  it.live("that cannot be written to is a failure with the system's code", () =>
    Effect.gen(function* () {
      const base = yield* temporaryFolder
      writeFileSync(join(base, "file"), "")
      mkdirSync(join(base, "folder", fileName), { recursive: true })
      for (const folder of [join(base, "file"), join(base, "file", "below"), join(base, "folder")]) {
        const failure = Result.getOrThrow(Result.flip(yield* taking(folder)))
        assert.strictEqual(failure._tag, "DataFolderRefused")
      }
      assert.deepStrictEqual(readdirSync(join(base, "folder")), [fileName])
    }).pipe(Effect.scoped)
  )

  it.live("that was lost to another file is left to that one", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      yield* Effect.scoped(Effect.tap(take(folder), () => Effect.sync(() => left(folder, "1"))))
      assert.strictEqual(readFileSync(join(folder, fileName), "utf8"), "1")
    }).pipe(Effect.scoped)
  )
})
