/** The families of host calls, by the means of this system; those that need more than Node has are unavailable. */
import type { Child, Executable } from "@lanyard/process"
import { Layer } from "effect"
import type { HostEvents } from "../HostEvents.ts"
import type { HostProcess } from "../HostProcess.ts"
import * as Families from "../hostcalls/Families.ts"
import * as HttpsTransport from "./HttpsTransport.ts"
import { launcher } from "./Launcher.ts"
import * as ProcessSource from "./ProcessSource.ts"
import { storageFiles } from "./StorageFiles.ts"

const means = Layer.mergeAll(
  HttpsTransport.layer(),
  ProcessSource.layer,
  Layer.succeed(Families.Launcher, launcher),
  Layer.succeed(Families.StorageFiles, storageFiles)
)

/** Provides every family. */
export const layer: Layer.Layer<
  Families.Family,
  never,
  HostEvents | HostProcess | Child.Spawner | Executable.ProgramFiles
> = Layer.mergeAll(
  Families.Storage.layer,
  Families.Fetch.layer,
  Families.Processes.layer,
  Families.Opener.layer,
  Families.Clipboard.layer,
  Families.Notifier.layer,
  Families.layerUnavailable
).pipe(Layer.provide(means))
