/**
 * Children over `node:child_process`: argv without a shell, a process group of their own, an exact environment, and an
 * `error` listener on everything that could otherwise end the host.
 */
import type { ChildProcess, ChildProcessWithoutNullStreams, SpawnOptions } from "node:child_process"
import { isAbsolute } from "node:path"
import { Deferred, Effect, Exit, Schedule } from "effect"
import type { Child, ChildExit, ProcessGroup, Spawner } from "../Child.ts"
import type { ChildSpec } from "../ChildSpec.ts"
import * as Environment from "../Environment.ts"
import { ExecutableNotFound, type StartFailure, WorkingDirectoryMissing } from "../ProcessError.ts"
import * as ChildPipes from "./ChildPipes.ts"
import { errorCode } from "./ErrorCode.ts"
import type { Starting } from "./Inherited.ts"
import * as StartFailures from "./StartFailures.ts"

/** What the spawner asks of the system it runs on. */
export interface System {
  readonly spawn: (executable: string, args: ReadonlyArray<string>, options: SpawnOptions) => ChildProcess
  /** Whether only a shell could run the file; it is refused then, instead of started. */
  readonly needsShell: (executable: string) => boolean
  /** Whether children lead a group of their own; Windows would open a console for it. */
  readonly detached: boolean
  /** What a child starts with: three pipes, and what covers descriptors behind them. May throw as the system does. */
  readonly stdio: Starting
  readonly group: (pid: number, hasExited: () => boolean) => ProcessGroup
}

// A file just written can stay open in a child forked by another thread until that child has executed its own program.
const busyRetries = Schedule.exponential("5 millis").pipe(Schedule.upTo({ times: 7 }))

/** Makes the service. */
export const make = (system: System): Spawner["Service"] => ({
  // Node would look for anything but an absolute path by itself, in the child's PATH and the host's directory.
  start: (spec) => {
    if (!isAbsolute(spec.executable)) return Effect.fail(new ExecutableNotFound({ executable: spec.executable }))
    if (!isAbsolute(spec.cwd)) return Effect.fail(new WorkingDirectoryMissing({ directory: spec.cwd }))
    return Effect.retry(attempt(system, spec), {
      schedule: busyRetries,
      while: (failure) => failure._tag === "ExecutableBusy"
    })
  }
})

const attempt = (system: System, spec: ChildSpec): Effect.Effect<Child, StartFailure> =>
  Effect.catch(launch(system, spec), (code) => Effect.flip(StartFailures.fromCode(spec, code)))

/** Starts the program, or fails with the error code of the system. */
const launch = (system: System, spec: ChildSpec): Effect.Effect<Child, string> =>
  Effect.callback((resume) => {
    if (system.needsShell(spec.executable)) return resume(Effect.fail("ENOEXEC"))
    try {
      const child = system.stdio((stdio) =>
        system.spawn(spec.executable, spec.args, {
          cwd: spec.cwd,
          env: exactly(Environment.toRecord(spec.environment)),
          stdio,
          detached: system.detached,
          windowsHide: true
        })
      )
      if (isStarted(child)) return resume(Effect.succeed(adopt(system, child, child.pid)))
      // Node has no pipes to offer when it was out of descriptors, and leaves those it made to whoever asked.
      for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe?.on("error", ignored).destroy()
      child.once("error", (cause) => resume(Effect.fail(errorCode(cause))))
    } catch (cause) {
      // Some codes are thrown, some are events: E2BIG and ETXTBSY belong to the former, ENOENT to the latter.
      resume(Effect.fail(errorCode(cause)))
    }
  })

// Node adds its own coverage folder to an environment that has none of its own, and writes it into the given object.
const exactly = (variables: Readonly<Record<string, string>>) => ({ NODE_V8_COVERAGE: undefined, ...variables })

type Started = ChildProcessWithoutNullStreams & { readonly pid: number }

const isStarted = (child: ChildProcess): child is Started => child.pid !== undefined

const adopt = (system: System, node: Started, pid: number): Child => {
  const exited = Deferred.makeUnsafe<ChildExit>()
  const closed = Deferred.makeUnsafe<void>()
  const { stdin, stdout, stderr } = node
  let stderrListener: (bytes: Uint8Array) => void = ignored

  for (const emitter of [node, stdin, stdout, stderr]) emitter.on("error", ignored)
  node.once("exit", (code, signal) => {
    Deferred.doneUnsafe(exited, Exit.succeed(toExit(code, signal)))
  })
  node.once("close", () => {
    Deferred.doneUnsafe(closed, Exit.void)
  })
  stderr.on("data", (bytes) => stderrListener(bytes))

  const pipes = ChildPipes.make(stdin, stdout)
  return {
    pid,
    stdio: pipes,
    onStderr: (listener) => {
      stderrListener = listener
    },
    exited,
    closed,
    release: () => {
      pipes.release()
      stderrListener = ignored
      stderr.removeAllListeners("data").destroy()
    },
    group: system.group(pid, () => Deferred.isDoneUnsafe(exited))
  }
}

// Node gives exactly one of the two; without a code, nothing may be taken for success.
const toExit = (code: number | null, signal: string | null): ChildExit =>
  code === null ? { _tag: "Signaled", signal: signal ?? "unknown" } : { _tag: "Exited", code }

const ignored = () => {}
