/**
 * The net under the scopes: what they own and would leave behind if this process ended without closing them, as at a second
 * signal or an uncaught error. Node runs `exit` listeners in both cases, and nothing can run after SIGKILL.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Child } from "@lanyard/process"
import { Effect, Layer, type Scope } from "effect"

const onExit = (run: () => void): Effect.Effect<void, never, Scope.Scope> =>
  Effect.asVoid(
    Effect.acquireRelease(
      Effect.sync(() => process.on("exit", run)),
      () => Effect.sync(() => process.off("exit", run))
    )
  )

/** A spawner whose children's groups are killed when this process ends before their owners have stopped them. */
export const guard: Layer.Layer<Child.Spawner, never, Child.Spawner> = Layer.effect(
  Child.Spawner,
  Effect.gen(function* () {
    const spawner = yield* Child.Spawner
    let groups: ReadonlyArray<Child.ProcessGroup> = []
    yield* onExit(() => {
      for (const group of groups) if (group.alive()) group.signal("SIGKILL")
    })
    return Child.Spawner.of({
      start: (spec) =>
        Effect.tap(spawner.start(spec), ({ group }) =>
          Effect.sync(() => {
            groups = [...groups.filter(({ alive }) => alive()), group]
          })
        )
    })
  })
)

/** A folder for temporary files that is removed with its scope, or at the latest with this process. */
export const temporaryFolder = (prefix: string): Effect.Effect<string, never, Scope.Scope> =>
  Effect.gen(function* () {
    const folder = yield* Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), prefix))),
      (path) => Effect.sync(() => remove(path))
    )
    yield* onExit(() => remove(folder))
    return folder
  })

// Windows refuses while a program that is just ending still has a file open; what is left then is the system's to clean.
const remove = (folder: string) => {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  } catch {}
}
