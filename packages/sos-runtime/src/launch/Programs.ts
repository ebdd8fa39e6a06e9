/**
 * Finds the file of a module's program: a bare name on the PATH of the run, a path inside the folder where it will run, or an
 * absolute path that the policy lists (decision S11). Nothing stands in for a program that is not there.
 */
import { Executable } from "@lanyard/process"
import { type Definition, Policy } from "@lanyard/sos-module"
import { Effect } from "effect"
import { Fault } from "../Fault.ts"
import { RunHost } from "../RunHost.ts"
import { pathOf } from "./ChildEnvironment.ts"

/** Who wants a program, and from where. */
export interface Wanted {
  readonly definition: Pick<Definition.Definition, "path" | "runtime" | "distribution">
  /** As the definition writes it. */
  readonly program: string
  /** The folder where it will run. */
  readonly folder: string
  readonly grant: Policy.Grant
}

/** Returns the absolute path of the program, or says which module misses what. */
export const locate = Effect.fnUntraced(function* (wanted: Wanted) {
  const { definition, folder, grant, program } = wanted
  const { variables } = yield* RunHost
  const rules = yield* Executable.CurrentPathRules
  if (rules.isAbsolute(program)) {
    yield* Effect.mapError(
      Effect.fromResult(Policy.authoriseProgram(definition, program, grant)),
      ({ message }) => new Fault({ phase: "authorize", message })
    )
  }
  return yield* Effect.mapError(Executable.resolve(program, { root: folder, path: pathOf(variables) }), (failure) =>
    failure._tag === "ExecutableNotFound"
      ? new Fault({ phase: "start", message: missing(wanted) })
      : new Fault({
          phase: "start",
          message: `${subject(definition)} cannot run ${program}; it is no program that this user may start`
        })
  )
})

/** Whether a program is what a runtime is required for: `python3.11` runs what needs `python`. */
export const isRuntime = (runtime: string, program: string): boolean =>
  (program.split(/[\\/]/).at(-1) ?? program).startsWith(runtime)

/** A runtime as people write its name. */
export const displayName = (runtime: string): string => names.get(runtime) ?? runtime

/** How a message about a module begins. */
export const subject = ({ path }: { readonly path: string }): string => `module ${path}`

/** Where to get what an external module needs, as the end of a message; empty when the definition does not say. */
export const documentation = ({ distribution }: Pick<Definition.Definition, "distribution">): string =>
  distribution.mode === "external" && distribution.installDocumentation !== undefined
    ? `; see ${distribution.installDocumentation}`
    : ""

const missing = ({ definition, program }: Wanted): string => {
  const required = [...definition.runtime.requires].find(([runtime]) => isRuntime(runtime, program))
  const what = required === undefined ? program : `${displayName(required[0])} ${required[1].text}`
  return `${subject(definition)} requires ${what}; ${program} was not found${documentation(definition)}`
}

const names: ReadonlyMap<string, string> = new Map([
  ["python", "Python"],
  ["node", "Node.js"],
  ["go", "Go"],
  ["rust", "Rust"],
  ["ruby", "Ruby"],
  ["java", "Java"],
  ["deno", "Deno"],
  ["bun", "Bun"],
  ["git", "Git"]
])
