/** What a call of an external module costs on top of a bare exchange of lines with the same program. */
import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import * as Processes from "@lanyard/process/node"
import { DefinitionFile, ValueCodec } from "@lanyard/sos-module"
import { Modules, RunHost, SecretStore } from "@lanyard/sos-runtime"
import * as Node from "@lanyard/sos-runtime/node"
import { Context, Effect, Exit, Layer, Result, Scope } from "effect"
import { atMost, type Comparison, type Contenders, median } from "./measure.ts"
import { client, kill, start } from "./raw.ts"

const folder = fileURLToPath(new URL("../../fixtures/sos/modules/weather-node/", import.meta.url))
const file = join(folder, "module.sos.toml")
const module = { ...Result.getOrThrow(DefinitionFile.readText(file, readFileSync(file, "utf8"))), folder }
const { actions, path } = module.definition
const current = actions.find(({ name }) => name === "current")!

/** Calls before the counted ones: what is measured is compiled code. */
const WARM_UP = 3000
const BLOCK = 200

const grant = { process: true, network: false, filesystem: "none", secrets: [], programs: [] } as const

const host = Layer.succeed(RunHost, {
  workspace: folder,
  variables: { PATH: dirname(process.execPath) },
  target: "linux-x64",
  sosVersion: "0.0.0",
  runId: "run-bench"
})

/** Blocks of calls that take turns on two children which both stay, so that both see the same machine. */
const contenders = async (): Promise<Contenders> => {
  const child = start(process.execPath, [join(folder, "weather.mjs")])
  const ask = client(child)
  const codec = ValueCodec.make(module.definition)
  const context = { requestId: "run-bench-1", deadline: "2026-09-20T20:30:00.000Z", workingDirectory: folder }
  const bare = async (size: number) => {
    const times: Array<number> = []
    for (let made = 0; made < size; made++) {
      const from = performance.now()
      const params = { action: "current", arguments: { city: "San Juan" }, context }
      const { value } = (await ask("invoke", params)) as { readonly value: unknown }
      Result.getOrThrow(codec.result(current, value))
      times.push((performance.now() - from) * 1000)
    }
    return median(times)
  }

  const scope = Scope.makeUnsafe()
  const layer = Modules.layer([module], grant).pipe(
    Layer.provide(host),
    Layer.provide(Layer.mergeAll(Processes.layer, Node.folders, SecretStore.layerOf({})))
  )
  const modules = Context.get(await Effect.runPromise(Layer.buildWithScope(layer, scope)), Modules)
  const block = (size: number) =>
    Effect.gen(function* () {
      const times: Array<number> = []
      for (let made = 0; made < size; made++) {
        const from = performance.now()
        yield* modules.call(path, "current", ["San Juan"])
        times.push((performance.now() - from) * 1000)
      }
      return median(times)
    })
  await bare(WARM_UP)
  await Effect.runPromise(block(WARM_UP))
  return {
    raw: () => bare(BLOCK),
    ours: () => Effect.runPromise(block(BLOCK)),
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
    rounds: 101,
    pinned: true,
    contenders,
    bound: atMost(1.5)
  }
]
