/** The loop of the language benchmark: 90,000 statements that call nothing. */
import { Interpreter, ModuleCalls, Output, Parser } from "@lanyard/sos-language"
import { Effect, Exit } from "effect"

const source = (rounds: number) => `make i 0
make s 0
while i < ${rounds}:
  set i i + 1
  set s s + i
  when i % 2 is 2:
    set s 0
`

/** Rounds of the loop, three statements each. */
export const rounds = 30_000

/** Prepares the loop; each run of it resolves to its milliseconds, in which the program is compiled too. */
export const loop = (times: number): (() => Promise<number>) => {
  const file = "loop.sos"
  const parsed = Parser.parse(file, source(times))
  const unit = { file, lines: parsed.source.lines, program: parsed.program, imports: [] }
  const program = Interpreter.run(unit).pipe(
    Effect.provideService(Output, { write: () => Effect.void }),
    Effect.provideService(ModuleCalls, { call: () => Effect.die(new Error("the loop calls no module")) })
  )
  return async () => {
    const from = performance.now()
    const exit = await Effect.runPromiseExit(program)
    if (Exit.isFailure(exit)) throw new Error("the loop did not come to its end")
    return performance.now() - from
  }
}
