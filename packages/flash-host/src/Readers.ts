/**
 * Readers of what happens, each with what it has not taken yet. To tell them never waits: one that is idle goes on in the turn
 * of the call, and of what a slow one misses, whoever tells decides how much is kept.
 */
import { Cause, Effect, Latch, type Scope, Stream } from "effect"

/** How things are kept for one reader. */
export interface Keeping<Kept, Taken> {
  /** What there is for a reader that subscribes. */
  readonly begin: () => Kept
  /** Takes all that was kept, and empties it; undefined when there is nothing. */
  readonly take: (kept: Kept) => Taken | undefined
}

/** Everybody who reads. */
export interface Readers<Kept, Taken> {
  /** Adds to what is kept for every reader, in the turn of its call. */
  readonly tell: (add: (kept: Kept) => void) => void
  /** What there is to take each time a reader comes back for more; ends with the scope, after the last of it. */
  readonly stream: Stream.Stream<Taken>
}

/** Makes a set of readers, of whom there are none yet; the scope ends their streams. */
export const make = Effect.fnUntraced(function* <Kept, Taken>({
  begin,
  take
}: Keeping<Kept, Taken>): Effect.fn.Return<Readers<Kept, Taken>, never, Scope.Scope> {
  const readers = new Set<Reader<Kept>>()
  let over = false
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      over = true
      for (const { news } of readers) news.openUnsafe()
    })
  )

  const subscribe = Effect.acquireRelease(
    Effect.sync((): Reader<Kept> => {
      const reader = { kept: begin(), news: Latch.makeUnsafe(true) }
      readers.add(reader)
      return reader
    }),
    (reader) => Effect.sync(() => readers.delete(reader))
  )
  const next = ({ kept, news }: Reader<Kept>): Effect.Effect<Taken, Cause.Done> =>
    Effect.flatMap(news.await, () => {
      const taken = take(kept)
      if (taken !== undefined) return Effect.succeed(taken)
      if (over) return Cause.done()
      news.closeUnsafe()
      return next({ kept, news })
    })

  return {
    tell: (add) => {
      for (const { kept, news } of readers) {
        add(kept)
        news.openUnsafe()
      }
    },
    stream: Stream.unwrap(Effect.map(subscribe, (reader) => Stream.fromEffectRepeat(next(reader))))
  }
})

interface Reader<Kept> {
  readonly kept: Kept
  /** Open while there may be something to take, or nothing more to come. */
  readonly news: Latch.Latch
}
