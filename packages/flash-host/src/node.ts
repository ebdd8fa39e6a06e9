/** A host by the means of Node and this system: layers to choose among, and `live` for all that one needs. */
import { mkdir } from "node:fs/promises"
import { availableParallelism, homedir } from "node:os"
import { join } from "node:path"
import type { Child, Executable } from "@lanyard/process"
import * as Processes from "@lanyard/process/node"
import { Effect, Layer } from "effect"
import { DataFolderRefused } from "./AttemptFailure.ts"
import { Presence } from "./clocks/Presence.ts"
import { LoginEnvironment } from "./environment/LoginEnvironment.ts"
import { HostEvents } from "./HostEvents.ts"
import { HostProcess } from "./HostProcess.ts"
import type { Family, ProcessSource } from "./hostcalls/Families.ts"
import { HostCalls } from "./hostcalls/HostCalls.ts"
import { InstallFiles } from "./install/InstallFiles.ts"
import { DataFolders } from "./Launch.ts"
import * as Checkouts from "./manager/Checkouts.ts"
import * as DataFolderBase from "./manager/DataFolderBase.ts"
import { DataFolderLock } from "./manager/DataFolderLock.ts"
import type { Materializer } from "./manager/Materializer.ts"
import * as NodeLock from "./node/DataFolderLock.ts"
import { errorCode } from "./node/ErrorCode.ts"
import * as NodeFolders from "./node/FolderSystem.ts"
import * as HostCallFamilies from "./node/HostCallFamilies.ts"
import { installFiles } from "./node/InstallFiles.ts"
import * as NodeProcessSource from "./node/ProcessSource.ts"
import * as RunningProcess from "./node/RunningProcess.ts"
import * as NodeSandbox from "./node/Sandbox.ts"
import type { Needs } from "./PluginHost.ts"
import { StartsAtOnce } from "./StartGate.ts"
import { FolderSystem } from "./watch/FolderSystem.ts"
import { FolderWatch } from "./watch/FolderWatch.ts"

const ensure = (folder: string) =>
  Effect.tryPromise({
    try: () => mkdir(folder, { recursive: true, mode: 0o700 }),
    catch: (error) => new DataFolderRefused({ folder, code: errorCode(error) })
  }).pipe(Effect.asVoid)

/** Provides this process as the host and its files, and lets two plugins start at a time for each processor. */
export const layer: Layer.Layer<HostProcess | DataFolders | InstallFiles> = Layer.mergeAll(
  Layer.sync(HostProcess, () => ({ pid: process.pid, environment: { ...process.env } })),
  Layer.succeed(DataFolders, { ensure }),
  Layer.succeed(InstallFiles, installFiles),
  Layer.sync(StartsAtOnce, () => 2 * availableParallelism())
)

/**
 * Makes host calls by the means of this system. What a family has to tell is an event of the plugin host that is built in one
 * composition with it.
 */
export const hostCallFamilies: Layer.Layer<Family, never, Child.Spawner | Executable.ProgramFiles> =
  HostCallFamilies.layer.pipe(Layer.provide([layer, HostEvents.layer]))

/** Answers host calls by those families. */
export const hostCalls: Layer.Layer<HostCalls, never, Child.Spawner | Executable.ProgramFiles> = HostCalls.layer.pipe(
  Layer.provide(hostCallFamilies)
)

/** Shows the processes of this system. */
export const processSource: Layer.Layer<ProcessSource, never, Child.Spawner> = NodeProcessSource.layer

/** Where plugins keep their data on this system, unless a host says otherwise (decision F9). */
export const dataFolderBase: Effect.Effect<string> = Effect.sync(() =>
  DataFolderBase.of({ isMac: process.platform === "darwin", home: homedir(), environment: process.env })
)

/** Fetches the repositories of third parties, and puts them beside the data folders: no plugin can have `@github` for an id. */
export const materializer: Layer.Layer<Materializer, never, Checkouts.Needs> = Layer.unwrap(
  Effect.map(dataFolderBase, (base) => Checkouts.layer({ folder: join(base, "@github"), ...RunningProcess.makers() }))
)

/** Takes data folders for this process. */
export const dataFolderLock: Layer.Layer<DataFolderLock> = Layer.succeed(DataFolderLock, { take: NodeLock.take })

/** Watches real folders. */
export const folderWatch: Layer.Layer<FolderWatch> = FolderWatch.layer.pipe(
  Layer.provide(Layer.succeed(FolderSystem, { look: NodeFolders.look, watch: NodeFolders.watch }))
)

/** Asks the user's login shell; Windows has none, and starts every program with the user's environment. */
export const loginEnvironment: Layer.Layer<LoginEnvironment, never, Child.Spawner | Executable.ProgramFiles> =
  process.platform === "win32"
    ? LoginEnvironment.layerOf(process.env)
    : LoginEnvironment.layer.pipe(Layer.provide(layer))

/** Confines plugins and their installs by what this system has for it, where that works; else every plugin is told to be unconfined. */
export const sandbox: Layer.Layer<never, never, Child.Spawner | Executable.ProgramFiles> = NodeSandbox.layer.pipe(
  Layer.provide(layer)
)

/** All that a host needs, by the means of this system: processes, the user's environment, host calls, a sandbox; somebody is there. */
export const live: Layer.Layer<Needs> = Layer.mergeAll(
  layer,
  loginEnvironment,
  hostCalls,
  sandbox,
  Presence.layer
).pipe(Layer.provideMerge(Processes.layer))
