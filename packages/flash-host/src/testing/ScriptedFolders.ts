/**
 * Folders that exist only in a test, for a `FolderWatch` under a test clock. Like a real system, it tells a watch of every
 * step in the turn in which it happens.
 */
import { Deferred, Effect, Exit, Layer } from "effect"
import { type FileMark, FolderSystem, LookRefused, WatchRefused } from "../watch/FolderSystem.ts"

/** Files in memory, and how their system behaves. */
export interface ScriptedFolders {
  readonly layer: Layer.Layer<FolderSystem>
  /** Writes a file, by its absolute path, at once and as a whole. */
  readonly write: (path: string, text: string) => void
  readonly remove: (path: string) => void
  /** What a file holds now. */
  readonly text: (path: string) => string | undefined
  /** Lets a watch of the folder notice something although nothing changed. */
  readonly touch: (folder: string) => void
  /** From now on the system refuses watches, and ends those it has. */
  readonly refuseWatches: (code: string) => void
  readonly acceptWatches: () => void
  /** From now on the system shows nothing, for this reason; until undefined is given. */
  readonly refuseLooks: (code: string | undefined) => void
  /** Watches that are open now. */
  readonly watches: () => number
  /** Looks so far. */
  readonly looks: () => number
}

/** Makes a system with these files, by their absolute paths. */
export const make = (files: Readonly<Record<string, string>> = {}): ScriptedFolders => {
  const texts = new Map(Object.entries(files))
  const watches = new Set<Watch>()
  let watchesRefused: string | undefined
  let looksRefused: string | undefined
  let looks = 0

  const touch = (folder: string) => {
    for (const watch of watches) if (watch.folder === folder) watch.notice()
  }
  const system = FolderSystem.of({
    watch: (folder, notice) =>
      Effect.suspend(() => {
        if (watchesRefused !== undefined) return Effect.fail(new WatchRefused({ code: watchesRefused }))
        const watch: Watch = { folder, notice, lost: Deferred.makeUnsafe() }
        return Effect.acquireRelease(
          Effect.sync(() => watches.add(watch)),
          () => Effect.sync(() => watches.delete(watch))
        ).pipe(Effect.as(Deferred.await(watch.lost)))
      }),
    look: (folder) =>
      Effect.suspend(() => {
        looks++
        if (looksRefused !== undefined) return Effect.fail(new LookRefused({ code: looksRefused }))
        const own = [...texts].filter(([path]) => folderOf(path) === folder)
        return Effect.succeed(new Map(own.map(([path, text]) => [path.slice(folder.length + 1), markOf(text)])))
      })
  })

  return {
    layer: Layer.succeed(FolderSystem, system),
    write: (path, text) => {
      texts.set(path, text)
      touch(folderOf(path))
    },
    remove: (path) => {
      if (texts.delete(path)) touch(folderOf(path))
    },
    text: (path) => texts.get(path),
    touch,
    refuseWatches: (code) => {
      watchesRefused = code
      for (const { lost } of watches) Deferred.doneUnsafe(lost, Exit.fail(new WatchRefused({ code })))
    },
    acceptWatches: () => {
      watchesRefused = undefined
    },
    refuseLooks: (code) => {
      looksRefused = code
    },
    watches: () => watches.size,
    looks: () => looks
  }
}

interface Watch {
  readonly folder: string
  readonly notice: () => void
  readonly lost: Deferred.Deferred<never, WatchRefused>
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/"))

const markOf = (text: string): FileMark => ({ bytes: new TextEncoder().encode(text).length, print: text })
