/** Keeps two hosts from giving their plugins the same data folders, where they would undo each other's work (decision F9). */
import { Context, Data, type Effect, type Scope } from "effect"
import type { DataFolderRefused } from "../AttemptFailure.ts"

/** Another host that runs keeps its plugins' data there. */
export class DataFolderTaken extends Data.TaggedError("DataFolderTaken")<{
  readonly folder: string
  /** The process of the other host. */
  readonly pid: number
}> {
  override get message(): string {
    return `${this.folder} is used by another host, which is process ${this.pid}`
  }
}

/** Takes folders for this host. */
export class DataFolderLock extends Context.Service<
  DataFolderLock,
  {
    /** Takes the folder until the scope closes, and makes it if need be. What a host that is gone left is no hindrance. */
    readonly take: (folder: string) => Effect.Effect<void, DataFolderTaken | DataFolderRefused, Scope.Scope>
  }
>()("@lanyard/flash-host/DataFolderLock") {}
