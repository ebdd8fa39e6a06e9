/** Files as this system shows them. */
import { closeSync, constants, openSync, readSync } from "node:fs"
import { access, realpath, stat } from "node:fs/promises"
import { Effect, Option } from "effect"
import type { FileKind } from "../Executable.ts"

/**
 * Whether the kernel has no way to start a file, in which case `execvp` hands it to /bin/sh: it is neither ELF nor Mach-O
 * and names no interpreter. False for what cannot be read.
 */
export const needsShell = (path: string): boolean => {
  const head = Buffer.alloc(4)
  // Node throws what the system answers, and the start itself will say it better.
  try {
    // Without waiting for somebody at the other end, should the file be a pipe.
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      readSync(descriptor, head)
    } finally {
      closeSync(descriptor)
    }
  } catch {
    return false
  }
  return !programs.test(head.toString("hex"))
}

// #!, ELF, and Mach-O of either width and byte order, alone or in a universal file.
const programs = /^(2321|7f454c46|feedfac[ef]|c[ef]faedfe|cafebab[ef])/

/** Looks at paths, see `ProgramFiles`; a file that `isRefused` is no executable. */
export const look =
  (isRefused: (path: string) => boolean) =>
  (path: string): Effect.Effect<FileKind> =>
    Effect.promise(() =>
      Promise.all([stat(path), isPermitted(path)]).then(
        ([found, permitted]): FileKind => (permitted && found.isFile() && !isRefused(path) ? "executable" : "other"),
        (): FileKind => "missing"
      )
    )

const isPermitted = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false
  )

/** Follows every link in a path, see `ProgramFiles`. */
export const real = (path: string): Effect.Effect<Option.Option<string>> =>
  Effect.promise(() => realpath(path).then(Option.some, () => Option.none()))
