/** The module that the benchmarks call, and the host that starts it. */
import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import * as Processes from "@lanyard/process/node"
import { DefinitionFile } from "@lanyard/sos-module"
import { Modules, RunHost, SecretStore } from "@lanyard/sos-runtime"
import * as Node from "@lanyard/sos-runtime/node"
import { Layer, Result } from "effect"

export const folder = fileURLToPath(new URL("../../fixtures/sos/modules/weather-node/", import.meta.url))
const file = join(folder, "module.sos.toml")
export const module = { ...Result.getOrThrow(DefinitionFile.readText(file, readFileSync(file, "utf8"))), file, folder }

const grant = { process: true, network: false, filesystem: "none", secrets: [], programs: [] } as const

const host = Layer.succeed(RunHost, {
  workspace: folder,
  variables: { PATH: dirname(process.execPath) },
  target: "linux-x64",
  sosVersion: "0.0.0",
  runId: "run-bench"
})

/** Calls the module in a process of its own. */
export const layer = Modules.layer([module], grant).pipe(
  Layer.provide(host),
  Layer.provide(Layer.mergeAll(Processes.layer, Node.folders, SecretStore.layerOf({})))
)
