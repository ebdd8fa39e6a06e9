/** What running modules needs of this machine. */
import * as Processes from "@lanyard/process/node"
import * as Disk from "@lanyard/sos-module/node"
import type { Launching } from "@lanyard/sos-runtime"
import * as Runtime from "@lanyard/sos-runtime/node"
import { Effect, Layer } from "effect"
import { version } from "../Cli.ts"

const processes = Processes.Leftovers.guard.pipe(Layer.provideMerge(Processes.layer))

/** The services of this system. The secrets of a run are those of the workspace that its facts name. */
export const services: Layer.Layer<Launching.Services> = Runtime.secrets.pipe(
  Layer.provideMerge(Layer.unwrap(Effect.map(Disk.workspace, (folder) => Runtime.runHost(folder, version)))),
  Layer.merge(Layer.merge(processes, Runtime.folders))
)
