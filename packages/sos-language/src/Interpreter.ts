/**
 * Runs programs. The tree is compiled to closures that go on without waiting; only calls of modules, what is shown, pauses and the
 * workers of `map each` are effects. Nothing of a program can hang or overflow its host: statements, recursion and the sizes of
 * values are limited, and an interrupt or the deadline ends the run at the next pause or in the call that it waits for.
 */
import { printDuration, type SosDuration } from "@lanyard/sos-module"
import { Clock, Duration, Effect } from "effect"
import { Debugger } from "./Debugger.ts"
import * as Blocks from "./interpreter/Blocks.ts"
import { type Frame, places, type Run } from "./interpreter/Frame.ts"
import type { Slot } from "./interpreter/Growing.ts"
import * as Programs from "./interpreter/Programs.ts"
import * as Raising from "./interpreter/Raising.ts"
import { noHandler } from "./interpreter/Routines.ts"
import { Sizes } from "./interpreter/Sizes.ts"
import { type Completion, toEffect } from "./interpreter/Step.ts"
import * as Limits from "./Limits.ts"
import type { Unit } from "./Linked.ts"
import { ModuleCalls } from "./ModuleCalls.ts"
import { Output } from "./Output.ts"
import { Outcome, RunDeadlineExceeded, type RunFailure, UncaughtFailure } from "./RunFailure.ts"

/** What a host may set for a run. */
export interface Options {
  /** What the program may use up; the defaults of the language otherwise. */
  readonly limits?: Partial<Limits.Limits>
  /** When the whole run is ended; no handler of the program takes that. */
  readonly deadline?: SosDuration
}

/** Runs a program that has been linked and checked; what a checker would have refused fails where the run comes to it. */
export const run: (program: Unit, options?: Options) => Effect.Effect<Outcome, RunFailure, ModuleCalls | Output> =
  Effect.fn("Interpreter.run")(function* (program, options = {}) {
    const watcher = yield* Debugger
    const { code, files, scope } = Programs.compile(program, watcher !== undefined)
    const limits = { ...Limits.defaults, ...options.limits }
    const shared: Run = {
      limits,
      sizes: new Sizes(limits),
      calls: yield* ModuleCalls,
      output: yield* Output,
      clock: yield* Clock.clockWith(Effect.succeed),
      watcher,
      files: new Map([...files].map(([unit, size]) => [unit, new Array<Slot>(size).fill(undefined)])),
      steps: 0,
      pauseAt: 0,
      waiting: undefined
    }
    Blocks.setPause(shared)
    // The program is one of its files.
    const slots = shared.files.get(program)!
    const frame: Frame = {
      run: shared,
      unit: program,
      scope,
      action: undefined,
      slots,
      fileSlots: slots,
      caller: undefined,
      depth: 0
    }
    const whole = Effect.suspend(() => toEffect(code(frame)))
    const { deadline } = options
    return yield* Effect.flatMap(deadline === undefined ? whole : within(deadline, shared, whole), (completion) =>
      end(frame, completion)
    )
  })

const within = (deadline: SosDuration, shared: Run, whole: Effect.Effect<Completion>) =>
  Effect.timeoutOrElse(whole, {
    duration: Duration.nanos(deadline.nanos),
    orElse: () => {
      const { waiting } = shared
      const frames = waiting === undefined ? [] : places(waiting.frame, waiting.span)
      return Effect.fail(new RunDeadlineExceeded({ deadline: printDuration(deadline), frames }))
    }
  })

const end = (frame: Frame, completion: Completion): Effect.Effect<Outcome, RunFailure> => {
  switch (completion?._tag) {
    case undefined:
      return Effect.succeed(Outcome.Finished({ value: null }))
    case "Finish":
      return Effect.succeed(Outcome.Finished({ value: completion.value }))
    case "Failed":
      return Effect.fail(new UncaughtFailure({ failure: completion.failure }))
    case "End": {
      const { end: how } = completion
      return how._tag === "Stopped" || how._tag === "Finished" ? Effect.succeed(how) : Effect.fail(how)
    }
    case "Recover":
    case "PassOn":
      return end(frame, Raising.fault(frame, frame.unit.program.span, noHandler(completion._tag)))
  }
}
