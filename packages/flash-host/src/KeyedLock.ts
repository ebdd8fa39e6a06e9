/** Locks by name: who holds one keeps out those who want the same, and a name that nobody wants takes no memory. */
import { Effect, Semaphore } from "effect"

/** A set of locks. */
export interface KeyedLock {
  /** Runs an effect while nobody else holds the lock of this name; whoever came first goes first. */
  readonly hold: <A, E, R>(name: string, effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** How many names are wanted or held. */
  readonly size: () => number
}

/** Makes a set of locks, none of them held. */
export const make = (): KeyedLock => {
  const locks = new Map<string, { readonly semaphore: Semaphore.Semaphore; wanted: number }>()

  const want = (name: string) => {
    const lock = locks.get(name) ?? { semaphore: Semaphore.makeUnsafe(1), wanted: 0 }
    lock.wanted++
    locks.set(name, lock)
    return lock
  }

  return {
    hold: (name, effect) =>
      Effect.acquireUseRelease(
        Effect.sync(() => want(name)),
        ({ semaphore }) => semaphore.withPermit(effect),
        (lock) =>
          Effect.sync(() => {
            lock.wanted--
            if (lock.wanted === 0) locks.delete(name)
          })
      ),
    size: () => locks.size
  }
}
