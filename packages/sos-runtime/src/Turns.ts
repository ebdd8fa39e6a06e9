/**
 * One effect at a time, in the order of asking. Each begins in a microtask of its own: what a process wrote in one chunk behind the
 * reply that ended the one before has been read by then.
 */
import { Effect } from "effect"

/** Begins an effect when its turn has come; interrupting it while it waits gives its place up. */
export type InTurn = <A, E>(begin: () => Effect.Effect<A, E>) => Effect.Effect<A, E>

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
      queueMicrotask(first)
    }
  }

  return (begin) =>
    Effect.suspend(() => {
      let isMine = false
      const wait = Effect.callback<void>((resume) => {
        let isGone = false
        const go = () => {
          if (isGone) return next()
          isMine = true
          resume(Effect.void)
        }
        if (isTaken) waiting.add(go)
        else {
          isTaken = true
          queueMicrotask(go)
        }
        return Effect.sync(() => {
          if (!isMine && !waiting.delete(go)) isGone = true
        })
      })
      const end = () => {
        if (isMine) next()
        return undefined
      }
      return Effect.onExitPrimitive(Effect.flatMap(wait, begin), end)
    })
}
