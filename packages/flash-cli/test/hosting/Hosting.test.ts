import { assert, describe, it } from "@effect/vitest"
import { DataFolderLock, FolderEvent, FolderWatch, Materializer } from "@lanyard/flash-host"
import { TestPlatform } from "@lanyard/flash-host/testing"
import { ByteSize, Deferred, Effect, FileSystem, Layer, Option, Path, PlatformError, Stream } from "effect"
import { TestClock } from "effect/testing"
import * as Hosting from "../../src/hosting/Hosting.ts"
import { Places } from "../../src/Places.ts"
import { Standings } from "../../src/Standings.ts"

const entry = `github:o/clock@${"0".repeat(40)}`

/** A configuration that names a repository, and a plugin in it that only feeds status surfaces. */
const texts = new Map([
  ["/flash.toml", `[plugins]\nthird_party = ["${entry}"]\n`],
  [
    "/checkout/manifest.json",
    JSON.stringify({
      id: "clock",
      name: "Clock",
      version: "1.0.0",
      description: "d",
      exec: ["/programs/clock"],
      status: ["now"]
    })
  ]
])

const found = <A>(path: string, read: (text: string) => A) =>
  Effect.suspend(() => {
    const text = texts.get(path)
    return text === undefined
      ? Effect.fail(PlatformError.systemError({ _tag: "NotFound", module: "FileSystem", method: "read" }))
      : Effect.succeed(read(text))
  })

const none = Option.none()

const files = FileSystem.layerNoop({
  readFileString: (path) => found(path, (text) => text),
  readFile: (path) => found(path, (text) => new TextEncoder().encode(text)),
  stat: (path) =>
    found(path, (text) => ({
      type: "File",
      size: ByteSize.bytes(text.length),
      mode: 0o644,
      dev: 0n,
      mtime: none,
      atime: none,
      birthtime: none,
      ino: none,
      nlink: none,
      uid: none,
      gid: none,
      rdev: none,
      blksize: none,
      blocks: none
    }))
})

const answers = (line: string) => {
  const { id } = JSON.parse(line)
  return [`{"id":${id},"result":{"ok":true,"protocol_version":1}}`]
}

const minute = Effect.repeat(TestClock.adjust("1 second"), { times: 60 })

describe("Hosting.layer", () => {
  it.effect("observes what a repository's plugin declares once that is here, with nobody who asks", () =>
    Effect.gen(function* () {
      const arrival = yield* Deferred.make<string>()
      const services = Layer.mergeAll(
        TestPlatform.layer(() => ({ answers })),
        Layer.succeed(Materializer, { folder: () => Deferred.await(arrival) }),
        Layer.succeed(FolderWatch, { events: () => Stream.concat(Stream.make(FolderEvent.Watching()), Stream.never) }),
        Layer.succeed(DataFolderLock, { take: () => Effect.void }),
        Layer.succeed(Places, { home: "/home", data: "/data", temporary: Effect.succeed("/temporary") }),
        files,
        Path.layer
      )
      const choice = { plugins: [], config: Option.some("/flash.toml") }
      yield* Effect.gen(function* () {
        const { now } = yield* Standings
        yield* minute
        assert.deepStrictEqual(yield* now, [])
        yield* Deferred.succeed(arrival, "/checkout")
        yield* minute
        assert.deepStrictEqual(
          (yield* now).map(({ plugin, state }) => [plugin, state._tag]),
          [["clock", "Running"]]
        )
      }).pipe(Effect.provide(Hosting.layer(choice).pipe(Layer.provide(services))))
    })
  )
})
