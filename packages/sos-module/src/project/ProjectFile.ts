/**
 * Reads one file of settings: the user's `config.toml`, the `sos.toml` of a project, or the frontmatter of a script. A file is
 * taken whole or refused with all that is wrong with it.
 */
import { Result } from "effect"
import * as Diagnostic from "../diagnostics/Diagnostic.ts"
import type { Limits } from "../policy/Policy.ts"
import * as FilePath from "../resolution/FilePath.ts"
import * as Toml from "../toml/Toml.ts"
import * as TomlShape from "../toml/TomlShape.ts"
import * as Frontmatter from "./Frontmatter.ts"
import { conflict, type Library, maxBytes, nameOf, type Registration, sameName } from "./Listings.ts"
import * as Shape from "./ProjectShape.ts"

/** The layers of settings, lowest first. */
export const origins = ["global", "project", "script"] as const
export type Origin = (typeof origins)[number]

/** What one file says. */
export interface ProjectFile {
  readonly origin: Origin
  /** Absolute. */
  readonly file: string
  /** The identity of the project's own packages. */
  readonly modulePath: string | undefined
  readonly registrations: ReadonlyArray<Registration>
  /** `undefined` where the file does not speak of them. */
  readonly libraries: ReadonlyArray<Library> | undefined
  readonly policy: Limits
  readonly settings: Omit<Shape.File, "version" | "module" | "external" | "language">
}

/** Reads the bytes of a `config.toml` or a `sos.toml`, whose path is absolute. */
export const read = (
  origin: "global" | "project",
  file: string,
  bytes: Uint8Array
): Result.Result<ProjectFile, ReadonlyArray<Diagnostic.Diagnostic>> =>
  Result.flatMap(Toml.readBytes(file, bytes, { maxBytes }), (document) => take(origin, file, document))

/** Reads a text, such as the one in an editor. */
export const readText = (
  origin: "global" | "project",
  file: string,
  text: string
): Result.Result<ProjectFile, ReadonlyArray<Diagnostic.Diagnostic>> =>
  Result.flatMap(Toml.read(file, text, { maxBytes }), (document) => take(origin, file, document))

/**
 * Reads the frontmatter of a script; none says nothing. It may not have tables of a project, not even empty ones, since it
 * can only narrow what its project grants.
 */
export const readScript = (
  file: string,
  script: string
): Result.Result<ProjectFile | undefined, ReadonlyArray<Diagnostic.Diagnostic>> => {
  const frontmatter = Frontmatter.find(script)
  if (frontmatter === undefined) return Result.succeed(undefined)
  if (!frontmatter.closed) {
    return Result.fail([
      Diagnostic.error(file, Diagnostic.fileStart, "the frontmatter does not end; expected a second line +++")
    ])
  }
  return Result.flatMap(Toml.read(file, frontmatter.toml, { maxBytes }), (document) => take("script", file, document))
}

const decodeFile = TomlShape.decoder(Shape.File)
const decodeScript = TomlShape.decoder(Shape.Script)
const isForeign = ({ key }: Diagnostic.Diagnostic) => Shape.tablesOfProjects.some((table) => table === key)

const decode = (origin: Origin, file: string, document: Toml.Document): ReturnType<typeof decodeFile> =>
  origin === "script"
    ? // Where those tables belong is told already.
      Result.mapError(decodeScript(file, document), (problems) => problems.filter((one) => !isForeign(one)))
    : decodeFile(file, document)

const take = (
  origin: Origin,
  file: string,
  document: Toml.Document
): Result.Result<ProjectFile, ReadonlyArray<Diagnostic.Diagnostic>> => {
  const registrations = registrationsOf(file, document)
  const joint = [
    ...(origin === "script" ? foreignTables(file, document) : []),
    ...repeats(registrations, ({ path }) => path, conflict)
  ]
  return Result.match(decode(origin, file, document), {
    onFailure: (problems) => Result.fail(Diagnostic.sort([...joint, ...problems])),
    onSuccess: ({ version: _, module, external, language, ...settings }) => {
      const libraries = language?.libraries?.map(({ path, as: alias }, index) => ({
        path,
        alias,
        file,
        range: document.spans.nearest(["language", "libraries", index, "path"])
      }))
      const problems = [...joint, ...repeats(libraries ?? [], nameOf, sameName)]
      const modulePath = module?.path
      return problems.length > 0
        ? Result.fail(Diagnostic.sort(problems))
        : Result.succeed({ origin, file, modulePath, registrations, libraries, policy: external ?? {}, settings })
    }
  })
}

/** Lists the whole registrations of a document that may be broken elsewhere. */
const registrationsOf = (file: string, { value, spans }: Toml.Document): ReadonlyArray<Registration> => {
  const external = Toml.isTable(value.module) ? value.module.external : undefined
  return (Array.isArray(external) ? external : []).flatMap((entry: unknown, index) =>
    Toml.isTable(entry) && typeof entry.path === "string" && typeof entry.definition === "string"
      ? [
          {
            path: entry.path,
            definition: FilePath.resolve(FilePath.folderOf(file), entry.definition),
            file,
            range: spans.nearest(["module", "external", index, "path"])
          }
        ]
      : []
  )
}

const foreignTables = (file: string, { value, spans }: Toml.Document): ReadonlyArray<Diagnostic.Diagnostic> =>
  Shape.tablesOfProjects
    .filter((table) => Object.hasOwn(value, table))
    .map((table) =>
      Diagnostic.error(
        file,
        spans.key([table]) ?? Diagnostic.fileStart,
        `${table} stands in a script; expected it in sos.toml alone`,
        { key: table }
      )
    )

const repeats = <A>(
  listed: ReadonlyArray<A>,
  name: (one: A) => string,
  told: (later: A, first: A) => Diagnostic.Diagnostic
): ReadonlyArray<Diagnostic.Diagnostic> => {
  const seen = new Map<string, A>()
  return listed.flatMap((one) => {
    const first = seen.get(name(one))
    if (first !== undefined) return [told(one, first)]
    seen.set(name(one), one)
    return []
  })
}
