import { chmodSync, mkdirSync, rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { fileBytes, look, watch } from "../../src/node/FolderSystem.ts"
import { isSame } from "../../src/watch/FolderSystem.ts"
import { posix } from "../support/groups.ts"
import { temporaryFolder } from "../support/live.ts"

/** Whether a look after a change sees the same as one before it. */
const same = Effect.fn(function* (prepare: (folder: string) => void, change: (folder: string) => void) {
  const folder = yield* temporaryFolder
  prepare(folder)
  const before = yield* look(folder)
  change(folder)
  return isSame(before, yield* look(folder))
})

const write = (text: string) => (folder: string) => writeFileSync(join(folder, "manifest.json"), text)

/** Gives a file a time of its own; its content does not tell. */
const date = (folder: string, name: string, seconds: number) => utimesSync(join(folder, name), seconds, seconds)

describe("A look at a folder", () => {
  it.effect("sees its files by name, and neither folders nor what they hold", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      write("{}")(folder)
      writeFileSync(join(folder, ".hidden"), "")
      mkdirSync(join(folder, "node_modules"))
      writeFileSync(join(folder, "node_modules/index.js"), "x")
      const content = yield* look(folder)
      assert.deepStrictEqual(
        [...content].map(([name, { bytes }]) => [name, bytes]),
        [
          [".hidden", 0],
          ["manifest.json", 2]
        ]
      )
    }).pipe(Effect.scoped)
  )

  it.effect("sees nothing where no folder is", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      write("{}")(folder)
      assert.strictEqual((yield* look(join(folder, "gone"))).size, 0)
      assert.strictEqual((yield* look(join(folder, "manifest.json"))).size, 0)
    }).pipe(Effect.scoped)
  )

  it.effect.each([
    ["the same bytes written again", true, write("{}"), write("{}")],
    ["another time", true, write("{}"), (folder: string) => date(folder, "manifest.json", 1)],
    ["other bytes of the same length", false, write("{}"), write("[]")],
    ["a new file", false, write("{}"), (folder: string) => writeFileSync(join(folder, "new"), "")],
    ["a file less", false, write("{}"), (folder: string) => rmSync(join(folder, "manifest.json"))]
  ] as const)("takes %s for the same: %s (B075)", ([, expected, prepare, change]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* same(prepare, change), expected)
    }).pipe(Effect.scoped)
  )

  it.effect.runIf(posix)("takes a file that may be executed now for another one", () =>
    Effect.gen(function* () {
      const isSame = yield* same(write("{}"), (folder) => chmodSync(join(folder, "manifest.json"), 0o755))
      assert.isFalse(isSame)
    }).pipe(Effect.scoped)
  )

  it.effect.runIf(posix)("follows a link to a file", () =>
    Effect.gen(function* () {
      const elsewhere = yield* temporaryFolder
      write("{}")(elsewhere)
      const link = (folder: string) => symlinkSync(join(elsewhere, "manifest.json"), join(folder, "manifest.json"))
      assert.isFalse(yield* same(link, () => write("[]")(elsewhere)))
    }).pipe(Effect.scoped)
  )

  it.effect.each([
    [fileBytes, true],
    [fileBytes + 1, false]
  ] as const)("reads a file of %d bytes for what it holds: %s", ([bytes, expected]) =>
    Effect.gen(function* () {
      const prepare = (folder: string) => {
        write("")(folder)
        truncateSync(join(folder, "manifest.json"), bytes)
        date(folder, "manifest.json", 1)
      }
      assert.strictEqual(yield* same(prepare, (folder) => date(folder, "manifest.json", 2)), expected)
    }).pipe(Effect.scoped)
  )

  it.effect.each([
    [16, true],
    [17, false]
  ] as const)("reads %d files of the largest size for what they hold: %s", ([count, expected]) =>
    Effect.gen(function* () {
      const names = Array.from({ length: count }, (_, at) => `file-${String(at).padStart(2, "0")}`)
      const prepare = (folder: string) => {
        for (const name of names) {
          writeFileSync(join(folder, name), "")
          truncateSync(join(folder, name), fileBytes)
          date(folder, name, 1)
        }
      }
      const touch = (folder: string) => {
        for (const name of names) date(folder, name, 2)
      }
      assert.strictEqual(yield* same(prepare, touch), expected)
    }).pipe(Effect.scoped)
  )
})

describe("A watch of a folder", () => {
  it.effect.runIf(posix)("is refused, with the system's code, when the system refuses it", () =>
    Effect.gen(function* () {
      const folder = join(yield* temporaryFolder, "x".repeat(300))
      const { code } = yield* Effect.flip(Effect.asVoid(watch(folder, () => {})))
      assert.strictEqual(code, "ENAMETOOLONG")
    }).pipe(Effect.scoped)
  )
})
