import { assert, describe, it } from "@effect/vitest"
import { Effect, FileSystem, Path, PlatformError, Result } from "effect"
import * as PluginFolder from "../../src/manager/PluginFolder.ts"
import { fileInfo } from "../support/fileInfo.ts"

const minimal = { id: "my.notes", name: "Notes", version: "1.0.0", description: "d", exec: ["node", "./notes.mjs"] }
const file = "/plugins/notes/manifest.json"

const failed = (method: string, tag: "NotFound" | "PermissionDenied") =>
  Effect.fail(PlatformError.systemError({ _tag: tag, module: "FileSystem", method }))

/** What stands at the path of the manifest: bytes of a file, or why there are none. */
interface Stands {
  readonly bytes?: Uint8Array
  readonly size?: number
  readonly type?: FileSystem.File.Type
  readonly refuses?: "NotFound" | "PermissionDenied"
}

/** Loads a plugin folder; a manifest that is read although it must not be fails the test. */
const load = ({ bytes, size = bytes?.length ?? 0, type = "File", refuses = "NotFound" }: Stands) => {
  const there = bytes !== undefined || type !== "File" || size > 0
  return PluginFolder.load("/plugins/notes", "/data").pipe(
    Effect.result,
    Effect.provide([
      Path.layer,
      FileSystem.layerNoop({
        stat: (path) => (path === file && there ? Effect.succeed(fileInfo(type, size)) : failed("stat", refuses)),
        readFile: (path) => {
          if (path !== file || type !== "File") return Effect.die(new Error("read what is no manifest"))
          return bytes === undefined ? failed("readFile", refuses) : Effect.succeed(bytes)
        }
      })
    ])
  )
}

const text = (manifest: string): Stands => ({ bytes: new TextEncoder().encode(manifest) })

describe("PluginFolder.load", () => {
  it.effect("reads the manifest, and gives the plugin a data folder of its own", () =>
    Effect.gen(function* () {
      const { manifest, ...rest } = Result.getOrThrow(yield* load(text(JSON.stringify(minimal))))
      assert.deepInclude(manifest, { ...minimal, priority: 25, commands: [] })
      assert.deepStrictEqual(rest, {
        root: "/plugins/notes",
        dataDir: "/data/my.notes",
        settings: {},
        origin: "official"
      })
    })
  )

  it.effect("passes over one byte order mark (B043)", () =>
    Effect.gen(function* () {
      const { manifest } = Result.getOrThrow(yield* load(text(`\u{feff}${JSON.stringify(minimal)}`)))
      assert.strictEqual(manifest.id, "my.notes")
    })
  )

  it.effect("says everything that is wrong with the manifest, each with the file", () =>
    Effect.gen(function* () {
      const failure = Result.getOrThrow(
        Result.flip(yield* load(text(JSON.stringify({ ...minimal, version: "", priority: 1.5, extra: "secret" }))))
      )
      const lines = failure.message.split("\n")
      assert.lengthOf(lines, 3)
      for (const line of lines) assert.match(line, /^\/plugins\/notes\/manifest\.json: (?:version|priority|expected)/)
      assert.notInclude(failure.message, "secret")
    })
  )

  it.effect.each(["", "{", "[]", "null", "7", '"secret"', '{"__proto__":{"id":"x"}}'])(
    "refuses %j, which is no manifest",
    (manifest) =>
      Effect.gen(function* () {
        const failure = Result.getOrThrow(Result.flip(yield* load(text(manifest))))
        assert.strictEqual(failure._tag, "ManifestRefused")
        assert.notInclude(failure.message, "secret")
      })
  )

  it.effect.each([
    ["is missing", {}],
    ["cannot be read", { refuses: "PermissionDenied" }],
    ["cannot be read", { size: 1, refuses: "PermissionDenied" }],
    ["cannot be read", { type: "FIFO" }],
    ["cannot be read", { type: "Directory" }],
    ["is too large", { size: 10 * 1024 * 1024 + 1 }]
  ] as const)("says that a manifest %s", ([what, stands]) =>
    Effect.gen(function* () {
      const failure = Result.getOrThrow(Result.flip(yield* load(stands)))
      assert.strictEqual(failure.message, `${file} ${what}`)
    })
  )

  it.effect("reads a manifest as large as a frame may be", () =>
    Effect.gen(function* () {
      const size = 10 * 1024 * 1024
      const { manifest } = Result.getOrThrow(yield* load({ ...text(JSON.stringify(minimal)), size }))
      assert.strictEqual(manifest.id, "my.notes")
    })
  )
})
