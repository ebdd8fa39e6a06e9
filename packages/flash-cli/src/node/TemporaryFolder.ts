/** Folders for files that nobody needs afterwards. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Leftovers } from "@lanyard/process/node"
import { Effect, type Scope } from "effect"

/** A folder for temporary files that is removed with its scope, or at the latest with this process. */
export const make = (prefix: string): Effect.Effect<string, never, Scope.Scope> =>
  Effect.gen(function* () {
    const folder = yield* Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), prefix))),
      (path) => Effect.sync(() => remove(path))
    )
    yield* Leftovers.onExit(() => remove(folder))
    return folder
  })

// Windows refuses while a program that is just ending still has a file open; what is left then is the system's to clean.
const remove = (folder: string) => {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  } catch {}
}
