/** Files as this system shows them. */
import { constants } from "node:fs"
import { access, stat } from "node:fs/promises"
import { Effect } from "effect"
import type { FileKind } from "../Executable.ts"

/** Looks at a path; see `ProgramFiles`. */
export const look = (path: string): Effect.Effect<FileKind> => Effect.promise(() => kind(path).catch(() => "missing"))

const kind = async (path: string): Promise<FileKind> => {
  const found = await stat(path)
  const executable = await access(path, constants.X_OK).then(
    () => true,
    () => false
  )
  return executable && found.isFile() ? "executable" : "other"
}
