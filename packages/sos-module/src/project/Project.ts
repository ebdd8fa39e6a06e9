/**
 * The modules that a program can import from outside, by their exact paths. Nothing takes precedence: what is registered twice is
 * an error that shows both places.
 */
import { Result } from "effect"
import * as Diagnostic from "../diagnostics/Diagnostic.ts"
import { conflict, type Library, type Registration } from "./Listings.ts"
import type { ProjectFile } from "./ProjectFile.ts"

export type { Library, Registration } from "./Listings.ts"

/** What a project registers, together with the user's own file. */
export interface Project {
  /** The project's `sos.toml`, absolute; `undefined` where there is none. */
  readonly file: string | undefined
  /** The identity of the project's own packages. */
  readonly modulePath: string | undefined
  /** In the order of registration, the user's own first. */
  readonly registrations: ReadonlyMap<string, Registration>
  /** What every program of the project imports; the project's own list stands for that of the user. */
  readonly libraries: ReadonlyArray<Library>
}

/** A project without anything. */
export const empty: Project = { file: undefined, modulePath: undefined, registrations: new Map(), libraries: [] }

/**
 * Puts the user's own file and that of a project together. One path may be registered in both if both name one file; `real` says
 * which file a path leads to, and takes paths as they are unless the disk is asked.
 */
export const make = (
  files: { readonly global: ProjectFile | undefined; readonly project: ProjectFile | undefined },
  real: (file: string) => string = (file) => file
): Result.Result<Project, ReadonlyArray<Diagnostic.Diagnostic>> => {
  const { global, project } = files
  const registrations = new Map<string, Registration>()
  const problems: Array<Diagnostic.Diagnostic> = []
  for (const registration of [...(global?.registrations ?? []), ...(project?.registrations ?? [])]) {
    const first = registrations.get(registration.path)
    if (first !== undefined && real(first.definition) !== real(registration.definition)) {
      problems.push(conflict(registration, first))
    } else if (registration.path === project?.modulePath) problems.push(ownPath(registration))
    else registrations.set(registration.path, registration)
  }
  return problems.length > 0
    ? Result.fail(Diagnostic.sort(problems))
    : Result.succeed({
        file: project?.file,
        modulePath: project?.modulePath,
        registrations,
        libraries: project?.libraries ?? global?.libraries ?? []
      })
}

const ownPath = ({ file, range, path }: Registration): Diagnostic.Diagnostic =>
  Diagnostic.error(file, range, `"${path}" is the path of the project itself; expected another one`)
