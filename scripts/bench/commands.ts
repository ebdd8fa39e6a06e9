/** A one-shot command whose output is collected, against `execFile`. */
import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { Collect, Environment } from "@lanyard/process"
import { Effect } from "effect"
import { atMost, type Comparison, keepNothing } from "./measure.ts"
import * as ours from "./ours.ts"
import type { Compiled } from "./programs.ts"

const RUNS = 20
const LIMIT = 1024 * 1024
const argument = "hello"
const execute = promisify(execFile)

const collectRaw = (executable: string) => async () => {
  const from = performance.now()
  for (let i = 0; i < RUNS; i++) await execute(executable, [argument])
  return (performance.now() - from) / RUNS
}

const collectOurs = (executable: string) => () => {
  const command: Collect.Command = {
    executable,
    args: [argument],
    cwd: "/",
    environment: Environment.empty,
    stdoutBytes: LIMIT,
    stderrBytes: LIMIT,
    deadline: "5 seconds"
  }
  const once = Effect.scoped(Collect.run(command))
  return ours.run(
    Effect.gen(function* () {
      const from = performance.now()
      for (let i = 0; i < RUNS; i++) yield* once
      return (performance.now() - from) / RUNS
    })
  )
}

export const commands = (programs: Compiled): ReadonlyArray<Comparison> => [
  {
    name: "one-shot command, collected",
    unit: "ms",
    rounds: 9,
    contenders: keepNothing(collectRaw(programs.small), collectOurs(programs.small)),
    pinned: false,
    bound: atMost(1.15)
  }
]
