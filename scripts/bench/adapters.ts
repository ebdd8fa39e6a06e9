/** What a call of a command adapter costs against `execFile` of the same program: checked, authorised, limited and owned. */
import { execFile } from "node:child_process"
import { dirname } from "node:path"
import { promisify } from "node:util"
import { DefinitionFile } from "@lanyard/sos-module"
import { Modules } from "@lanyard/sos-runtime"
import { Context, Effect, Exit, Layer, Result, Scope } from "effect"
import { atMost, type Comparison, type Contenders } from "./measure.ts"
import type { Compiled } from "./programs.ts"
import * as Runtime from "./runtime.ts"

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

const contenders = (program: string) => async (): Promise<Contenders> => {
  const folder = dirname(program)
  const module = { ...Result.getOrThrow(DefinitionFile.readText("module.sos.toml", definition)), folder }
  const scope = Scope.makeUnsafe()
  const modules = Context.get(await Effect.runPromise(Layer.buildWithScope(Runtime.layer(module), scope)), Modules)
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
