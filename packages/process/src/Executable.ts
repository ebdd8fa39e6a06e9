/**
 * Finds the file of a program before it is started: an absolute path, a path relative to a root, or a bare name on a
 * given PATH. The current directory is never searched, and no system call decides by itself where to look.
 */
import { Context, Effect, Option } from "effect"
import type { ChildExit } from "./Child.ts"
import { ExecutableNotFound, ExecutableNotPermitted } from "./ProcessError.ts"

/**
 * What stands at a path. Only a regular file that this user may execute can be started, and without `#!` no text is: that
 * would take a shell.
 */
export type FileKind = "executable" | "other" | "missing"

/** Looks at files. The node layer asks the real system. */
export class ProgramFiles extends Context.Service<
  ProgramFiles,
  {
    /** Says what stands at a path, links followed; what cannot be looked at is missing. */
    readonly look: (path: string) => Effect.Effect<FileKind>
    /** Says where a path leads once every link in it is followed; none when that cannot be found out. */
    readonly real: (path: string) => Effect.Effect<Option.Option<string>>
  }
>()("@lanyard/process/ProgramFiles") {}

/** How a system writes paths. */
export interface PathRules {
  readonly isAbsolute: (path: string) => boolean
  /** Stands between the segments of a path. */
  readonly separator: RegExp
  /** Stands between the entries of PATH. */
  readonly delimiter: string
  /** Put behind a bare name in this order; the empty one stands for the name as it is. */
  readonly suffixes: ReadonlyArray<string>
}

/** POSIX systems. */
export const posix: PathRules = {
  isAbsolute: (path) => path.startsWith("/"),
  separator: /\//,
  delimiter: ":",
  suffixes: [""]
}

/** Windows, which tells programs by their suffix; it starts scripts only through a shell, so they are not found. */
export const windows: PathRules = {
  isAbsolute: (path) => /^([a-z]:[\\/]|[\\/]{2})/i.test(path),
  separator: /[\\/]/,
  delimiter: ";",
  suffixes: [".com", ".exe", ""]
}

/** The rules of the system at hand; POSIX unless the node layer found another one. */
export const CurrentPathRules = Context.Reference<PathRules>("@lanyard/process/PathRules", {
  defaultValue: () => posix
})

/** Where to look. */
export interface Places {
  /** The absolute directory to which paths with a separator are relative; they cannot leave it. */
  readonly root: string
  /** The value of PATH at the moment of choice; without it bare names are found nowhere. */
  readonly path: string | undefined
}

/** Why a program's file cannot be used. */
export type ExecutableFailure = ExecutableNotFound | ExecutableNotPermitted

/**
 * Finds a program's absolute path. A relative path that leads out of the root, lexically, is not permitted, whether or
 * not there is such a file; links are followed where they lead, see `confine`.
 */
export const resolve = Effect.fnUntraced(function* (executable: string, places: Places) {
  const rules = yield* CurrentPathRules
  if (rules.isAbsolute(executable)) return yield* first(executable, [executable])
  const segments = executable.split(rules.separator)
  if (segments.length === 1) return yield* first(executable, candidates(rules, executable, places.path ?? ""))
  const inside = within(segments)
  return inside === undefined
    ? yield* new ExecutableNotPermitted({ executable })
    : yield* first(executable, [join(places.root, ...inside)])
})

/** Passes a path on if it leads to somewhere below the root with every link followed, those of the root's own path too. */
export const confine = Effect.fnUntraced(function* (path: string, root: string) {
  const files = yield* ProgramFiles
  const { separator } = yield* CurrentPathRules
  const led = Option.all([yield* files.real(path), yield* files.real(root)])
  const isInside = ([file, folder]: readonly [string, string]) => {
    const outer = folder.split(separator).filter((segment) => segment !== "")
    const inner = file.split(separator).filter((segment) => segment !== "")
    return inner.length > outer.length && outer.every((segment, at) => segment === inner[at])
  }
  return Option.exists(led, isInside) ? path : yield* new ExecutableNotPermitted({ executable: path })
})

/**
 * Takes the answer of a program that was asked where another one is: it counts only with status 0 and as one line that
 * is the absolute path of an executable file. Anything else, such as a warning, means that `executable` was not found.
 */
export const reported = Effect.fnUntraced(function* (
  executable: string,
  answer: { readonly exit: ChildExit; readonly stdout: string }
) {
  const rules = yield* CurrentPathRules
  const path = answer.stdout.replace(/\r?\n$/, "")
  const succeeded = answer.exit._tag === "Exited" && answer.exit.code === 0
  return succeeded && !path.includes("\n") && rules.isAbsolute(path)
    ? yield* first(executable, [path])
    : yield* new ExecutableNotFound({ executable })
})

// What exists and cannot be started is told only when nothing else was found, as `execvp` does.
const first = Effect.fnUntraced(function* (executable: string, paths: ReadonlyArray<string>) {
  const files = yield* ProgramFiles
  let refused = false
  for (const path of paths) {
    const kind = yield* files.look(path)
    if (kind === "executable") return path
    refused ||= kind === "other"
  }
  return refused ? yield* new ExecutableNotPermitted({ executable }) : yield* new ExecutableNotFound({ executable })
})

// An empty entry stands for the current directory, and a relative one depends on it.
const candidates = (rules: PathRules, name: string, path: string): ReadonlyArray<string> =>
  ["", ".", ".."].includes(name)
    ? []
    : path
        .split(rules.delimiter)
        .filter(rules.isAbsolute)
        .flatMap((directory) => rules.suffixes.map((suffix) => join(directory, name + suffix)))

// Every system takes the slash.
const join = (directory: string, ...segments: ReadonlyArray<string>) =>
  [directory.replace(/\/+$/, ""), ...segments].join("/")

// The segments without dots; undefined when at any point they lead out of where they began.
const within = (segments: ReadonlyArray<string>): ReadonlyArray<string> | undefined => {
  const inside: Array<string> = []
  for (const segment of segments) {
    if (segment === "" || segment === ".") continue
    if (segment !== "..") inside.push(segment)
    else if (inside.pop() === undefined) return undefined
  }
  return inside
}
