/** The runtime that the benchmarks call modules by. */
import { dirname } from "node:path"
import * as Processes from "@lanyard/process/node"
import { Modules, RunHost, type RunnableModule, SecretStore } from "@lanyard/sos-runtime"
import * as Node from "@lanyard/sos-runtime/node"
import { Layer } from "effect"

const grant = { process: true, network: false, filesystem: "none", secrets: [], programs: [] } as const

/** Calls one module, with its folder as the workspace. */
export const layer = (module: RunnableModule) =>
  Modules.layer([module], grant).pipe(
    Layer.provide(
      Layer.succeed(RunHost, {
        workspace: module.folder,
        variables: { PATH: dirname(process.execPath) },
        target: "linux-x64",
        sosVersion: "0.0.0",
        runId: "run-bench"
      })
    ),
    Layer.provide(Layer.mergeAll(Processes.layer, Node.folders, SecretStore.layerOf({})))
  )
