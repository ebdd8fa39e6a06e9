/**
 * The user's login environment: what their shell sets up for them, which a host that was started from a desktop lacks. It is
 * read once, when somebody first asks, and everybody waits for the same reading (decision F11).
 */
import { type Child, Collect, Environment, Executable, type ProcessError } from "@lanyard/process"
import { Context, Data, Effect, Fiber, Latch, Layer, Scope } from "effect"
import { HostProcess } from "../HostProcess.ts"
import * as LoginProbe from "./LoginProbe.ts"
import * as LoginVariables from "./LoginVariables.ts"

/** The shell ended as one that failed: by a status other than 0, or by a signal. */
export class LoginShellFailed extends Data.TaggedError("LoginShellFailed")<{
  readonly exit: Child.ChildExit
}> {}

/** Why the login environment could not be read. */
export type ProbeFailure =
  | ProcessError.StartFailure
  | ProcessError.CommandOverdue
  | Environment.VariableRefused
  | LoginShellFailed
  | LoginProbe.AnswerUnreadable

/** Where the variables come from. */
export type LoginReport = Data.TaggedEnum<{
  /** From the login shell, or from a host that knows them. */
  Resolved: {}
  /** From the host's own process, because `shell` did not tell; worth a warning. */
  KeptSeed: { readonly shell: string; readonly reason: ProbeFailure }
}>
/** Builds reports and tells them apart. */
export const LoginReport = Data.taggedEnum<LoginReport>()

/** Set in the shell that is asked, so that start-up files can leave out what a reading does not need. */
export const marker = "FLASH_RESOLVING_ENVIRONMENT"

/** How long the shell may take, in milliseconds. */
export const limit = 5_000

/** Tells the user's variables, as far as a plugin may see them. */
export class LoginEnvironment extends Context.Service<
  LoginEnvironment,
  {
    /** The variables of the login shell, or those of the host's process when it does not tell. */
    readonly variables: Effect.Effect<LoginVariables.LoginVariables>
    /** Which of the two it was, and why. */
    readonly report: Effect.Effect<LoginReport>
  }
>()("@lanyard/flash-host/LoginEnvironment") {
  /**
   * Asks the shell in $SHELL, or /bin/sh. The layer's scope owns the reading: who gives up waiting takes it from nobody, and
   * closing the scope ends it. Whatever start-up files leave running in the shell's process group is ended with it.
   */
  static readonly layer: Layer.Layer<LoginEnvironment, never, HostProcess | Child.Spawner | Executable.ProgramFiles> =
    Layer.effect(
      LoginEnvironment,
      Effect.suspend(() => make)
    )

  /** Provides variables that are known, out of which the contract's are taken. */
  static readonly layerOf = (source: Readonly<Record<string, string | undefined>>): Layer.Layer<LoginEnvironment> =>
    Layer.succeed(LoginEnvironment, {
      variables: Effect.succeed(LoginVariables.select(source)),
      report: Effect.succeed(LoginReport.Resolved())
    })
}

const make = Effect.gen(function* () {
  const { environment } = yield* HostProcess
  const seed = LoginVariables.select(environment)
  const shell = seed.SHELL || "/bin/sh"
  const asked = Latch.makeUnsafe(false)
  // Older than the reading, and so closed after it: a shell that is ended with the host has not failed.
  const owner = yield* Scope.fork(yield* Effect.scope)
  const reading = yield* asked.await.pipe(
    Effect.andThen(Scope.provide(probe(shell, seed), owner)),
    Effect.match({
      onSuccess: (variables) => ({ variables, report: LoginReport.Resolved() }),
      onFailure: (reason) => ({ variables: seed, report: LoginReport.KeptSeed({ shell, reason }) })
    }),
    Effect.tap(({ report }) =>
      report._tag === "Resolved"
        ? Effect.void
        : Effect.logWarning(`the login environment stays as it was: ${report.reason._tag}`).pipe(
            Effect.annotateLogs({ source: "host" })
          )
    ),
    Effect.forkScoped
  )
  const resolved = Effect.suspend(() => {
    asked.openUnsafe()
    return Fiber.join(reading)
  })
  return LoginEnvironment.of({
    variables: Effect.map(resolved, ({ variables }) => variables),
    report: Effect.map(resolved, ({ report }) => report)
  })
})

const probe = Effect.fn("LoginEnvironment.probe")(function* (shell: string, seed: LoginVariables.LoginVariables) {
  const executable = yield* Executable.resolve(shell, { root: "/", path: seed.PATH })
  const environment = yield* Effect.fromResult(Environment.make({ values: { ...seed, [marker]: "1" } }))
  const mark = yield* LoginProbe.makeMark
  const { exit, stdout } = yield* Collect.run({
    executable,
    args: LoginProbe.argumentsFor(shell, mark),
    cwd: "/",
    environment,
    stdoutBytes: outputBytes,
    stderrBytes: 0,
    deadline: limit
  })
  if (exit._tag !== "Exited" || exit.code !== 0) return yield* new LoginShellFailed({ exit })
  const told = yield* Effect.fromResult(LoginProbe.parse(new TextDecoder().decode(stdout.bytes), mark))
  return LoginVariables.select(told)
})

// Twice what systems let an environment be, for the sake of what start-up files print before it.
const outputBytes = 4 * 1024 * 1024
