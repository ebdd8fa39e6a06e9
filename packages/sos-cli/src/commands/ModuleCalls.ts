/** The modules of one run, behind the door that its program calls them through. */
import { type ModuleCall, ModuleCalls } from "@lanyard/sos-language"
import type { SosDuration } from "@lanyard/sos-module"
import { ModuleStderr, Modules, RunDeadline, Trace } from "@lanyard/sos-runtime"
import { Clock, Console, Effect, Layer } from "effect"
import { Machine } from "../Machine.ts"
import type * as Programs from "../Programs.ts"
import type { LineWriter } from "../Writing.ts"

/** What the modules of a run are given. */
export interface ModuleRun {
  readonly program: Programs.Program
  /** How long the run may take, from now on. */
  readonly limit: SosDuration | undefined
  /** Gets the trace. */
  readonly trace: LineWriter | undefined
}

/** Makes the calls of a run; nothing is started before the first one. */
export const layer = Effect.fnUntraced(function* ({ limit, program, trace }: ModuleRun) {
  const { modules, settings } = program
  const { services } = yield* Machine
  const clock = yield* Clock.Clock
  const due = limit === undefined ? undefined : clock.monotonicTimeNanosUnsafe() + limit.nanos
  const run = Layer.mergeAll(
    services,
    Layer.succeed(RunDeadline.RunDeadline, due),
    // The console ends what it writes with a newline of its own.
    Layer.succeed(ModuleStderr, { write: (_, text) => Console.error(text.replace(/\n$/, "")) }),
    trace === undefined ? Layer.empty : Trace.layerLines(trace.write)
  )
  return Layer.effect(ModuleCalls, Effect.map(Modules, callsOf)).pipe(
    Layer.provide(Modules.layer(modules, settings.grant)),
    Layer.provide(run)
  )
})

const callsOf = ({ call }: Modules["Service"]): ModuleCalls["Service"] => ({
  call: ({ action, alias, arguments: values, definition, frame }: ModuleCall) =>
    call(definition.path, action, values, { alias, frame })
})
