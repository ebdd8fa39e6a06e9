/**
 * Ends effects that take too long. One sleeping fiber serves all of them and is left alone by those that end in time, so that a
 * limit costs a call next to nothing; it may wake once for a call that is over, and never while none has been made.
 */
import { Clock, Effect, Exit, Fiber, type Scope } from "effect"

/** Limits of one scope. */
export interface TimeLimit {
  /** Interrupts an effect when `millis` have passed, and fails with `late` once it has ended. */
  readonly within: <A, E, L>(self: Effect.Effect<A, E>, millis: number, late: () => L) => Effect.Effect<A, E | L>
}

/** Makes limits that sleep in the scope. */
export const make: Effect.Effect<TimeLimit, never, Scope.Scope> = Effect.gen(function* () {
  const clock = yield* Clock.Clock
  const fork = Effect.runForkWith(yield* Effect.context<never>())
  const now = () => Number(clock.monotonicTimeNanosUnsafe()) / 1e6
  const running = new Set<Running>()
  let wakeAt = Number.POSITIVE_INFINITY
  let sleeper: Fiber.Fiber<void> | undefined

  const arm = (due: number) => {
    if (due >= wakeAt) return
    sleeper?.interruptUnsafe()
    wakeAt = due
    sleeper = fork(Effect.andThen(Effect.sleep(Math.max(0, Math.ceil(due - now()))), Effect.sync(wake)))
  }
  const wake = () => {
    sleeper = undefined
    wakeAt = Number.POSITIVE_INFINITY
    const time = now()
    let next = Number.POSITIVE_INFINITY
    for (const one of running) {
      if (one.due > time) next = Math.min(next, one.due)
      else if (!one.isLate) {
        one.isLate = true
        one.fiber.interruptUnsafe()
      }
    }
    if (next < Number.POSITIVE_INFINITY) arm(next)
  }
  yield* Effect.addFinalizer(() => Effect.sync(() => sleeper?.interruptUnsafe()))

  const within = <A, E, L>(self: Effect.Effect<A, E>, millis: number, late: () => L): Effect.Effect<A, E | L> =>
    Effect.withFiber(({ context }) =>
      Effect.callback((resume) => {
        // Interrupted and awaited with the caller, as a child is, for less than a child costs.
        const fiber = Effect.runForkWith(context)(self)
        const one: Running = { due: now() + millis, fiber, isLate: false }
        running.add(one)
        arm(one.due)
        fiber.addObserver((exit) => {
          running.delete(one)
          resume(one.isLate && Exit.hasInterrupts(exit) ? Effect.fail(late()) : exit)
        })
        return Effect.suspend(() => {
          running.delete(one)
          return Fiber.interrupt(fiber)
        })
      })
    )
  return { within }
})

interface Running {
  /** Monotonic milliseconds. */
  readonly due: number
  readonly fiber: Fiber.Fiber<unknown, unknown>
  isLate: boolean
}
