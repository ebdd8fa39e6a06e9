/**
 * What a plugin or its install may do, as one specification for every system: paths are canonical, since that is what systems
 * compare, and whatever is not named here is up to the mode.
 */
import { type Child, Executable } from "@lanyard/process"
import { Effect, Option } from "effect"
import { LoginEnvironment } from "../environment/LoginEnvironment.ts"
import * as ProgramLookup from "../environment/ProgramLookup.ts"
import type { PluginSpec } from "../PluginSpec.ts"
import * as Paths from "./Paths.ts"
import type { SandboxMode } from "./SandboxMode.ts"

/** What a program is confined for: its plugin as it asks, or the plugin's install. */
export type Purpose = Extract<SandboxMode, "deny_default" | "network_denied"> | "install"

/** A program that may be run. */
export interface Program {
  /** Where it is named: its folder canonical, its own name as it is. */
  readonly path: string
  /** Where that leads. */
  readonly target: string
}

/** A folder that nobody may read. */
export interface Secret {
  readonly path: string
  readonly isThere: boolean
}

/** The specification. */
export interface Policy {
  readonly purpose: Purpose
  /** The plugin's folder: read and run. */
  readonly root: string
  /** The plugin's data: written as well. */
  readonly dataDir: string
  /** The data of all plugins, a secret but for what is the plugin's own. */
  readonly base: string
  readonly secrets: ReadonlyArray<Secret>
  /** What the plugin is started by, and the tools that it may run. */
  readonly programs: ReadonlyArray<Program>
  /** Whether tools are among them. */
  readonly hasTools: boolean
  /** Folders of other programs. */
  readonly programFolders: ReadonlyArray<string>
  /** Where an install may put temporary files. */
  readonly temporary: ReadonlyArray<string>
  readonly network: boolean
  readonly appleevents: boolean
  readonly signal: boolean
  /** Mach services that may be looked up. */
  readonly mach: ReadonlyArray<string>
}

/** What it takes to know the paths. */
export type Needs = Child.Spawner | Executable.ProgramFiles | LoginEnvironment

/** Finds out what a plugin may do that these programs start. Its data folder is there by now. */
export const make = Effect.fn("Policy.make")(function* (
  spec: PluginSpec,
  purpose: Purpose,
  starters: ReadonlyArray<string>
): Effect.fn.Return<Policy, never, Needs> {
  const { variables } = yield* LoginEnvironment
  const { HOME: home, PATH, TMPDIR } = yield* variables
  const { manifest } = spec
  const [root, dataDir, base] = yield* Effect.all([
    canonical(spec.root),
    canonical(spec.dataDir),
    canonical(Paths.parent(spec.dataDir))
  ])
  const tools = yield* toolsOf(spec, home)
  const programs = yield* Effect.forEach([...starters, ...tools], programOf)
  return {
    purpose,
    root,
    dataDir,
    base,
    secrets: home === undefined ? [] : yield* secretsOf(home),
    programs,
    hasTools: tools.length > 0,
    programFolders: yield* foldersOf([...usualFolders, ...PATH.split(":")]),
    temporary: yield* foldersOf(["/tmp", "/var/tmp", ...temporaryOf(TMPDIR, home)]),
    network: manifest.capabilities.includes("network"),
    appleevents: manifest.sandbox?.appleevents ?? false,
    signal: manifest.sandbox?.signal ?? false,
    mach: manifest.sandbox?.mach ?? []
  }
})

const real = (path: string) => Executable.ProgramFiles.use((files) => files.real(path))

const canonical = (path: string) =>
  Effect.map(
    real(path),
    Option.getOrElse(() => path)
  )

const programOf = Effect.fnUntraced(function* (path: string) {
  const program: Program = {
    path: Paths.join(yield* canonical(Paths.parent(path)), Paths.nameOf(path)),
    target: yield* canonical(path)
  }
  return program
})

/** Those of the manifest, wherever they are by now, and the user's; one that is not found is left out with a warning. */
const toolsOf = Effect.fnUntraced(function* ({ manifest, root, sandbox }: PluginSpec, home: string | undefined) {
  const own = yield* Effect.forEach(manifest.sandbox?.exec ?? [], (program, at) =>
    found(`sandbox.exec[${at}]`, manifest.id, ProgramLookup.resolve(program, root))
  )
  const users = yield* Effect.forEach(sandbox?.execPaths ?? [], (path, at) => {
    const absolute = home === undefined ? path : path.replace(/^~(?=\/)/, () => home)
    return found(`exec_paths[${at}]`, manifest.id, ofUser(absolute))
  })
  return [...own, ...users].flatMap(Option.toArray)
})

const ofUser = (path: string): Effect.Effect<string, unknown, Executable.ProgramFiles> =>
  path.startsWith("/")
    ? Effect.as(Executable.resolve(path, { root: "/", path: undefined }), path)
    : Effect.fail("not absolute")

const found = <E, R>(place: string, plugin: string, program: Effect.Effect<string, E, R>) =>
  Effect.option(program).pipe(
    Effect.tap((one) =>
      Option.isSome(one)
        ? Effect.void
        : Effect.logWarning(`${place} names no program that can be found; it is left out of the sandbox`).pipe(
            Effect.annotateLogs({ source: `plugin:${plugin}` })
          )
    )
  )

const secretsOf = Effect.fnUntraced(function* (home: string) {
  const base = yield* canonical(home)
  return yield* Effect.forEach(secretFolders, (name) => {
    const path = Paths.join(base, name)
    return Effect.map(
      folder(path),
      (there): Secret => ({ path: Option.getOrElse(there, () => path), isThere: Option.isSome(there) })
    )
  })
})

// Keys for other machines, and the keychains of macOS, GNOME and KDE.
const secretFolders = [
  ".ssh",
  ".aws",
  ".config/gh",
  "Library/Keychains",
  ".local/share/keyrings",
  ".local/share/kwalletd"
]

const usualFolders = [
  "/bin",
  "/sbin",
  "/usr/bin",
  "/usr/sbin",
  "/usr/games",
  "/usr/libexec",
  "/usr/local/bin",
  "/usr/local/sbin",
  "/usr/local/games",
  "/snap/bin"
]

/** The user's own folder for temporary files, unless it holds the home. */
const temporaryOf = (path: string | undefined, home = "/") =>
  path === undefined || Paths.isWithin(home, path) ? [] : [path]

// What is not a folder has nothing below it, itself neither.
const folder = (path: string) => real(Paths.join(path, "."))

const foldersOf = (paths: ReadonlyArray<string>) =>
  Effect.forEach(
    paths.filter((path) => path.startsWith("/")),
    folder
  ).pipe(Effect.map((found) => [...new Set(found.flatMap(Option.toArray))]))
