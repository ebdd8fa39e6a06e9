/**
 * Tells readers which of many things changed, and leaves it to them to look. Raising never waits; what a slow reader has
 * not taken is one set of names, so that it misses none and is never more than one element behind.
 */
import { Effect, type Scope, type Stream } from "effect"
import * as Readers from "../Readers.ts"

/** Names of things that changed. */
export interface Signal {
  /** Tells every reader, in the turn of its call. */
  readonly raise: (names: Iterable<string>) => void
  /** Names that changed since the element before. The first one has all that is there; ends with the signal. */
  readonly stream: Stream.Stream<ReadonlySet<string>>
}

/** Makes a signal that the scope owns; `standing` names what is there when a reader subscribes. */
export const make = (standing: () => Iterable<string>): Effect.Effect<Signal, never, Scope.Scope> =>
  Effect.map(Readers.make({ begin: () => new Set(standing()), take }), ({ tell, stream }) => ({
    raise: (names) => {
      const raised = [...names]
      if (raised.length === 0) return
      tell((kept) => {
        for (const name of raised) kept.add(name)
      })
    },
    stream
  }))

const take = (kept: Set<string>): ReadonlySet<string> | undefined => {
  if (kept.size === 0) return undefined
  const names = new Set(kept)
  kept.clear()
  return names
}
