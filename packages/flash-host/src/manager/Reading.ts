/** What a place held when it was last read, and the last definition of it that was valid. */
import { Effect, FileSystem, Result } from "effect"
import { IdTaken, InstallRefused, LinkDangling, type LoadFailure } from "./LoadFailure.ts"
import type { Place } from "./Places.ts"
import * as PluginFolder from "./PluginFolder.ts"

/** One place, read. */
export interface Reading {
  readonly place: Place
  /** The last valid definition and the folder it came from; it is in force, whatever the place holds by now. */
  readonly definition: PluginFolder.Definition | undefined
  /** Why what it holds cannot take the place of that one, or be the first. */
  readonly failure: LoadFailure | undefined
}

/** Reads a place; one that holds nothing valid keeps the definition it had `before`. */
export const read = Effect.fnUntraced(function* (place: Place, before: Reading | undefined) {
  const found = yield* Effect.result(
    Effect.gen(function* () {
      const folder = yield* Effect.fromResult(place.folder)
      const manifest = yield* Effect.catchTag(PluginFolder.read(folder), "ManifestUnreadable", (failure) =>
        unreadable(folder, failure)
      )
      if (manifest.install !== undefined && place.origin === "official") return yield* new InstallRefused({ folder })
      return { manifest, folder, origin: place.origin }
    })
  )
  const reading: Reading = Result.match(found, {
    onFailure: (failure) => ({ place, definition: before?.definition, failure }),
    onSuccess: (definition) => ({ place, definition, failure: undefined })
  })
  return reading
})

const unreadable = Effect.fnUntraced(function* (folder: string, failure: PluginFolder.ManifestUnreadable) {
  const files = yield* FileSystem.FileSystem
  const isDangling = (yield* Effect.isFailure(files.stat(folder))) && (yield* Effect.isSuccess(files.readLink(folder)))
  return yield* isDangling ? new LinkDangling({ folder }) : failure
})

/** What a place is called: the id of its plugin, or its own name. */
export const nameOf = ({ definition, place }: Reading): string => definition?.manifest.id ?? place.name

/** What becomes of places. */
export interface Selection {
  /** In the order of loading; their ids are distinct. */
  readonly wanted: ReadonlyArray<{ readonly key: string; readonly definition: PluginFolder.Definition }>
  /** By key, those whose id an earlier one has. */
  readonly taken: ReadonlyMap<string, IdTaken>
  /** Everything that is not disabled: what is shown and watched. */
  readonly shown: ReadonlyArray<Reading>
}

/** Chooses among places in the order of loading. */
export const select = (readings: ReadonlyArray<Reading>, disabled: ReadonlySet<string>): Selection => {
  const shown = readings.filter(({ definition }) => definition === undefined || !disabled.has(definition.manifest.id))
  const wanted = new Map<string, Selection["wanted"][number]>()
  const taken = new Map<string, IdTaken>()
  for (const { place, definition } of shown) {
    if (definition === undefined) continue
    const { id } = definition.manifest
    const earlier = wanted.get(id)
    if (earlier === undefined) wanted.set(id, { key: place.key, definition })
    else taken.set(place.key, new IdTaken({ id, by: earlier.definition.folder }))
  }
  return { wanted: [...wanted.values()], taken, shown }
}
