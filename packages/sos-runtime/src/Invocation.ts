/**
 * One call, from the values of a program to the value it gets back: what the definition says is checked before anything starts
 * and after everything has answered, and whatever goes wrong becomes the one failure that programs know.
 */
import { CallFailure, type Definition, Mismatch, printDuration, type Value, type ValueCodec } from "@lanyard/sos-module"
import { Clock, Duration, Effect, Exit, Result } from "effect"
import * as Arguments from "./Arguments.ts"
import { Fault } from "./Fault.ts"
import * as RunDeadline from "./RunDeadline.ts"
import type { RunHost } from "./RunHost.ts"
import type { RunnableModule, Runner } from "./Runner.ts"
import { Trace } from "./Trace.ts"

/** Who calls: what the program named the module, and where it does. */
export interface Caller {
  readonly alias: string
  readonly frame: CallFailure.SourceFrame | undefined
}

/** A call to make. */
export interface Invocation {
  readonly module: RunnableModule
  readonly runner: Runner
  readonly codec: ValueCodec.ValueCodec
  readonly action: string
  /** Positional, not checked yet. */
  readonly values: ReadonlyArray<Value>
  readonly caller: Caller
  readonly requestId: string
}

/**
 * Makes the call within the limit of its action, and cancels it when that passes or when it is interrupted. The trace gets one
 * record of it, whatever happens.
 */
export const run = Effect.fn("Invocation.run")(function* (
  invocation: Invocation,
  host: Pick<typeof RunHost.Service, "target">
): Effect.fn.Return<Value, CallFailure.CallFailure> {
  const { action, caller, module } = invocation
  const { path, version } = module.definition
  const { record } = yield* Trace
  const clock = yield* Clock.Clock
  const began = clock.monotonicTimeNanosUnsafe()
  const traced = (phase: CallFailure.Phase, outcome: "completed" | "failed" | "canceled") => {
    record({ module: path, action, phase, outcome, millis: Number(clock.monotonicTimeNanosUnsafe() - began) / 1e6 })
  }
  return yield* Effect.mapError(called(invocation, host), (fault) => {
    traced(fault.phase, "failed")
    return failure(fault, { module: path, version, action, frame: caller.frame })
  }).pipe(
    Effect.onExit((exit) =>
      Effect.sync(() => {
        if (Exit.isSuccess(exit)) traced("invoke", "completed")
        else if (Exit.hasInterrupts(exit)) traced("cancel", "canceled")
      })
    )
  )
})

/** Completes a fault with what it is about. */
export const failure = (
  { code, declared, ended, fields, kind, message, phase, retryable }: Fault,
  about: Pick<CallFailure.CallFailure, "module" | "version" | "action" | "frame">
): CallFailure.CallFailure =>
  new CallFailure.CallFailure({
    ...about,
    phase,
    message,
    kind: kind ?? "runtime",
    retryable: retryable ?? false,
    declared: declared ?? false,
    fields: fields ?? new Map(),
    code,
    ended
  })

const called = Effect.fnUntraced(function* (
  { action: name, caller, codec, module, requestId, runner, values }: Invocation,
  { target }: Pick<typeof RunHost.Service, "target">
): Effect.fn.Return<Value, Fault> {
  const { definition } = module
  const { alias } = caller
  const about = `${alias}.${name}`
  const action = definition.actions.find((one) => one.name === name)
  if (action === undefined) {
    return yield* new Fault({ phase: "resolve", message: `module ${definition.path} has no action ${name}` })
  }
  if (!isFor(action, target)) {
    const message = `${about} is unavailable on ${target}; its definition names ${action.targets.join(", ")}`
    return yield* new Fault({ phase: "resolve", message })
  }
  const sent = yield* checked(Arguments.encode(codec, action, about, values))
  const deadline = yield* dueAt(action)
  const answer = yield* limited(runner.invoke({ ...sent, action, requestId, deadline, alias }), action, about)
  return yield* checked(Result.mapError(codec.result(action, answer), (mismatch) => Mismatch.returned(about, mismatch)))
})

const isFor = ({ targets }: Definition.Action, target: Definition.Target): boolean =>
  targets.length === 0 || targets.includes(target) || targets.includes("native")

const checked = <A>(result: Result.Result<A, string>): Effect.Effect<A, Fault> =>
  Effect.fromResult(Result.mapError(result, (message) => new Fault({ phase: "validate", message })))

/** Milliseconds of the wall clock: the end of the action or of the run, whichever comes first. */
const dueAt = ({ timeout }: Definition.Action): Effect.Effect<number | undefined> =>
  Effect.gen(function* () {
    const left = yield* timeout === undefined ? RunDeadline.left : RunDeadline.within(Duration.nanos(timeout.nanos))
    return left === undefined ? undefined : (yield* Clock.currentTimeMillis) + Duration.toMillis(left)
  })

// A call that is interrupted cancels itself, so its limit needs nothing else.
const limited = <A>(call: Effect.Effect<A, Fault>, { timeout }: Definition.Action, about: string) =>
  timeout === undefined
    ? call
    : Effect.timeoutOrElse(call, {
        duration: Duration.nanos(timeout.nanos),
        orElse: () => {
          const message = `${about} exceeded its ${printDuration(timeout)} action timeout`
          return Effect.fail(new Fault({ phase: "cancel", kind: "timeout", message }))
        }
      })
