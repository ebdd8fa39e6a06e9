/**
 * Programs of the user's session that do what a plugin asks of the host. They are handed a task and not owned: what one leaves
 * running, such as an opened app or the keeper of a clipboard, ends neither with the plugin nor with the host.
 */
import { Environment, Executable } from "@lanyard/process"
import { Context, Data, Effect } from "effect"
import * as LoginVariables from "../environment/LoginVariables.ts"
import { HostProcess } from "../HostProcess.ts"

/** A program and what it is told. */
export interface Program {
  /** A bare name, looked up on PATH. */
  readonly name: string
  readonly args: ReadonlyArray<string>
  /** All it gets to read. */
  readonly stdin?: string
  /** The variable that leads to what it talks to; without it the program is not tried. */
  readonly needs?: string
  /** Variables it gets beside those of the session. */
  readonly variables?: Readonly<Record<string, string>>
}

/** The programs for a task, the best first, by the kind of system that has them. */
export interface Programs {
  readonly macos: ReadonlyArray<Program>
  /** Linux and everything else that follows the desktop specifications. */
  readonly freedesktop: ReadonlyArray<Program>
}

/** A program with its file found. */
export interface Task {
  readonly executable: string
  readonly args: ReadonlyArray<string>
  readonly environment: Environment.Environment
  readonly stdin: string
  /** Whether it runs on when the one who waits for it goes away; if not, its group is killed. */
  readonly stays: boolean
}

/** A program could not be started, or not be told what to do. */
export class TaskRefused extends Data.TaggedError("TaskRefused")<{
  /** The system's name for the reason. */
  readonly code: string
}> {}

/** Starts programs in groups of their own, with none of the host's outputs. */
export class Launcher extends Context.Service<
  Launcher,
  {
    /** The kind of the system; undefined for one that has none of these programs. */
    readonly system: keyof Programs | undefined
    /** Runs a program until it exits, and returns its status; undefined when a signal ended it. */
    readonly run: (task: Task) => Effect.Effect<number | undefined, TaskRefused>
  }
>()("@lanyard/flash-host/Launcher") {}

/** What handing over a task takes. */
export type Means = Launcher | Executable.ProgramFiles | HostProcess

/** How long a task may take, in milliseconds: less than a plugin waits for the reply to a host call. */
export const patience = 3_000

/**
 * Hands a task to the first program that is there and does it; false when there is none. A program that `stays` may run for as
 * long as what it opened: when the time is over, it has done its task.
 */
export const hand = Effect.fn("Desktop.hand")(function* (
  programs: Programs,
  { stays }: { readonly stays: boolean }
): Effect.fn.Return<boolean, never, Means> {
  const { system } = yield* Launcher
  const candidates = system === undefined ? [] : programs[system]
  return yield* Effect.timeoutOrElse(first(candidates, stays), {
    duration: patience,
    orElse: () => Effect.succeed(stays)
  })
})

const first = Effect.fnUntraced(function* (candidates: ReadonlyArray<Program>, stays: boolean) {
  for (const program of candidates) if (yield* Effect.orElseSucceed(tell(program, stays), () => false)) return true
  return false
})

const tell = Effect.fnUntraced(function* ({ name, args, stdin = "", needs, variables }: Program, stays: boolean) {
  const launcher = yield* Launcher
  const { environment: source } = yield* HostProcess
  if (needs !== undefined && !source[needs]) return false
  const path = source.PATH || LoginVariables.fallbackPath
  const executable = yield* Executable.resolve(name, { root: "/", path })
  const environment = yield* Effect.fromResult(
    Environment.make({ source, allow: allowed, values: { ...variables, PATH: path } })
  )
  return (yield* launcher.run({ executable, args, environment, stdin, stays })) === 0
})

// What leads a program to the user, their language and their session, and no more (decision B7).
const allowed: ReadonlyArray<string> = [
  ...LoginVariables.allowed,
  "BROWSER",
  "DBUS_SESSION_BUS_ADDRESS",
  "DESKTOP_SESSION",
  "DISPLAY",
  "WAYLAND_DISPLAY",
  "XAUTHORITY",
  "XDG_CONFIG_DIRS",
  "XDG_CONFIG_HOME",
  "XDG_CURRENT_DESKTOP",
  "XDG_DATA_DIRS",
  "XDG_DATA_HOME",
  "XDG_RUNTIME_DIR",
  "XDG_SESSION_TYPE"
]
