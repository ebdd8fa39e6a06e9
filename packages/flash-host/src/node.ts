/** The host on Node: the process that runs it, its user's login shell, and data folders that are real ones. */
import { mkdir } from "node:fs/promises"
import type { Child, Executable } from "@lanyard/process"
import { Effect, Layer } from "effect"
import { DataFolderRefused } from "./AttemptFailure.ts"
import { LoginEnvironment } from "./environment/LoginEnvironment.ts"
import { HostProcess } from "./HostProcess.ts"
import { DataFolders } from "./Launch.ts"
import { errorCode } from "./node/ErrorCode.ts"
import * as NodeFolders from "./node/FolderSystem.ts"
import { FolderSystem } from "./watch/FolderSystem.ts"
import { FolderWatch } from "./watch/FolderWatch.ts"

const ensure = (folder: string) =>
  Effect.tryPromise({
    try: () => mkdir(folder, { recursive: true, mode: 0o700 }),
    catch: (error) => new DataFolderRefused({ folder, code: errorCode(error) })
  }).pipe(Effect.asVoid)

/** Provides this process as the host, and makes data folders. */
export const layer: Layer.Layer<HostProcess | DataFolders> = Layer.mergeAll(
  Layer.sync(HostProcess, () => ({ pid: process.pid, environment: { ...process.env } })),
  Layer.succeed(DataFolders, { ensure })
)

/** Watches real folders. */
export const folderWatch: Layer.Layer<FolderWatch> = FolderWatch.layer.pipe(
  Layer.provide(Layer.succeed(FolderSystem, { look: NodeFolders.look, watch: NodeFolders.watch }))
)

/** Asks the user's login shell; Windows has none, and starts every program with the user's environment. */
export const loginEnvironment: Layer.Layer<LoginEnvironment, never, Child.Spawner | Executable.ProgramFiles> =
  process.platform === "win32"
    ? LoginEnvironment.layerOf(process.env)
    : LoginEnvironment.layer.pipe(Layer.provide(layer))
