/**
 * Tells readers which of many things changed, and leaves it to them to look. Raising never waits; what a slow reader has
 * not taken is one set of names, so that it misses none and is never more than one element behind.
 */
import { Cause, Effect, Latch, type Scope, Stream } from "effect"

/** Names of things that changed. */
export interface Signal {
  /** Tells every reader, in the turn of its call. */
  readonly raise: (names: Iterable<string>) => void
  /** Names that changed since the element before. The first one has all that is there; ends with the signal. */
  readonly stream: Stream.Stream<ReadonlySet<string>>
}

interface Reader {
  names: Set<string>
  /** Open while there is something to take, or nothing more to come. */
  readonly ready: Latch.Latch
}

/** Makes a signal that the scope owns; `standing` names what is there when a reader subscribes. */
export const make = Effect.fnUntraced(function* (
  standing: () => Iterable<string>
): Effect.fn.Return<Signal, never, Scope.Scope> {
  const readers = new Set<Reader>()
  let over = false
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      over = true
      for (const { ready } of readers) ready.openUnsafe()
    })
  )

  const subscribe = Effect.acquireRelease(
    Effect.sync((): Reader => {
      const names = new Set(standing())
      const reader = { names, ready: Latch.makeUnsafe(over || names.size > 0) }
      readers.add(reader)
      return reader
    }),
    (reader) => Effect.sync(() => readers.delete(reader))
  )
  const take = (reader: Reader) =>
    Effect.flatMap(reader.ready.await, () => {
      const { names } = reader
      if (names.size === 0) return Cause.done()
      reader.names = new Set()
      if (!over) reader.ready.closeUnsafe()
      return Effect.succeed(names)
    })

  return {
    raise: (names) => {
      const raised = [...names]
      if (raised.length === 0) return
      for (const reader of readers) {
        for (const name of raised) reader.names.add(name)
        reader.ready.openUnsafe()
      }
    },
    stream: Stream.unwrap(Effect.map(subscribe, (reader) => Stream.fromEffectRepeat(take(reader))))
  }
})
