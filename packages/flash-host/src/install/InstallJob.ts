/**
 * Runs one install: a shell command without input, whose outputs move while it runs and whose whole process group is gone
 * when this settles, whatever became of the caller.
 */
import { type Child, type ChildSpec, Collect, OwnedChild, type ProcessError, Termination } from "@lanyard/process"
import { Clock, Deferred, type Duration, Effect, Exit, Option, type Scope } from "effect"
import * as Alarm from "../clocks/Alarm.ts"
import type { InstallLog, Outcome } from "./InstallLog.ts"

/** Bytes kept of stdout. */
export const stdoutBytes = 4 * 1024 * 1024

/** Bytes kept of stderr. */
export const stderrBytes = 256 * 1024

/** What an install did. */
export type Ran = Pick<InstallLog, "at" | "elapsed" | "outcome" | "exit" | "stdout" | "stderr">

/**
 * Starts the command and ends what is left of its group once it exits, takes longer than `limit` or is interrupted: by
 * SIGTERM, and SIGKILL 500 ms later. An interruption is an outcome like the others, which the caller has to judge.
 */
export const run = Effect.fn("InstallJob.run")(
  function* (
    program: ChildSpec.ChildSpec,
    limit: Duration.Input
  ): Effect.fn.Return<Ran, ProcessError.StartFailure, Child.Spawner | Scope.Scope> {
    const clock = yield* Clock.Clock
    const at = clock.currentTimeMillisUnsafe()
    const began = Alarm.now(clock)
    const stdout = Collect.keeper(stdoutBytes)
    const stderr = Collect.keeper(stderrBytes)
    const child = yield* OwnedChild.spawn(program, { escalation: Termination.escalation(0) })
    child.onStderr(stderr.push)
    child.stdio.open({ chunk: stdout.push, end: () => {}, drain: () => {}, broken: () => {} })
    child.stdio.end()
    const waited = yield* Effect.exit(Effect.interruptible(Effect.timeoutOption(Deferred.await(child.exited), limit)))
    const { exit } = yield* child.stop
    return {
      at,
      elapsed: Alarm.now(clock) - began,
      outcome: outcomeOf(waited),
      exit,
      stdout: stdout.output(),
      stderr: stderr.output()
    }
  },
  Effect.scoped,
  Effect.uninterruptible
)

const outcomeOf = (waited: Exit.Exit<Option.Option<Child.ChildExit>>): Outcome => {
  if (Exit.isFailure(waited)) return "cancelled"
  if (Option.isNone(waited.value)) return "overdue"
  const exit = waited.value.value
  return exit._tag === "Exited" && exit.code === 0 ? "installed" : "failed"
}
