import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Queue, Stream } from "effect"
import { folderWatch } from "../../src/node.ts"
import { FolderWatch } from "../../src/watch/FolderWatch.ts"
import { posix } from "../support/groups.ts"
import { temporaryFolder } from "../support/live.ts"

/** Watches a folder that may not be there yet; returns what waits for the next change. */
const watching = Effect.fn(function* (folder: string) {
  const events = yield* Queue.unbounded<string>()
  yield* FolderWatch.use((watches) =>
    Stream.runForEach(watches.events(folder), ({ _tag }) => Queue.offer(events, _tag))
  ).pipe(Effect.provide(folderWatch), Effect.forkScoped)
  assert.strictEqual(yield* Queue.take(events), "Watching")
  return { changed: Effect.map(Queue.take(events), (event) => assert.strictEqual(event, "Changed")) }
})

const write = (folder: string, name: string, text: string) => writeFileSync(join(folder, name), text)

describe("A watch of a real folder", () => {
  it.live("tells a file written in place, a new one, and one that goes", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      write(folder, "manifest.json", "{}")
      const { changed } = yield* watching(folder)
      write(folder, "manifest.json", "[]")
      yield* changed
      write(folder, "new", "x")
      yield* changed
      rmSync(join(folder, "manifest.json"))
      yield* changed
    }).pipe(Effect.scoped)
  )

  it.live("tells a file that is written beside and renamed (B089)", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      write(folder, "manifest.json", "{}")
      const { changed } = yield* watching(folder)
      for (const text of ["1", "2"]) {
        write(folder, ".manifest.json.tmp", text)
        renameSync(join(folder, ".manifest.json.tmp"), join(folder, "manifest.json"))
        yield* changed
      }
    }).pipe(Effect.scoped)
  )

  it.live("finds a folder whose parents are not there yet", () =>
    Effect.gen(function* () {
      const base = yield* temporaryFolder
      const folder = join(base, "plugins", "third-party", "example")
      const { changed } = yield* watching(folder)
      mkdirSync(folder, { recursive: true })
      write(folder, "manifest.json", "{}")
      yield* changed
      write(folder, "manifest.json", "[]")
      yield* changed
    }).pipe(Effect.scoped)
  )

  it.live("outlives its folder, and the folder above it", () =>
    Effect.gen(function* () {
      const base = join(yield* temporaryFolder, "plugins")
      const folder = join(base, "example")
      mkdirSync(folder, { recursive: true })
      write(folder, "manifest.json", "{}")
      const { changed } = yield* watching(folder)
      const ends = [
        () => rmSync(folder, { recursive: true }),
        () => rmSync(base, { recursive: true }),
        () => renameSync(base, `${base}-moved`)
      ]
      for (const end of ends) {
        end()
        yield* changed
        mkdirSync(folder, { recursive: true })
        write(folder, "manifest.json", "{}")
        yield* changed
        write(folder, "manifest.json", "[]")
        yield* changed
      }
    }).pipe(Effect.scoped)
  )

  it.live("notices that another folder takes the place of its own", () =>
    Effect.gen(function* () {
      const base = yield* temporaryFolder
      const folder = join(base, "example")
      mkdirSync(folder)
      mkdirSync(join(base, "next"))
      write(folder, "manifest.json", "{}")
      write(join(base, "next"), "manifest.json", "[]")
      const { changed } = yield* watching(folder)
      renameSync(folder, join(base, "previous"))
      renameSync(join(base, "next"), folder)
      yield* changed
      write(folder, "manifest.json", "[1]")
      yield* changed
    }).pipe(Effect.scoped)
  )

  it.live.runIf(posix)("follows a link to a folder, wherever it leads from now on", () =>
    Effect.gen(function* () {
      const base = yield* temporaryFolder
      const [link, one, two] = [join(base, "link"), join(base, "one"), join(base, "elsewhere", "two")]
      mkdirSync(one)
      mkdirSync(two, { recursive: true })
      symlinkSync("one", link)
      const { changed } = yield* watching(link)
      write(one, "manifest.json", "1")
      yield* changed
      symlinkSync("elsewhere/two", join(base, "next"))
      write(two, "manifest.json", "2")
      renameSync(join(base, "next"), link)
      yield* changed
      write(two, "manifest.json", "3")
      yield* changed
      rmSync(join(base, "elsewhere"), { recursive: true })
      yield* changed
      mkdirSync(two, { recursive: true })
      write(two, "manifest.json", "4")
      yield* changed
    }).pipe(Effect.scoped)
  )
})
