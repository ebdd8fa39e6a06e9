/** What installs leave behind: a stamp in the plugin's data folder, and logs outside of it. */
import { Context, Data, Effect, Layer } from "effect"
import type { DataFolderRefused } from "../AttemptFailure.ts"
import * as InstallLog from "./InstallLog.ts"

/** The system did not keep a log; `code` is its name for the reason. */
export class LogRefused extends Data.TaggedError("LogRefused")<{ readonly code: string }> {}

/** The files of installs. */
export class InstallFiles extends Context.Service<
  InstallFiles,
  {
    /** The path of a folder with links resolved, in this turn; the path as it is when the system does not say. */
    readonly canonical: (folder: string) => string
    /** The stamp in a data folder; undefined when there is none, or something else. */
    readonly stamp: (dataDir: string) => Effect.Effect<string | undefined>
    /**
     * Puts a stamp in the place of what is there, whole or not at all. Asks in the turn of the last step whether it is still
     * wanted, and changes nothing if not.
     */
    readonly writeStamp: (
      dataDir: string,
      text: string,
      isWanted: () => boolean
    ) => Effect.Effect<void, DataFolderRefused>
    /** Keeps a log for this user only, and returns its path; of one plugin the newest ten stay. */
    readonly keep: (log: InstallLog.InstallLog, dataDir: string) => Effect.Effect<string, LogRefused>
  }
>()("@lanyard/flash-host/InstallFiles") {
  /** Keeps stamps in memory for as long as the layer's scope is open, and no logs. */
  static readonly layerMemory: Layer.Layer<InstallFiles> = Layer.sync(InstallFiles, () => {
    const stamps = new Map<string, string>()
    return {
      canonical: (folder) => folder,
      stamp: (dataDir) => Effect.sync(() => stamps.get(dataDir)),
      writeStamp: (dataDir, text, isWanted) =>
        Effect.sync(() => {
          if (isWanted()) stamps.set(dataDir, text)
        }),
      keep: (log) => Effect.succeed(InstallLog.fileName(log))
    }
  })
}
