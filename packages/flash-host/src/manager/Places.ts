/** Where plugins are: official ones below the host's own folders, then those that the user's configuration names. */
import { Effect, FileSystem, Path, Result } from "effect"
import type { Origin } from "../PluginSpec.ts"
import type { Absence, Arrivals } from "./Arrivals.ts"
import { FolderUnlisted } from "./LoadFailure.ts"
import { print, type ThirdParty } from "./ThirdParty.ts"

/** Where a plugin is, or should be. */
export interface Place {
  /** Tells it from every other place: its folder, or the entry of a repository. */
  readonly key: string
  /** What it is called as long as nobody knows the id of its plugin. */
  readonly name: string
  readonly origin: Origin
  /** The plugin's folder, absolute; or why there is none. */
  readonly folder: Result.Result<string, FolderUnlisted | Absence>
}

/**
 * The places below a folder of plugin folders, by name; hidden folders are none, and a link is one wherever it leads. What is
 * `known` stays if it cannot be listed.
 */
export const official = Effect.fnUntraced(function* (root: string, known: ReadonlyArray<Place>) {
  const files = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const base = path.resolve(root)
  const names = yield* Effect.option(files.readDirectory(base))
  if (names._tag === "None") {
    const unlisted = Result.fail(new FolderUnlisted({ folder: base }))
    const place: Place = { key: base, name: path.basename(base), origin: "official", folder: unlisted }
    return [place, ...known.filter(({ key, origin }) => origin === "official" && path.dirname(key) === base)]
  }
  const folders = names.value.filter((name) => !name.startsWith(".")).map((name) => path.join(base, name))
  const isFolder = (folder: string) =>
    Effect.matchEffect(files.stat(folder), {
      // A link that leads nowhere belongs to somebody who wants a plugin there.
      onFailure: () => Effect.isSuccess(files.readLink(folder)),
      onSuccess: ({ type }) => Effect.succeed(type === "Directory")
    })
  const found = yield* Effect.filter(folders.toSorted(), isFolder, { concurrency: 8 })
  return found.map((folder) => inFolder(folder, "official", path))
})

/** The place of a repository that came, or did not. */
export const inRepository = (entry: string, folder: Result.Result<string, Absence>, path: Path.Path): Place => ({
  key: entry,
  name: Result.match(folder, { onFailure: () => entry, onSuccess: (found) => path.basename(found) }),
  origin: "third party",
  folder
})

/** All of them, in the order of loading; a place that is named twice is there once. */
export const list = Effect.fnUntraced(function* (
  roots: ReadonlyArray<string>,
  entries: ReadonlyArray<ThirdParty>,
  known: ReadonlyArray<Place>,
  find: Arrivals["find"]
) {
  const path = yield* Path.Path
  const own = yield* Effect.forEach(roots, (root) => official(root, known))
  const others = entries.map((entry) =>
    entry._tag === "Folder"
      ? inFolder(entry.path, "third party", path)
      : inRepository(print(entry), find(print(entry)), path)
  )
  const byKey = new Map<string, Place>()
  for (const place of [...own.flat(), ...others]) if (!byKey.has(place.key)) byKey.set(place.key, place)
  return [...byKey.values()]
})

/** The folder of a place, if there is one. */
export const foldersOf = ({ folder }: Place): ReadonlyArray<string> =>
  Result.match(folder, { onFailure: () => [], onSuccess: (found) => [found] })

const inFolder = (folder: string, origin: Origin, path: Path.Path): Place => ({
  key: folder,
  name: path.basename(folder),
  origin,
  folder: Result.succeed(folder)
})
