import { assert, describe, it } from "@effect/vitest"
import { Effect, FileSystem, Path, PlatformError, Result } from "effect"
import * as PluginFolder from "../src/PluginFolder.ts"

const minimal = { id: "my.notes", name: "Notes", version: "1.0.0", description: "d", exec: ["node", "./notes.mjs"] }

const absent = PlatformError.systemError({ _tag: "NotFound", module: "FileSystem", method: "readFile" })

/** Loads a plugin folder whose manifest is the given text; none makes it unreadable. */
const load = (text: string | undefined) =>
  PluginFolder.load("/plugins/notes", "/data").pipe(
    Effect.result,
    Effect.provide([
      Path.layer,
      FileSystem.layerNoop({
        readFile: (path) =>
          text !== undefined && path === "/plugins/notes/manifest.json"
            ? Effect.succeed(new TextEncoder().encode(text))
            : Effect.fail(absent)
      })
    ])
  )

describe("PluginFolder.load", () => {
  it.effect("reads the manifest, and gives the plugin a data folder of its own", () =>
    Effect.gen(function* () {
      const { manifest, ...rest } = Result.getOrThrow(yield* load(JSON.stringify(minimal)))
      assert.deepInclude(manifest, { ...minimal, priority: 25, commands: [] })
      assert.deepStrictEqual(rest, { root: "/plugins/notes", dataDir: "/data/my.notes", settings: {} })
    })
  )

  it.effect("says everything that is wrong with the manifest, each with the file", () =>
    Effect.gen(function* () {
      const failure = Result.getOrThrow(
        Result.flip(yield* load(JSON.stringify({ ...minimal, version: "", priority: 1.5, extra: "secret" })))
      )
      const lines = failure.message.split("\n")
      assert.lengthOf(lines, 3)
      for (const line of lines) assert.match(line, /^\/plugins\/notes\/manifest\.json: (?:version|priority|expected)/)
      assert.notInclude(failure.message, "secret")
    })
  )

  it.effect.each(["", "{", "[]", "null", "7", '"secret"'])("refuses %j, which is no object", (text) =>
    Effect.gen(function* () {
      const failure = Result.getOrThrow(Result.flip(yield* load(text)))
      assert.strictEqual(failure._tag, "ManifestRefused")
      assert.notInclude(failure.message, "secret")
    })
  )

  it.effect("says which file it could not read", () =>
    Effect.gen(function* () {
      const failure = Result.getOrThrow(Result.flip(yield* load(undefined)))
      assert.strictEqual(failure.message, "/plugins/notes/manifest.json cannot be read")
    })
  )
})
