import {
  chmodSync,
  closeSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync
} from "node:fs"
import { createServer, type Server } from "node:net"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { mostBytes } from "../../src/hostcalls/Storage.ts"
import { fileName, storageFiles } from "../../src/node/StorageFiles.ts"
import { posix } from "../support/groups.ts"
import { temporaryFolder } from "../support/live.ts"

const { keepAside, read, replace } = storageFiles

const contentOf = (folder: string) =>
  Effect.map(read(folder), (stored) =>
    stored._tag === "Content" ? new TextDecoder().decode(stored.bytes) : stored._tag
  )

/** Something that can be named and not opened. */
const socketAt = (path: string) =>
  Effect.acquireRelease(
    Effect.callback<Server>((resume) => {
      const server = createServer().listen(path, () => resume(Effect.succeed(server)))
    }),
    (server) => Effect.sync(() => server.close())
  )

describe("A store as a file", () => {
  it.live("is there once it was written, for this user only, and leaves nothing else [FLASH-HOST-54]", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      assert.strictEqual(yield* contentOf(folder), "Nothing")
      yield* replace(folder, "one")
      assert.strictEqual(yield* contentOf(folder), "one")
      yield* replace(folder, "two")
      assert.strictEqual(yield* contentOf(folder), "two")
      assert.deepStrictEqual(readdirSync(folder), [fileName])
      if (posix) assert.strictEqual(statSync(join(folder, fileName)).mode & 0o777, 0o600)
    })
  )

  it.live.runIf(posix)(
    "is written beside and renamed, so that who reads meanwhile finds one of the two whole [FLASH-HOST-54]",
    () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        const versions = ["a", "b"].map((letter) => letter.repeat(1024 * 1024))
        yield* replace(folder, versions[0] ?? "")
        // Held open, so that the system cannot give its number to another file.
        const held = yield* Effect.acquireRelease(
          Effect.sync(() => openSync(join(folder, fileName), "r")),
          (descriptor) => Effect.sync(() => closeSync(descriptor))
        )
        const writing = yield* Effect.forkChild(
          Effect.forEach([1, 0, 1, 0, 1], (version) => replace(folder, versions[version] ?? ""))
        )
        while (writing.pollUnsafe() === undefined) assert.include(versions, yield* contentOf(folder))
        yield* Fiber.join(writing)
        assert.notStrictEqual(statSync(join(folder, fileName)).ino, fstatSync(held).ino)
      })
  )

  it.live("takes the place of what a host left behind that died in the middle", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      writeFileSync(join(folder, `${fileName}.${process.pid}.new`), "half")
      yield* replace(folder, "whole")
      assert.strictEqual(yield* contentOf(folder), "whole")
      assert.deepStrictEqual(readdirSync(folder), [fileName])
    })
  )

  it.live("is kept aside under the next number", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      for (const [name, text] of [
        ["storage.json.corrupt-9", "old"],
        ["storage.json.corrupt-x", "other"],
        [fileName, "new"]
      ]) {
        writeFileSync(join(folder, name ?? ""), text ?? "")
      }
      assert.strictEqual(yield* keepAside(folder), join(folder, "storage.json.corrupt-10"))
      assert.strictEqual(readFileSync(join(folder, "storage.json.corrupt-10"), "utf8"), "new")
      assert.strictEqual(readFileSync(join(folder, "storage.json.corrupt-9"), "utf8"), "old")
      assert.strictEqual(yield* contentOf(folder), "Nothing")
    })
  )

  it.live("cannot be read or written in a folder that is not there", () =>
    Effect.gen(function* () {
      const folder = join(yield* temporaryFolder, "gone")
      assert.strictEqual(yield* contentOf(folder), "Nothing")
      assert.strictEqual((yield* Effect.flip(replace(folder, "x"))).code, "ENOENT")
      assert.strictEqual((yield* Effect.flip(keepAside(folder))).code, "ENOENT")
    })
  )

  it.live("is no store when it is a folder, or larger than any store", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      writeFileSync(join(folder, fileName), "")
      truncateSync(join(folder, fileName), mostBytes)
      assert.strictEqual((yield* read(folder))._tag, "Content")
      truncateSync(join(folder, fileName), mostBytes + 1)
      assert.strictEqual((yield* read(folder))._tag, "Other")
      yield* keepAside(folder)
      mkdirSync(join(folder, fileName))
      assert.strictEqual((yield* read(folder))._tag, "Other")
      yield* keepAside(folder)
      assert.isTrue(statSync(join(folder, "storage.json.corrupt-2")).isDirectory())
    })
  )

  it.runIf(posix)("leaves no trace of what could not be put in place", () =>
    Effect.runPromise(
      Effect.scoped(
        Effect.gen(function* () {
          const folder = yield* temporaryFolder
          mkdirSync(join(folder, fileName))
          assert.strictEqual((yield* Effect.flip(replace(folder, "x"))).code, "EISDIR")
          assert.deepStrictEqual(readdirSync(folder), [fileName])
        })
      )
    )
  )
})

describe.runIf(posix)("A plugin that writes in its folder", () => {
  it.live("does not make the host read through a link what the plugin cannot", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const secret = join(yield* temporaryFolder, "secret.json")
      writeFileSync(secret, '{"token":"secret"}')
      for (const target of [secret, join(folder, "nowhere")]) {
        symlinkSync(target, join(folder, fileName))
        assert.strictEqual((yield* read(folder))._tag, "Other")
        const aside = yield* keepAside(folder)
        assert.strictEqual(readlinkSync(aside), target)
      }
    })
  )

  it.live("does not make the host write through a link", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const victim = join(yield* temporaryFolder, "victim")
      writeFileSync(victim, "precious")
      symlinkSync(victim, join(folder, `${fileName}.${process.pid}.new`))
      symlinkSync(victim, join(folder, fileName))
      yield* replace(folder, "x")
      assert.strictEqual(readFileSync(victim, "utf8"), "precious")
      assert.isTrue(lstatSync(join(folder, fileName)).isFile())
    })
  )

  it.live("cannot make the host take a socket, or what it may not read, for a store", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      yield* socketAt(join(folder, fileName))
      assert.strictEqual((yield* read(folder))._tag, "Other")
      yield* keepAside(folder)
      writeFileSync(join(folder, fileName), "{}")
      chmodSync(join(folder, fileName), 0)
      // The superuser may read everything.
      if (process.getuid?.() !== 0) assert.strictEqual((yield* Effect.flip(read(folder))).code, "EACCES")
    })
  )
})
