/**
 * Finds and reads the settings that hold for a program. Modules are registered where the program is, and access is granted
 * where it is run: a program from elsewhere brings its modules along and no rights. Reading starts nothing.
 */
import { Data, Effect, Option, Result } from "effect"
import * as Diagnostic from "../diagnostics/Diagnostic.ts"
import * as FilePath from "../resolution/FilePath.ts"
import { type FileUnreadable, ModuleFiles } from "../resolution/ModuleFiles.ts"
import * as EffectiveSettings from "./EffectiveSettings.ts"
import * as Frontmatter from "./Frontmatter.ts"
import { maxBytes } from "./Listings.ts"
import * as Project from "./Project.ts"
import type * as ProjectFile from "./ProjectFile.ts"

/** Settings that cannot be used, and why. */
export class ProjectRefused extends Data.TaggedError("ProjectRefused")<{
  readonly diagnostics: ReadonlyArray<Diagnostic.Diagnostic>
}> {}

/** Where to look; all paths are absolute. */
export interface Places {
  /** The folder of the program, or of whatever else asks for modules. */
  readonly folder: string
  /** The folder that the program is run in. */
  readonly workspace: string
  /** The user's own settings (`ConfigFolder.file`), which need not exist. */
  readonly config: string
  /** The frontmatter of the program. */
  readonly script?: ProjectFile.ProjectFile | undefined
}

/** What was found. */
export interface Opened {
  readonly project: Project.Project
  readonly settings: EffectiveSettings.EffectiveSettings
}

/** The name of a project's file. */
export const fileName = "sos.toml"

/**
 * Opens the settings for a program. A file that cannot be read refuses all, and a file that there is not, or that nobody can see,
 * says nothing.
 */
export const open = Effect.fn("ProjectLoader.open")(function* ({ folder, workspace, config, script }: Places) {
  const files = yield* ModuleFiles
  const global = yield* readIfThere("global", config)
  const project = yield* nearest(folder)
  const policy = workspace === folder ? project : yield* nearest(workspace)
  const definitions = [global, project].flatMap((file) => file?.registrations ?? [])
  const real = new Map<string, string>()
  for (const { definition } of definitions) real.set(definition, yield* files.real(definition))
  return {
    project: yield* refuse(Project.make({ global, project }, (file) => real.get(file) ?? file)),
    settings: EffectiveSettings.make([global, policy, script].filter((file) => file !== undefined))
  } satisfies Opened
})

/** Reads the file of the nearest folder that has one, going up from where links lead; farther ones do not count. */
export const nearest = Effect.fnUntraced(function* (folder: string) {
  const files = yield* ModuleFiles
  for (const each of FilePath.upwards(yield* files.real(folder))) {
    const found = yield* readIfThere("project", FilePath.resolve(each, fileName))
    if (found !== undefined) return found
  }
  return undefined
})

/** Reads the frontmatter of a script, which most have not. */
export const readScript = (
  file: string,
  script: string
): Effect.Effect<ProjectFile.ProjectFile | undefined, ProjectRefused> =>
  Frontmatter.find(script) === undefined
    ? Effect.undefined
    : Effect.flatMap(reader, (files) => refuse(files.readScript(file, script)))

const readIfThere = Effect.fnUntraced(function* (origin: "global" | "project", file: string) {
  const files = yield* ModuleFiles
  const bytes = yield* files.read(file, maxBytes).pipe(
    Effect.asSome,
    Effect.catchIf(
      ({ reason }) => reason === "Missing" || reason === "Hidden",
      () => Effect.succeedNone
    ),
    Effect.mapError(unreadable)
  )
  if (Option.isNone(bytes)) return undefined
  const { read } = yield* reader
  return yield* refuse(read(origin, file, bytes.value))
})

// What reads settings is large, and a program without any loads none of it.
const reader = Effect.promise(() => import("./ProjectFile.ts"))

const refuse = <A>(result: Result.Result<A, ReadonlyArray<Diagnostic.Diagnostic>>): Effect.Effect<A, ProjectRefused> =>
  Effect.fromResult(Result.mapError(result, (diagnostics) => new ProjectRefused({ diagnostics })))

const unreadable = ({ file, message }: FileUnreadable): ProjectRefused =>
  new ProjectRefused({ diagnostics: [Diagnostic.error(file, Diagnostic.fileStart, message)] })
