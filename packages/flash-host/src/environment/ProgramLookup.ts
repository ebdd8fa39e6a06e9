/**
 * Finds the program of a plugin: an absolute path as it is, one with a slash below the plugin's folder, and a bare name
 * through `mise` and then along the PATH of the login environment.
 */
import { type Child, Collect, Environment, Executable } from "@lanyard/process"
import { Effect } from "effect"
import { LoginEnvironment } from "./LoginEnvironment.ts"
import type { LoginVariables } from "./LoginVariables.ts"

/** How long mise may take to say where a program is, in milliseconds. */
export const miseLimit = 10_000

/**
 * Finds the absolute path of a plugin's program; `root` is the plugin's folder, which a relative path cannot leave, be it by
 * dots or by links (B141).
 */
export const resolve = Effect.fn("ProgramLookup.resolve")(function* (
  program: string,
  root: string
): Effect.fn.Return<string, Executable.ExecutableFailure, LoginEnvironment | Child.Spawner | Executable.ProgramFiles> {
  const { variables } = yield* LoginEnvironment
  const login = yield* variables
  const rules = yield* Executable.CurrentPathRules
  const along = Executable.resolve(program, { root, path: login.PATH })
  if (rules.isAbsolute(program)) return yield* along
  if (rules.separator.test(program)) return yield* Executable.confine(yield* along, root)
  // Whatever keeps mise from answering: what the user's own PATH has is the next best.
  return yield* Effect.catch(throughMise(program, root, login), () => along)
})

// In the plugin's folder and with its variables, for both decide which version of a program is meant.
const throughMise = Effect.fnUntraced(function* (program: string, root: string, login: LoginVariables) {
  const mise = yield* findMise(root, login)
  const { exit, stdout } = yield* Collect.run({
    executable: mise,
    args: ["which", program],
    cwd: root,
    environment: yield* Effect.fromResult(Environment.make({ values: login })),
    stdoutBytes: answerBytes,
    stderrBytes: 0,
    deadline: miseLimit
  })
  return yield* Executable.reported(program, { exit, stdout: new TextDecoder().decode(stdout.bytes) })
}, Effect.scoped)

// Where its installers put it; the login PATH may lack all three.
const findMise = Effect.fnUntraced(function* (root: string, { HOME }: LoginVariables) {
  const { delimiter } = yield* Executable.CurrentPathRules
  const home = HOME === undefined ? [] : [`${HOME}/.local/bin`]
  return yield* Executable.resolve("mise", {
    root,
    path: [...home, "/opt/homebrew/bin", "/usr/local/bin"].join(delimiter)
  })
})

// More than any path.
const answerBytes = 64 * 1024
