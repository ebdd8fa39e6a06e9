/**
 * Runs a command to its end and keeps what it wrote, up to a limit. Input and output move at the same time, a deadline
 * covers everything from the start on, and nobody but the command itself can delay the result: what it leaves running is
 * stopped from then on, and the caller's scope waits for that.
 */
import { Deferred, Duration, Effect, type Exit, Scope } from "effect"
import type { Child, ChildExit, Spawner } from "./Child.ts"
import type { ChildSpec } from "./ChildSpec.ts"
import * as OwnedChild from "./OwnedChild.ts"
import { CommandOverdue, OutputOverflow, type StartFailure } from "./ProcessError.ts"
import * as Termination from "./Termination.ts"

/** A program to run once, for as long as its caller lets it. */
export interface Program extends ChildSpec {
  /** Everything it gets to read; its input ends after it. */
  readonly stdin?: string | Uint8Array
  /** Bytes kept of what it writes to stdout. */
  readonly stdoutBytes: number
  /** Bytes kept of what it writes to stderr. */
  readonly stderrBytes: number
}

/** A program to run once within its time. */
export interface Command extends Program {
  /** How long all of it may take. */
  readonly deadline: Duration.Input
}

/** The beginning of one output. */
export interface Output {
  readonly bytes: Uint8Array
  /** How many more bytes came after the limit. */
  readonly omitted: number
}

/** Takes an output as it comes. */
export interface Keeper {
  /** Whether there was room for all of it. */
  readonly push: (chunk: Uint8Array) => boolean
  /** What was kept so far. */
  readonly output: () => Output
}

/** What a command left behind. The exit is a fact to judge: only the caller knows which status is a success. */
export interface Collected {
  readonly exit: ChildExit
  readonly stdout: Output
  readonly stderr: Output
}

/**
 * Runs a command and counts what is over a limit. It fails when the command cannot be started or the deadline passes. In
 * the turn after the result or the failure begins the end of whatever is left of its group, by SIGTERM and 500 ms later
 * SIGKILL; closing the scope waits for it.
 */
export const run = (command: Command): Effect.Effect<Collected, StartFailure | CommandOverdue, Spawner | Scope.Scope> =>
  owned(
    Effect.timeoutOrElse(
      collect(command, () => {}),
      {
        duration: command.deadline,
        orElse: () =>
          Effect.fail(
            new CommandOverdue({ executable: command.executable, millis: Duration.toMillis(command.deadline) })
          )
      }
    )
  )

/** As `run`, but the first byte over a limit fails it and ends the program, and only its caller ends it for its time. */
export const runWithin = (
  program: Program
): Effect.Effect<Collected, StartFailure | OutputOverflow, Spawner | Scope.Scope> =>
  owned(
    Effect.suspend(() => {
      const full = Deferred.makeUnsafe<never, OutputOverflow>()
      const collected = collect(program, (overflow) => Deferred.doneUnsafe(full, Effect.fail(overflow)))
      return Effect.raceFirst(Deferred.await(full), collected)
    })
  )

/** Keeps the first `limit` bytes of an output and counts the rest. */
export const keeper = (limit: number): Keeper => {
  const parts: Array<Uint8Array> = []
  let kept = 0
  let omitted = 0
  return {
    push: (chunk: Uint8Array) => {
      const part = chunk.subarray(0, limit - kept)
      if (part.length > 0) parts.push(part)
      kept += part.length
      omitted += chunk.length - part.length
      return omitted === 0
    },
    output: (): Output => {
      const bytes = new Uint8Array(kept)
      let at = 0
      for (const part of parts) {
        bytes.set(part, at)
        at += part.length
      }
      return { bytes, omitted }
    }
  }
}

// Its input has ended or never will: there is nothing to wait for before the first signal.
const impatient = { escalation: Termination.escalation(0) }

const owned = Effect.fnUntraced(function* <A, E, R>(
  self: Effect.Effect<A, E, R>
): Effect.fn.Return<A, E, Exclude<R, Scope.Scope> | Scope.Scope> {
  const owner = yield* Effect.scope
  // Of its own, so that a caller who keeps a scope for many commands keeps nothing of those that are over.
  const scope = yield* Scope.fork(owner)
  // In a later turn, so that nobody waits for it.
  const end = (exit: Exit.Exit<A, E>) => Effect.forkIn(Scope.close(scope, exit), owner, { uninterruptible: true })
  return yield* Effect.onExit(Scope.provide(self, scope), end)
})

/** Tells when an output is over its limit, at once and with all that follows. */
const collect = Effect.fnUntraced(function* (
  { stdin = "", stderrBytes, stdoutBytes, ...spec }: Program,
  tell: (overflow: OutputOverflow) => void
): Effect.fn.Return<Collected, StartFailure, Spawner | Scope.Scope> {
  const child = yield* OwnedChild.spawn(spec, impatient)
  const keep = (output: OutputOverflow["output"], limit: number) => {
    const kept = keeper(limit)
    const push = (chunk: Uint8Array) => {
      if (!kept.push(chunk)) tell(new OutputOverflow({ executable: spec.executable, output, limit }))
    }
    return { push, output: kept.output }
  }
  const stdout = keep("stdout", stdoutBytes)
  const stderr = keep("stderr", stderrBytes)
  child.onStderr(stderr.push)
  const feed = feeder(child, stdin)
  child.stdio.open({ chunk: stdout.push, end: () => {}, drain: feed, broken: () => {} })
  feed()
  const exit = yield* OwnedChild.drained(child)
  return { exit, stdout: stdout.output(), stderr: stderr.output() }
})

const feeder = (child: Child, stdin: string | Uint8Array) => {
  const bytes = typeof stdin === "string" ? new TextEncoder().encode(stdin) : stdin
  let sent = 0
  return () => {
    while (sent < bytes.length) {
      const piece = bytes.subarray(sent, sent + pieceBytes)
      sent += piece.length
      if (!child.stdio.write(piece) && sent < bytes.length) return
    }
    child.stdio.end()
  }
}

// What is handed to the pipe at once; the rest stays with the caller's value and is not copied.
const pieceBytes = 64 * 1024
