/** The folders of plugins that are watched, one watch each. */
import { Deferred, Effect, FiberMap, type Scope, Stream } from "effect"
import { FolderWatch } from "../watch/FolderWatch.ts"

/** What is told of watched folders. */
export interface Listener {
  /** Files of the folder changed and are at rest. */
  readonly changed: (folder: string) => void
  /** The system does not watch the folder, which is looked at every now and then; `code` is the system's reason. */
  readonly polled: (folder: string, code: string) => void
}

/** Watches. */
export interface Watches {
  /** Watches these folders and no others; settles once every change from here on is told. */
  readonly set: (folders: ReadonlySet<string>) => Effect.Effect<void>
}

/** Makes watches that the scope owns. */
export const make = Effect.fnUntraced(function* (
  listener: Listener
): Effect.fn.Return<Watches, never, FolderWatch | Scope.Scope> {
  const watch = yield* FolderWatch
  const fibers = yield* FiberMap.make<string>()
  const armed = new Map<string, Deferred.Deferred<void>>()

  const begin = (folder: string, ready: Deferred.Deferred<void>) =>
    watch.events(folder).pipe(
      Stream.runForEach((event) =>
        Effect.sync(() => {
          // The first event says how the folder is watched.
          Deferred.doneUnsafe(ready, Effect.void)
          if (event._tag === "Changed") listener.changed(folder)
          if (event._tag === "Polling") listener.polled(folder, event.code)
        })
      )
    )

  const change = Effect.fnUntraced(function* (folders: ReadonlySet<string>) {
    for (const folder of armed.keys()) {
      if (folders.has(folder)) continue
      armed.delete(folder)
      yield* FiberMap.remove(fibers, folder)
    }
    for (const folder of folders) {
      if (armed.has(folder)) continue
      const ready = Deferred.makeUnsafe<void>()
      armed.set(folder, ready)
      yield* FiberMap.run(fibers, folder, begin(folder, ready))
    }
  }, Effect.uninterruptible)

  return {
    set: (folders) =>
      Effect.andThen(
        change(folders),
        Effect.suspend(() => Effect.forEach([...armed.values()], Deferred.await, { discard: true }))
      )
  }
})
