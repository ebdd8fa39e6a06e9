/** What a call of a command adapter costs against `execFile` of the same program: checked, authorised, limited and owned. */
import { execFile } from "node:child_process"
import { dirname } from "node:path"
import { promisify } from "node:util"
import * as Processes from "@lanyard/process/node"
import { DefinitionFile } from "@lanyard/sos-module"
import { Modules, RunHost, SecretStore } from "@lanyard/sos-runtime"
import * as Node from "@lanyard/sos-runtime/node"
import { Context, Effect, Exit, Layer, Result, Scope } from "effect"
import { atMost, type Comparison, type Contenders } from "./measure.ts"
import type { Compiled } from "./programs.ts"

const RUNS = 20
const path = "local/small"
const argument = "hello"
const execute = promisify(execFile)

const definition = `
schema = 1
[module]
path = "${path}"
version = "1.0.0"
[runtime]
kind = "command"
working_directory = "\${definition_dir}"
[capabilities]
process = true
[[action]]
name = "copy"
effects = ["process"]
timeout = "30s"
[[action.parameter]]
name = "text"
type = "text"
[action.command]
program = "./small"
arguments = ["\${text}"]
stdout = "text"
[action.result]
type = "text"
`

const grant = { process: true, network: false, filesystem: "none", secrets: [], programs: [] } as const

const contenders = (program: string) => async (): Promise<Contenders> => {
  const folder = dirname(program)
  const module = { ...Result.getOrThrow(DefinitionFile.readText("module.sos.toml", definition)), folder }
  const host = Layer.succeed(RunHost, {
    workspace: folder,
    variables: { PATH: process.env.PATH },
    target: "linux-x64",
    sosVersion: "0.0.0",
    runId: "run-bench"
  })
  const scope = Scope.makeUnsafe()
  const layer = Modules.layer([module], grant).pipe(
    Layer.provide(host),
    Layer.provide(Layer.mergeAll(Processes.layer, Node.folders, SecretStore.layerOf({})))
  )
  const modules = Context.get(await Effect.runPromise(Layer.buildWithScope(layer, scope)), Modules)
  return {
    raw: async () => {
      const from = performance.now()
      for (let run = 0; run < RUNS; run++) await execute(program, [argument])
      return (performance.now() - from) / RUNS
    },
    ours: () =>
      Effect.runPromise(
        Effect.gen(function* () {
          const from = performance.now()
          for (let run = 0; run < RUNS; run++) yield* modules.call(path, "copy", [argument])
          return (performance.now() - from) / RUNS
        })
      ),
    close: () => Effect.runPromise(Scope.close(scope, Exit.void))
  }
}

export const adapters = (programs: Compiled): ReadonlyArray<Comparison> => [
  {
    name: "a call of a command, against execFile of its program",
    unit: "ms",
    rounds: 21,
    pinned: false,
    contenders: contenders(programs.small),
    bound: atMost(1.15)
  }
]
