/** What a call of an external module costs on top of a bare exchange of lines with the same program. */
import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import * as Processes from "@lanyard/process/node"
import { DefinitionFile, ValueCodec } from "@lanyard/sos-module"
import { Modules, RunHost, SecretStore } from "@lanyard/sos-runtime"
import * as Node from "@lanyard/sos-runtime/node"
import { Context, Effect, Exit, Layer, Result, Scope } from "effect"
import { atMost, type Comparison, type Contenders } from "./measure.ts"
import { client, kill, start } from "./raw.ts"

const folder = fileURLToPath(new URL("../../fixtures/sos/modules/weather-node/", import.meta.url))
const file = join(folder, "module.sos.toml")
const module = { ...Result.getOrThrow(DefinitionFile.readText(file, readFileSync(file, "utf8"))), folder }
const { actions, path } = module.definition
const current = actions.find(({ name }) => name === "current")!

const calls = 1000

const median = async (call: () => Promise<unknown>): Promise<number> => {
  const times: Array<number> = []
  for (let made = 0; made < calls; made++) {
    const from = performance.now()
    await call()
    times.push((performance.now() - from) * 1000)
  }
  times.sort((one, other) => one - other)
  return times[calls / 2]!
}

const grant = { process: true, network: false, filesystem: "none", secrets: [], programs: [] } as const

const host = Layer.succeed(RunHost, {
  workspace: folder,
  variables: { PATH: dirname(process.execPath) },
  target: "linux-x64",
  sosVersion: "0.0.0",
  runId: "run-bench"
})

const contenders = async (): Promise<Contenders> => {
  const child = start(process.execPath, [join(folder, "weather.mjs")])
  const ask = client(child)
  const codec = ValueCodec.make(module.definition)
  const params = { action: "current", arguments: { city: "San Juan" }, context: { workingDirectory: folder } }
  const bare = async () => {
    const { value } = (await ask("invoke", params)) as { readonly value: unknown }
    return Result.getOrThrow(codec.result(current, value))
  }

  const scope = Scope.makeUnsafe()
  const layer = Modules.layer([module], grant).pipe(
    Layer.provide(host),
    Layer.provide(Layer.mergeAll(Processes.layer, Node.folders, SecretStore.layerOf({})))
  )
  const modules = Context.get(await Effect.runPromise(Layer.buildWithScope(layer, scope)), Modules)
  const ours = () => Effect.runPromise(modules.call(path, "current", ["San Juan"]))
  await ours()
  return {
    raw: () => median(bare),
    ours: () => median(ours),
    close: async () => {
      await kill(child)
      await Effect.runPromise(Scope.close(scope, Exit.void))
    }
  }
}

export const modules: ReadonlyArray<Comparison> = [
  {
    name: "a warm invoke of a module, against a bare round trip and the check of its value",
    unit: "µs p50",
    rounds: 9,
    pinned: false,
    contenders,
    bound: atMost(1.5)
  }
]
