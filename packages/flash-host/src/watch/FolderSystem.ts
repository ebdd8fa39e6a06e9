/** What watching a folder asks of the system: to be told that something may have changed, and to see what is there. */
import { Context, Data, type Effect, type Scope } from "effect"

/** What stands for one file. */
export interface FileMark {
  readonly bytes: number
  /** Equal for two looks at one name as long as nothing that matters has changed; its form is the system's. */
  readonly print: string
}

/** The files directly in a folder, by name; none when there is no folder. */
export type FolderContent = ReadonlyMap<string, FileMark>

/** Tells whether two looks saw the same. */
export const isSame = (one: FolderContent, other: FolderContent): boolean =>
  one.size === other.size && [...one].every(([name, { print }]) => other.get(name)?.print === print)

/** Tells whether a file is empty now that was not: somebody is about to write it. */
export const isBeingWritten = (before: FolderContent, after: FolderContent): boolean =>
  [...after].some(([name, { bytes }]) => bytes === 0 && before.get(name)?.bytes !== 0)

/** The system does not tell of changes; `code` is its error code, such as ENOSPC for too many watches. */
export class WatchRefused extends Data.TaggedError("WatchRefused")<{ readonly code: string }> {}

/** The system is out of something just now and shows nothing; `code` is its error code, such as EMFILE. */
export class LookRefused extends Data.TaggedError("LookRefused")<{ readonly code: string }> {}

/** Watches folders and looks at them. The node layer asks the real system. */
export class FolderSystem extends Context.Service<
  FolderSystem,
  {
    /**
     * Calls `notice` whenever a file directly in the folder may have changed, or the folder may have come or gone, until the
     * scope closes; too often does no harm. It watches when this returns. The effect it returns fails when it no longer can.
     */
    readonly watch: (
      folder: string,
      notice: () => void
    ) => Effect.Effect<Effect.Effect<never, WatchRefused>, WatchRefused, Scope.Scope>
    /** Sees what is directly in a folder now, links followed. */
    readonly look: (folder: string) => Effect.Effect<FolderContent, LookRefused>
  }
>()("@lanyard/flash-host/FolderSystem") {}
