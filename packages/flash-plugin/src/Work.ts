/** What a handler may return: the value itself, a promise of it, or an Effect. One rule for all of them, and for callbacks. */
import { Effect } from "effect"

/** A value now, later, or as an Effect that needs nothing. */
export type Work<A> = A | PromiseLike<A> | Effect.Effect<A, unknown>

/** Runs a handler; what it throws, rejects or fails with is the failure, and interruption stops an Effect. */
export const run = <A>(start: () => Work<A>): Effect.Effect<A, unknown> =>
  Effect.suspend(() => {
    const work = start()
    // An Effect here is the author's work: no handler answers with an Effect as its value.
    if (Effect.isEffect(work)) return work as Effect.Effect<A, unknown>
    return isPromise(work) ? settled(work) : Effect.succeed(work as A) // The one form left.
  })

const settled = <A>(promise: PromiseLike<A>): Effect.Effect<A, unknown> =>
  Effect.callback((resume) => {
    promise.then(
      (value) => resume(Effect.succeed(value)),
      (cause) => resume(Effect.fail(cause))
    )
  })

const isPromise = <A>(work: Work<A>): work is PromiseLike<A> =>
  typeof work === "object" && work !== null && "then" in work && typeof work.then === "function"
