/**
 * Runs the `git` of the user's PATH for the host alone: nobody's configuration, credentials, hooks or templates have a part in
 * it, it asks nobody anything, and what it writes is not read.
 */
import { type Child, Collect, Environment, Executable } from "@lanyard/process"
import { Effect } from "effect"
import { LoginEnvironment } from "../environment/LoginEnvironment.ts"
import { HostProcess } from "../HostProcess.ts"
import type { Obstacle } from "./Materializer.ts"

/** What git is run with. */
export type Needs = Child.Spawner | Executable.ProgramFiles | HostProcess | LoginEnvironment

/** How long one call may take. */
export const limit = "60 seconds"

/** Git, found. */
export interface Git {
  /**
   * Runs one call in a folder; another status than 0 is `otherwise`. Settles when its process group is gone, also when it is
   * interrupted.
   */
  readonly call: (
    folder: string,
    args: ReadonlyArray<string>,
    otherwise: Obstacle
  ) => Effect.Effect<void, Obstacle, Child.Spawner>
}

/** Finds git; it will fetch by one protocol alone. */
export const find = Effect.fn("Git.find")(function* (
  protocol: string
): Effect.fn.Return<Git, Obstacle, Exclude<Needs, Child.Spawner>> {
  const login = yield* (yield* LoginEnvironment).variables
  const { environment: source } = yield* HostProcess
  const executable = yield* Effect.mapError(
    Executable.resolve("git", { root: "/", path: login.PATH }),
    (): Obstacle => "there is no git on the PATH"
  )
  const environment = yield* Effect.mapError(
    Effect.fromResult(Environment.make({ source, allow: network, values: { PATH: login.PATH, ...alone(protocol) } })),
    (): Obstacle => "git could not be started"
  )

  return {
    call: (folder, args, otherwise) =>
      Collect.run({
        executable,
        args: [...settings, ...args],
        cwd: folder,
        environment,
        stdoutBytes: 0,
        stderrBytes: 0,
        deadline: limit
      }).pipe(
        Effect.scoped,
        Effect.mapError(
          ({ _tag }): Obstacle => (_tag === "CommandOverdue" ? "git took too long" : "git could not be started")
        ),
        Effect.flatMap(({ exit }) => (exit._tag === "Exited" && exit.code === 0 ? Effect.void : Effect.fail(otherwise)))
      )
  }
})

// How this machine reaches the network; a credential for anything but a proxy is in none of them.
const network: ReadonlyArray<string> = [
  "ALL_PROXY",
  "HTTPS_PROXY",
  "NO_PROXY",
  "SSL_CERT_DIR",
  "SSL_CERT_FILE",
  "TMPDIR",
  "all_proxy",
  "https_proxy",
  "no_proxy"
]

// Git fetches what a checkout lacks, as the checkout's own configuration says. It sends what it finds in the `.netrc` of the home,
// and without a HOME it asks the system for one.
const alone = (protocol: string) => ({
  GIT_ALLOW_PROTOCOL: protocol,
  GIT_ASKPASS: "",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_NO_LAZY_FETCH: "1",
  GIT_TERMINAL_PROMPT: "0",
  HOME: "/dev/null",
  LC_ALL: "C"
})

// An empty helper takes those away that were named before it. Housekeeping would go on behind the call.
const settings: ReadonlyArray<string> = [
  "credential.helper=",
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "init.defaultObjectFormat=sha1",
  "init.defaultRefFormat=files",
  "gc.auto=0",
  "maintenance.auto=false"
].flatMap((setting) => ["-c", setting])
