/** A loop of 90,000 statements that call nothing, against the same loop in CPython. */
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { Interpreter, ModuleCalls, Output, Parser } from "@lanyard/sos-language"
import { Effect, Exit } from "effect"
import { atMost, type Comparison, keepNothing } from "./measure.ts"

const execute = promisify(execFile)
const python = fileURLToPath(new URL("./programs/loop.py", import.meta.url))

const source = `make i 0
make s 0
while i < 30000:
  set i i + 1
  set s s + i
  when i % 2 is 2:
    set s 0
`

const inPython = async () => {
  const { stdout } = await execute("python3", [python])
  return Number(stdout)
}

const file = "loop.sos"
const parsed = Parser.parse(file, source)
const unit = { file, lines: parsed.source.lines, program: parsed.program, imports: [] }

const program = Interpreter.run(unit).pipe(
  Effect.provideService(Output, { write: () => Effect.void }),
  Effect.provideService(ModuleCalls, { call: () => Effect.die(new Error("the loop calls no module")) })
)

const ours = async () => {
  const from = performance.now()
  const exit = await Effect.runPromiseExit(program)
  if (Exit.isFailure(exit)) throw new Error("the loop did not come to its end")
  return performance.now() - from
}

export const loops: ReadonlyArray<Comparison> = [
  {
    name: "loop of 90,000 statements, against CPython",
    unit: "ms",
    rounds: 9,
    contenders: keepNothing(inPython, ours),
    pinned: false,
    bound: atMost(5)
  }
]
