/** One effect at a time, in the order of asking. The first begins at once, those that waited in a microtask of their own. */
import { Effect } from "effect"

/**
 * Begins an effect when its turn has come. Interrupting it while it waits gives its place up, and so does `limited`, which may end
 * the waiting with a failure.
 */
export type InTurn = <A, E, L>(
  begin: () => Effect.Effect<A, E>,
  limited: (waiting: Effect.Effect<void>) => Effect.Effect<void, L>
) => Effect.Effect<A, E | L>

/** Makes turns that nobody has taken. */
export const make = (): InTurn => {
  // A set keeps the order of asking, and a place in it can be given up. It holds no more than the callers that wait.
  const waiting = new Set<() => void>()
  let isTaken = false

  const next = () => {
    const [first] = waiting
    if (first === undefined) isTaken = false
    else {
      waiting.delete(first)
      // From within the one that ends, a long row of callers would nest as deep.
      void resolved.then(first)
    }
    return undefined
  }

  const waitFor: InTurn = (begin, limited) => {
    let isMine = false
    const wait = Effect.callback<void>((resume) => {
      let isGone = false
      const go = () => {
        if (isGone) return next()
        isMine = true
        resume(Effect.void)
      }
      waiting.add(go)
      return Effect.sync(() => {
        if (!isMine && !waiting.delete(go)) isGone = true
      })
    })
    return Effect.onExitPrimitive(Effect.flatMap(limited(wait), begin), () => (isMine ? next() : undefined))
  }

  return (begin, limited) => {
    // Per run of the effect, and given back by what surrounds the taking: a fiber can yield and end between any two steps.
    const take = (place: { isMine: boolean }) =>
      Effect.suspend(() => {
        if (isTaken) return waitFor(begin, limited)
        isTaken = true
        place.isMine = true
        return begin()
      })
    return Effect.suspend(() => {
      const place = { isMine: false }
      return Effect.onExitPrimitive(take(place), () => (place.isMine ? next() : undefined))
    })
  }
}

// Node wraps what `queueMicrotask` is given into a resource for its hooks, a promise costs a fraction of that.
const resolved = Promise.resolve()
