/** A plugin folder as something a host can run. */
import type { PluginSpec } from "@lanyard/flash-host"
import { Manifest } from "@lanyard/flash-protocol"
import { Data, Effect, FileSystem, Path } from "effect"

/** There is no `manifest.json` to read in the folder. */
export class ManifestUnreadable extends Data.TaggedError("ManifestUnreadable")<{ readonly file: string }> {
  override get message(): string {
    return `${this.file} cannot be read`
  }
}

/** The manifest breaks rules of the contract; all of them are told. */
export class ManifestRefused extends Data.TaggedError("ManifestRefused")<{
  readonly file: string
  readonly problems: ReadonlyArray<Manifest.Problem>
}> {
  override get message(): string {
    return this.problems.map((problem) => `${this.file}: ${Manifest.print(problem)}`).join("\n")
  }
}

/** Reads one plugin; `data` is the folder under which its own data folder goes. */
export const load = Effect.fn("PluginFolder.load")(function* (folder: string, data: string) {
  const files = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const file = path.join(folder, "manifest.json")
  const bytes = yield* Effect.mapError(files.readFile(file), () => new ManifestUnreadable({ file }))
  const manifest = yield* Effect.mapError(
    Effect.fromResult(Manifest.parse(bytes)),
    ({ problems }) => new ManifestRefused({ file, problems })
  )
  return {
    manifest,
    root: path.resolve(folder),
    dataDir: path.resolve(data, manifest.id),
    settings: {}
  } satisfies PluginSpec
})
