/**
 * One call, from the values of a program to the value it gets back: what the definition says is checked before anything starts
 * and after everything has answered, and whatever goes wrong becomes the one failure that programs know.
 */
import {
  CallFailure,
  type Definition,
  Mismatch,
  printDuration,
  type SosDuration,
  type Value,
  type ValueCodec
} from "@lanyard/sos-module"
import { Sweep } from "@lanyard/wire"
import { Cause, Clock, Effect, Exit, Option, Result, type Scope } from "effect"
import * as Arguments from "./Arguments.ts"
import { Fault } from "./Fault.ts"
import * as RunDeadline from "./RunDeadline.ts"
import type { RunHost } from "./RunHost.ts"
import type { RunnableModule, Runner } from "./Runner.ts"
import * as TimeLimit from "./TimeLimit.ts"
import * as Trace from "./Trace.ts"

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
}

/** Makes calls within the limits of their actions. */
export type Run = (invocation: Invocation) => Effect.Effect<Value, CallFailure.CallFailure>

/**
 * Makes what makes the calls of a run. A call is cancelled when its limit passes or when it is interrupted, and the trace gets one
 * record of it, whatever happens.
 */
export const make = Effect.fnUntraced(function* (
  host: Pick<typeof RunHost.Service, "target" | "runId">
): Effect.fn.Return<Run, never, Scope.Scope> {
  const listener = yield* Trace.Trace
  const limited = yield* TimeLimit.make
  const clock = yield* Clock.Clock
  const runEnd = yield* RunDeadline.RunDeadline
  let calls = 0
  const now = () => Sweep.now(clock)
  const endsAt = runEnd === undefined ? Number.POSITIVE_INFINITY : Number(runEnd) / 1e6

  /** Milliseconds of the wall clock: the end of the action or of the run, whichever comes first. */
  const deadlineOf = (millis: number): number | undefined => {
    const left = endsAt === Number.POSITIVE_INFINITY ? millis : Math.min(millis, endsAt - now())
    return left === Number.POSITIVE_INFINITY ? undefined : clock.currentTimeMillisUnsafe() + Math.max(0, left)
  }

  const called = (invocation: Invocation): Effect.Effect<Value, Fault> => {
    const prepared = prepare(invocation, host.target)
    if (Result.isFailure(prepared)) return Effect.fail(prepared.failure)
    const { about, action, named } = prepared.success
    const { caller, codec, runner } = invocation
    const { timeout } = action
    const millis = timeout === undefined ? Number.POSITIVE_INFINITY : Number(timeout.nanos) / 1e6
    const answer = runner.invoke({
      values: named.values,
      encoded: named.encoded,
      action,
      requestId: `${host.runId}-${++calls}`,
      limit: timeout === undefined ? TimeLimit.none : limited(millis, () => tooLong(about, timeout)),
      deadline: deadlineOf(millis),
      alias: caller.alias
    })
    return Effect.flatMap(answer, (json) => {
      const value = codec.result(action, json)
      return Result.isSuccess(value)
        ? Effect.succeed(value.success)
        : Effect.fail(new Fault({ phase: "validate", message: Mismatch.returned(about, value.failure) }))
    })
  }

  const run: Run = (invocation) =>
    Effect.suspend(() => {
      const { action, caller, module } = invocation
      const { path, version } = module.definition
      return Effect.mapError(called(invocation), (fault) =>
        failure(fault, { module: path, version, action, frame: caller.frame })
      )
    })
  return listener === undefined ? run : traced(run, listener, now)
})

const traced =
  (run: Run, { record }: Trace.Listener, now: () => number): Run =>
  (invocation) =>
    Effect.suspend(() => {
      const { action, module } = invocation
      const began = now()
      const tell = (phase: CallFailure.Phase, outcome: "completed" | "failed" | "canceled") =>
        record({ module: module.definition.path, action, phase, outcome, millis: now() - began })
      return Effect.onExit(run(invocation), (exit) => {
        const failed = Exit.isFailure(exit) ? Cause.findErrorOption(exit.cause) : Option.none()
        if (Exit.isSuccess(exit)) tell("invoke", "completed")
        else if (Option.isSome(failed)) tell(failed.value.phase, "failed")
        else tell("cancel", "canceled")
        return Effect.void
      })
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

/** A call that may be made: its action, how messages call it, and its arguments. */
interface Prepared {
  readonly action: Definition.Action
  readonly about: string
  readonly named: Arguments.Named
}

const prepare = (
  { action: name, caller, codec, module, values }: Invocation,
  target: Definition.Target
): Result.Result<Prepared, Fault> => {
  const { actions, path } = module.definition
  const action = actions.find((one) => one.name === name)
  if (action === undefined) return refused("resolve", `module ${path} has no action ${name}`)
  const about = `${caller.alias}.${name}`
  if (!isFor(action, target)) {
    const message = `${about} is unavailable on ${target}; its definition names ${action.targets.join(", ")}`
    return refused("resolve", message)
  }
  return Result.match(Arguments.encode(codec, action, about, values), {
    onFailure: (message) => refused("validate", message),
    onSuccess: (named) => Result.succeed({ action, about, named })
  })
}

const refused = (phase: CallFailure.Phase, message: string) => Result.fail(new Fault({ phase, message }))

const isFor = ({ targets }: Definition.Action, target: Definition.Target): boolean =>
  targets.length === 0 || targets.includes(target) || targets.includes("native")

const tooLong = (about: string, timeout: SosDuration): Fault =>
  new Fault({
    phase: "cancel",
    kind: "timeout",
    message: `${about} exceeded its ${printDuration(timeout)} action timeout`
  })
