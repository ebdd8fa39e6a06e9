/** Looks at real folders. */
import type { Stats } from "node:fs"
import { realpath, stat } from "node:fs/promises"
import { Effect, Layer } from "effect"
import { Folders, type Found } from "../launch/Folders.ts"

/** Follows links with the system's own resolution. */
export const layer: Layer.Layer<Folders> = Layer.succeed(Folders, {
  look: (path) =>
    Effect.tryPromise(() => realpath(path)).pipe(
      Effect.flatMap((real) =>
        Effect.map(
          Effect.tryPromise(() => stat(real)),
          (seen) => found(real, seen)
        )
      ),
      Effect.option
    )
})

const found = (path: string, seen: Stats): Found => ({ path, isFolder: seen.isDirectory() })
