/**
 * Where a program runs: the workspace, the folder of the definition, or a folder that a caller named. The last has to be
 * the workspace or lie inside it, once links are resolved on both sides, unless the policy grants any folder.
 */
import { Executable } from "@lanyard/process"
import type { Definition, Value } from "@lanyard/sos-module"
import { Effect, Option } from "effect"
import { Fault } from "../Fault.ts"
import { RunHost } from "../RunHost.ts"
import { Folders } from "./Folders.ts"

/** Finds the folder that a definition names; it is looked at when the program starts. */
export const fixed = (place: Definition.Place, definitionFolder: string) =>
  place === "workspace" ? Effect.map(RunHost, ({ workspace }) => workspace) : Effect.succeed(definitionFolder)

/**
 * Finds the folder that was given for a parameter, relative to the workspace. `anywhere` is what the policy grants, never
 * what the definition asks for.
 */
export const given = Effect.fnUntraced(function* (parameter: string, path: Value | undefined, anywhere: boolean) {
  const { workspace } = yield* RunHost
  const folders = yield* Folders
  const rules = yield* Executable.CurrentPathRules
  const refuse = (message: string) => new Fault({ phase: "validate", message: `${parameter} ${message}` })
  if (typeof path !== "string") return yield* refuse("names no folder")
  const found = yield* folders.look(rules.isAbsolute(path) ? path : `${workspace}/${path}`)
  if (Option.isNone(found)) return yield* refuse("names a folder that does not exist")
  const root = Option.match(yield* folders.look(workspace), { onNone: () => workspace, onSome: (seen) => seen.path })
  if (!anywhere && !isWithin(root, found.value.path, rules))
    return yield* refuse("names a folder outside the workspace")
  if (!found.value.isFolder) return yield* refuse("names a file where a folder is needed")
  return found.value.path
})

/** Whether a resolved path is a resolved folder or lies inside it; both are compared by whole segments. */
const isWithin = (folder: string, path: string, { separator }: Executable.PathRules): boolean => {
  const inside = path.split(separator)
  return folder
    .split(separator)
    .filter((segment, at) => at === 0 || segment !== "")
    .every((segment, at) => segment === inside[at])
}
