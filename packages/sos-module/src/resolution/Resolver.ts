/**
 * From the path of an import to its module: the exact registration, the strictly read definition and its digest. A definition is
 * read once. Nothing is started, looked up on a PATH or fetched.
 */
import { Cache, Data, Effect, Result } from "effect"
import type { Definition } from "../definition/Definition.ts"
import * as Diagnostic from "../diagnostics/Diagnostic.ts"
import { hint } from "../diagnostics/Nearest.ts"
import type { Registration } from "../project/Listings.ts"
import type { Project } from "../project/Project.ts"
import type { TomlSpans } from "../toml/TomlSpans.ts"
import * as FilePath from "./FilePath.ts"
import { type FileUnreadable, ModuleFiles } from "./ModuleFiles.ts"
import * as ModulePath from "./ModulePath.ts"

/** A module as checkers, runtimes and editors see it. */
export interface Loaded {
  readonly path: string
  /** The file that defines it, absolute. */
  readonly file: string
  readonly definition: Definition
  /** `sha256:` and 64 hexadecimal digits (decision S14). */
  readonly digest: string
  /** Where the parts of the definition stand in the file. */
  readonly spans: TomlSpans
  /** What `${definition_dir}` stands for, absolute. */
  readonly folder: string
  /** Problems that the definition is taken with. */
  readonly warnings: ReadonlyArray<Diagnostic.Diagnostic>
}

/** A path has no module. The message starts with the path in quotes and fits the line of the import. */
export class Unresolved extends Data.TaggedError("Unresolved")<{
  readonly path: string
  readonly reason: "NoPath" | "NotRegistered" | "Unreadable" | "Invalid" | "OtherPath"
  /** The definition that is registered, absolute; `undefined` where none is. */
  readonly file: string | undefined
  readonly message: string
  /** What is wrong with the definition, at its own places. */
  readonly diagnostics: ReadonlyArray<Diagnostic.Diagnostic>
}> {}

/** Finds the modules of one project. */
export interface Resolver {
  /** Loads a registered module; the same answer each time. */
  readonly load: (path: string) => Effect.Effect<Loaded, Unresolved>
  /** Loads every registered module, in the order of registration; one that cannot be loaded spoils no other. */
  readonly all: Effect.Effect<ReadonlyMap<string, Result.Result<Loaded, Unresolved>>>
}

/** Makes the resolver of a project. What it has read it does not read again; a changed file needs another resolver. */
export const make = Effect.fn("Resolver.make")(function* (project: Project) {
  const files = yield* ModuleFiles
  const cache = yield* Cache.make({
    capacity: Math.max(1, project.registrations.size),
    lookup: (registration: Registration) => read(registration).pipe(Effect.provideService(ModuleFiles, files))
  })
  const load = (path: string): Effect.Effect<Loaded, Unresolved> =>
    Effect.flatMap(registered(project, path), (registration) => Cache.get(cache, registration))
  const all = Effect.map(
    Effect.forEach(project.registrations.keys(), (path) =>
      Effect.map(Effect.result(load(path)), (result) => [path, result] as const)
    ),
    (entries) => new Map(entries)
  )
  return { load, all } satisfies Resolver
})

const registered = (project: Project, path: string): Effect.Effect<Registration, Unresolved> => {
  const registration = project.registrations.get(path)
  if (registration !== undefined) return Effect.succeed(registration)
  return Result.match(ModulePath.parse(path), {
    onFailure: (problem) => Effect.fail(unregistered(path, "NoPath", `is no module path: it ${problem}`)),
    onSuccess: () => {
      const guess = hint([path], [...project.registrations.keys()])
      const where = project.file ?? "a sos.toml; there is none"
      const message = `is not registered; expected it in ${where}${guess === undefined ? "" : ` (${guess})`}`
      return Effect.fail(unregistered(path, "NotRegistered", message))
    }
  })
}

const unregistered = (path: string, reason: Unresolved["reason"], problem: string): Unresolved =>
  new Unresolved({ path, reason, file: undefined, message: `${JSON.stringify(path)} ${problem}`, diagnostics: [] })

// What reads definitions is large, and a program without modules loads none of it.
const definitions = Effect.promise(() => import("../definition/DefinitionFile.ts"))

const read = Effect.fnUntraced(function* (registration: Registration) {
  const { path, definition: file } = registration
  const files = yield* ModuleFiles
  const DefinitionFile = yield* definitions
  const bytes = yield* Effect.mapError(files.read(file, DefinitionFile.maxBytes), (failure) =>
    unreadable(registration, failure)
  )
  const parsed = yield* Effect.fromResult(
    Result.mapError(DefinitionFile.read(file, bytes), (diagnostics) => invalid(registration, diagnostics))
  )
  if (parsed.definition.path !== path) return yield* otherPath(registration, parsed)
  return { path, file, ...parsed, folder: FilePath.folderOf(file) } satisfies Loaded
})

const refused = (
  { path, definition: file }: Registration,
  reason: Unresolved["reason"],
  problem: string,
  diagnostics: ReadonlyArray<Diagnostic.Diagnostic>
): Unresolved => new Unresolved({ path, reason, file, message: `${JSON.stringify(path)}: ${problem}`, diagnostics })

const unreadable = (registration: Registration, { file, message }: FileUnreadable): Unresolved =>
  refused(registration, "Unreadable", `${file}: ${message}`, [
    Diagnostic.error(registration.file, registration.range, `${file}: ${message}`)
  ])

const invalid = (registration: Registration, diagnostics: ReadonlyArray<Diagnostic.Diagnostic>): Unresolved => {
  const [first, ...others] = diagnostics.filter(({ severity }) => severity === "error")
  const more = others.length === 0 ? "" : ` (and ${others.length} more)`
  // A refused definition has at least one error.
  return refused(registration, "Invalid", `${first === undefined ? "" : Diagnostic.print(first)}${more}`, diagnostics)
}

const otherPath = (
  registration: Registration,
  { definition, spans }: Pick<Loaded, "definition" | "spans">
): Unresolved => {
  const file = registration.definition
  const place = spans.nearest(["module", "path"])
  const problem = `the definition is that of "${definition.path}"; expected "${registration.path}", as it is registered`
  return refused(registration, "OtherPath", Diagnostic.print(Diagnostic.error(file, place, problem)), [
    Diagnostic.error(file, place, problem, {
      key: "module.path",
      related: [{ file: registration.file, range: registration.range, message: "it is registered here" }]
    })
  ])
}
