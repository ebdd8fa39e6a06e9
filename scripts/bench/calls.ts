/** A script that calls a module again and again, against the same calls without the language. */
import { Interpreter, type Linked, ModuleCalls, Output, Parser } from "@lanyard/sos-language"
import type { Resolver } from "@lanyard/sos-module"
import { Modules } from "@lanyard/sos-runtime"
import { Context, Effect, Exit, Layer, Scope } from "effect"
import { atMost, type Comparison, type Contenders } from "./measure.ts"
import * as weather from "./weather.ts"

const CALLS = 10_000

const source = `import "${weather.module.definition.path}" as weather
make n 0
while n < ${CALLS}:
  call weather.current with "San Juan" called report
  set n n + 1
`

const { path } = weather.module.definition
const parsed = Parser.parse("calls.sos", source)
const loaded: Resolver.Loaded = { ...weather.module, path }
const unit: Linked.Unit = {
  file: "calls.sos",
  lines: parsed.source.lines,
  program: parsed.program,
  imports: [{ _tag: "Module", alias: "weather", loaded }]
}

const timed = (calls: Effect.Effect<unknown, unknown>) => async () => {
  const from = performance.now()
  const exit = await Effect.runPromiseExit(calls)
  if (Exit.isFailure(exit)) throw new Error("a call failed")
  return performance.now() - from
}

/** Both call one process, which stays. */
const contenders = async (): Promise<Contenders> => {
  const scope = Scope.makeUnsafe()
  const { call } = Context.get(await Effect.runPromise(Layer.buildWithScope(weather.layer, scope)), Modules)
  const bare = Effect.gen(function* () {
    for (let made = 0; made < CALLS; made++) yield* call(path, "current", ["San Juan"], { alias: "weather" })
  })
  const script = Interpreter.run(unit).pipe(
    Effect.provideService(Output, { write: () => Effect.void }),
    Effect.provideService(ModuleCalls, {
      call: ({ action, alias, arguments: values, definition, frame }) =>
        call(definition.path, action, values, { alias, frame })
    })
  )
  return { raw: timed(bare), ours: timed(script), close: () => Effect.runPromise(Scope.close(scope, Exit.void)) }
}

export const calls: ReadonlyArray<Comparison> = [
  {
    name: "a script of 10,000 calls, to its calls alone",
    unit: "ms",
    rounds: 7,
    contenders,
    pinned: true,
    // So that four fifths of what the script takes are the calls.
    bound: atMost(1.25)
  }
]
