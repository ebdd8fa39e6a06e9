/**
 * The net under the scopes: what they own and would leave behind if this process ended without closing them, as at a second
 * signal or an uncaught error. Node runs `exit` listeners in both cases, and nothing can run after SIGKILL.
 */
import { Effect, Layer, type Scope } from "effect"
import { type ProcessGroup, Spawner } from "../Child.ts"

/** Runs something when this process ends, at the latest; the scope's end takes that back. It must not wait for anything. */
export const onExit = (run: () => void): Effect.Effect<void, never, Scope.Scope> =>
  Effect.asVoid(
    Effect.acquireRelease(
      Effect.sync(() => process.on("exit", run)),
      () => Effect.sync(() => process.off("exit", run))
    )
  )

/** A spawner whose children's groups are killed when this process ends before their owners have stopped them. */
export const guard: Layer.Layer<Spawner, never, Spawner> = Layer.effect(
  Spawner,
  Effect.gen(function* () {
    const spawner = yield* Spawner
    let groups: ReadonlyArray<ProcessGroup> = []
    yield* onExit(() => {
      for (const group of groups) if (group.alive()) group.signal("SIGKILL")
    })
    return Spawner.of({
      start: (spec) =>
        Effect.tap(spawner.start(spec), ({ group }) =>
          Effect.sync(() => {
            groups = [...groups.filter(({ alive }) => alive()), group]
          })
        )
    })
  })
)
