/**
 * Tells when a plugin's files have changed and come to rest. What the system says is taken for a hint to look; only a look
 * that sees other content counts, so that saves in several steps, bursts and files written again as they were tell no more
 * than they should. Nothing wakes while the folder is left alone.
 */
import { Clock, Context, Data, Effect, Latch, Layer, Stream } from "effect"
import * as Alarm from "../clocks/Alarm.ts"
import { type FolderContent, FolderSystem, isBeingWritten, isSame } from "./FolderSystem.ts"
import * as Rest from "./Rest.ts"

/** What a watch tells. */
export type FolderEvent = Data.TaggedEnum<{
  /** The system tells of changes. Comes first, or again after `Polling`; what changes from here on is told. */
  Watching: {}
  /**
   * The system does not tell of changes, for the reason that its `code` gives; worth a warning. The folder is looked at every
   * two seconds until it does.
   */
  Polling: { readonly code: string }
  /** Files directly in the folder are other than they were, and at rest. */
  Changed: {}
}>
/** Builds events of a watch and tells them apart. */
export const FolderEvent = Data.taggedEnum<FolderEvent>()

/** Watches folders. */
export class FolderWatch extends Context.Service<
  FolderWatch,
  {
    /**
     * What happens to the files directly in a folder, which need not be there yet, for as long as the stream is read. A slow
     * reader finds everything that happened meanwhile in one `Changed`.
     */
    readonly events: (folder: string) => Stream.Stream<FolderEvent>
  }
>()("@lanyard/flash-host/FolderWatch") {
  static readonly layer: Layer.Layer<FolderWatch, never, FolderSystem> = Layer.effect(
    FolderWatch,
    Effect.map(FolderSystem, (system) =>
      FolderWatch.of({
        events: (folder) =>
          Stream.unwrap(Effect.map(watch(system, folder), ({ next }) => Stream.fromEffectRepeat(next)))
      })
    )
  )
}

/** Begins to watch; returns what waits for the next event. */
const watch = Effect.fnUntraced(function* (system: FolderSystem["Service"], folder: string) {
  const clock = yield* Clock.Clock
  /** Open while there is an event to tell or a hint to look into. */
  const news = Latch.makeUnsafe(false)
  /** How changes are noticed now, and what the reader knows of that. */
  let mode: FolderEvent | undefined
  let toldMode: FolderEvent | undefined
  /** When the last hint came that was not looked into. */
  let hinted: number | undefined
  /** What the reader knows is in the folder, and what the last look saw. */
  let told: FolderContent | undefined
  let seen: FolderContent | undefined

  const untold = () => (mode?._tag === toldMode?._tag ? undefined : mode)
  const hint = () => {
    // Nobody can miss anything before the first event.
    if (mode === undefined) return
    hinted = Alarm.now(clock)
    news.openUnsafe()
  }
  const enter = (next: FolderEvent) => {
    if (mode?._tag === next._tag) return
    mode = next
    news.openUnsafe()
  }
  const look: Effect.Effect<FolderContent> = Effect.matchEffect(system.look(folder), {
    // What the system is out of will come back.
    onFailure: () =>
      Effect.andThen(
        Effect.sleep(Rest.pollEvery),
        Effect.suspend(() => look)
      ),
    onSuccess: (content) =>
      Effect.sync(() => {
        seen = content
        return content
      })
  })

  const watching = Effect.gen(function* () {
    const lost = yield* system.watch(folder, hint)
    const isFirst = mode === undefined
    enter(FolderEvent.Watching())
    // Something may have happened while nobody watched.
    if (!isFirst) hint()
    return yield* lost
  })
  const poll = Effect.suspend(() => {
    const last = seen
    if (last === undefined) return Effect.void
    return Effect.map(look, (content) => {
      if (!isSame(content, last)) hint()
    })
  })
  const watcher = Effect.scoped(watching).pipe(
    Effect.catch(({ code }) => Effect.sync(() => enter(FolderEvent.Polling({ code })))),
    Effect.andThen(poll),
    Effect.andThen(Effect.sleep(Rest.pollEvery)),
    Effect.forever
  )

  const rested = (since: number): Effect.Effect<void> =>
    Effect.suspend(() => {
      const time = Alarm.now(clock)
      const left = Rest.left({ hinted: hinted ?? time, since, polled: mode?._tag === "Polling" }, time)
      return left > 0 ? Effect.andThen(Effect.sleep(left), rested(since)) : Effect.void
    })
  const lookAtRest = Effect.gen(function* () {
    yield* rested(Alarm.now(clock))
    hinted = undefined
    if (untold() === undefined) news.closeUnsafe()
    return yield* look
  })
  const lookForChange = Effect.gen(function* () {
    const before = told ?? new Map()
    let content = yield* lookAtRest
    if (isBeingWritten(before, content)) {
      hint()
      content = yield* lookAtRest
    }
    told = content
    return isSame(before, content) ? undefined : FolderEvent.Changed()
  })
  const tell = Effect.fnUntraced(function* (event: FolderEvent) {
    toldMode = event
    if (hinted === undefined) news.closeUnsafe()
    told ??= yield* look
    return event
  })
  const next: Effect.Effect<FolderEvent> = Effect.gen(function* () {
    for (;;) {
      yield* news.await
      const unknown = untold()
      const event = unknown === undefined ? yield* lookForChange : yield* tell(unknown)
      if (event !== undefined) return event
    }
  })

  yield* Effect.forkScoped(watcher)
  return { next }
})
