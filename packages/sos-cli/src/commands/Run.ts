/** `sos run`: runs a program with its modules. Standard output is what the program shows, and nothing else. */
import { Interpreter, type ModuleCall, ModuleCalls, Output } from "@lanyard/sos-language"
import type { SosDuration } from "@lanyard/sos-module"
import { ModuleStderr, Modules, RunDeadline, Trace } from "@lanyard/sos-runtime"
import { Clock, Console, Effect, Layer, type Scope } from "effect"
import { onProgram, Refused, tell } from "../Complaints.ts"
import { Machine } from "../Machine.ts"
import { Places } from "../Places.ts"
import * as Programs from "../Programs.ts"
import type { RunFlags } from "../RunFlags.ts"
import { Stdout } from "../Stdout.ts"
import { type LineWriter, Writing } from "../Writing.ts"

/** Runs a program to its end, and then ends its modules. */
export const run = Effect.fn("sos run")(function* (flags: RunFlags) {
  const program = yield* Programs.sound(flags.file)
  const limit = least(flags.timeout, program.settings.timeout)
  const trace = flags.trace === undefined ? undefined : yield* traceTo(flags.trace)
  const stdout = yield* Stdout
  const calls = yield* callsLayer(program, limit, trace)
  const outcome = yield* Interpreter.run(program.unit, limit === undefined ? {} : { deadline: limit }).pipe(
    Effect.mapError(({ message }) => new Refused({ complaints: [message] })),
    Effect.provide(Layer.merge(calls, Layer.succeed(Output, stdout)))
  )
  const failure = trace?.failure()
  if (failure !== undefined) yield* tell(onProgram("run"), [`${flags.trace}: ${failure.message}`])
  if (outcome._tag === "Finished") return
  if (outcome.message !== undefined) yield* Console.error(outcome.message)
  return yield* new Refused({ complaints: [] })
}, Effect.scoped)

const least = (one: SosDuration | undefined, other: SosDuration | undefined): SosDuration | undefined =>
  one === undefined || (other !== undefined && other.nanos < one.nanos) ? other : one

const traceTo = Effect.fnUntraced(function* (
  path: string
): Effect.fn.Return<LineWriter, Refused, Places | Writing | Scope.Scope> {
  const { resolve } = yield* Places
  const { lines } = yield* Writing
  return yield* Effect.mapError(
    lines(resolve(path)),
    ({ message }) => new Refused({ complaints: [`${path}: ${message}`] })
  )
})

/** The modules of one run, behind the door that its program calls them through. */
const callsLayer = Effect.fnUntraced(function* (
  { modules, settings }: Programs.Program,
  limit: SosDuration | undefined,
  trace: LineWriter | undefined
) {
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
