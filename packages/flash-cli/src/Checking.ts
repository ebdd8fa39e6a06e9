/** Reads manifests and finds what is wrong with them, alone and together. */
import { PluginFolder } from "@lanyard/flash-host"
import { type Collisions, type Manifest, Roster } from "@lanyard/flash-protocol"
import { Effect, FileSystem, Path, Result } from "effect"

/** One file, read. */
export interface Checked {
  readonly file: string
  readonly manifest: Result.Result<Manifest.Manifest, PluginFolder.ManifestFailure>
}

/** What was found. */
export interface Report {
  readonly files: ReadonlyArray<Checked>
  /** Ids that more than one file has. */
  readonly duplicates: ReadonlyArray<{ readonly id: string; readonly files: ReadonlyArray<string> }>
  /** Commands that plugins of different ids claim. */
  readonly collisions: ReadonlyArray<Collisions.Collision>
}

/** Reads files and folders; what is given twice is read once. */
export const check = Effect.fn("Checking.check")(function* (paths: ReadonlyArray<string>) {
  const path = yield* Path.Path
  const distinct = [...Map.groupBy(paths, (given) => path.resolve(given)).values()].map(([first = ""]) => first)
  return between(yield* Effect.forEach(distinct, read, { concurrency: 8 }))
})

/** Tells whether nothing was found. */
export const isSound = ({ files, duplicates, collisions }: Report): boolean =>
  files.every(({ manifest }) => Result.isSuccess(manifest)) && duplicates.length === 0 && collisions.length === 0

/** A folder stands for the manifest in it. */
const read = Effect.fnUntraced(function* (given: string) {
  const files = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const isFolder = Effect.match(files.stat(given), {
    onFailure: () => false,
    onSuccess: ({ type }) => type === "Directory"
  })
  const file = (yield* isFolder) ? path.join(given, "manifest.json") : given
  return { file, manifest: yield* Effect.result(PluginFolder.readManifest(file)) } satisfies Checked
})

/** Finds what is wrong between files. */
export const between = (files: ReadonlyArray<Checked>): Report => {
  const sound = files.flatMap(({ file, manifest }) =>
    Result.match(manifest, { onFailure: () => [], onSuccess: (success) => [{ file, manifest: success }] })
  )
  const byId = Map.groupBy(sound, ({ manifest }) => manifest.id)
  const duplicates = [...byId].flatMap(([id, those]) =>
    those.length > 1 ? [{ id, files: those.map(({ file }) => file) }] : []
  )
  return { files, duplicates, collisions: Roster.load(sound.map(({ manifest }) => manifest)).collisions }
}
