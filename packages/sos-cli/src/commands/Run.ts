/** `sos run`: runs a program with its modules. Standard output is what the program shows, and nothing else. */
import { Interpreter, ModuleCalls, Output } from "@lanyard/sos-language"
import type { SosDuration } from "@lanyard/sos-module"
import { Console, Effect, Layer, type Scope } from "effect"
import { Refused } from "../Complaints.ts"
import { Places } from "../Places.ts"
import * as Programs from "../Programs.ts"
import type { RunFlags } from "../RunFlags.ts"
import { Stdout } from "../Stdout.ts"
import { type LineWriter, Writing } from "../Writing.ts"
import type { ModuleRun } from "./ModuleCalls.ts"

/** Runs a program to its end, and then ends its modules. */
export const run = Effect.fn("sos run")(function* (flags: RunFlags) {
  const program = yield* Programs.sound(flags.file)
  const limit = least(flags.timeout, program.settings.timeout)
  const trace = flags.trace === undefined ? undefined : yield* traceTo(flags.trace)
  const stdout = yield* Stdout
  const calls = program.modules.length === 0 ? noCalls : yield* callsOf({ program, limit, trace })
  const untraced = () => {
    const failure = trace?.failure()
    return failure === undefined ? [] : [`${flags.trace}: ${failure.message}`]
  }
  const outcome = yield* Interpreter.run(program.unit, limit === undefined ? {} : { deadline: limit }).pipe(
    // The modules have ended behind this, and with them their trace.
    Effect.provide(Layer.merge(calls, Layer.succeed(Output, stdout))),
    Effect.mapError(({ message }) => new Refused({ complaints: [message, ...untraced()] }))
  )
  if (outcome._tag === "Stopped" && outcome.message !== undefined) yield* Console.error(outcome.message)
  const complaints = untraced()
  if (outcome._tag === "Stopped" || complaints.length > 0) return yield* new Refused({ complaints })
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

const noCalls = Layer.succeed(ModuleCalls, {
  call: ({ definition }) => Effect.die(new Error(`the program calls ${definition.path}, which it does not import`))
})

// A program that imports no module loads nothing that could start one.
const callsOf = (run: ModuleRun) =>
  Effect.flatMap(
    Effect.promise(() => import("./ModuleCalls.ts")),
    ({ layer }) => layer(run)
  )
