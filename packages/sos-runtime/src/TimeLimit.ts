/** How long calls may take. Those that have to be interrupted share the wake-up of the deadlines of connections. */
import { Sweep } from "@lanyard/wire"
import { Clock, Effect, Exit, Fiber, type Scope } from "effect"
import { Fault } from "./Fault.ts"

/** The limit of one call, from the moment it was made. */
export interface TimeLimit {
  /** Interrupts an effect when the limit passes, and fails with `late` once it has ended. */
  readonly within: <A, E>(self: Effect.Effect<A, E>) => Effect.Effect<A, E | Fault>
  /** Milliseconds that are left, with fractions; `Infinity` without a limit. */
  readonly left: () => number
  /** What a call that takes longer fails with. */
  readonly late: () => Fault
}

/** Makes the limit of a call that may take `millis` from now. */
export type Limiter = (millis: number, late: () => Fault) => TimeLimit

/** No limit. */
export const none: TimeLimit = {
  within: (self) => self,
  left: () => Number.POSITIVE_INFINITY,
  late: () => new Fault({ phase: "cancel", kind: "timeout", message: "a call without a limit is never late" })
}

/** Makes limits whose wake-up is given up with the scope. */
export const make: Effect.Effect<Limiter, never, Scope.Scope> = Effect.gen(function* () {
  const clock = yield* Clock.Clock
  const running = new Set<Running>()
  const sweep = Sweep.make(clock, (time) => {
    let next = Number.POSITIVE_INFINITY
    for (const one of running) {
      if (one.due > time) next = Math.min(next, one.due)
      else if (!one.isLate) {
        one.isLate = true
        one.fiber.interruptUnsafe()
      }
    }
    return next
  })
  yield* Effect.addFinalizer(() => Effect.sync(sweep.disarm))

  const within = <A, E>(self: Effect.Effect<A, E>, due: number, late: () => Fault): Effect.Effect<A, E | Fault> =>
    Effect.withFiber(({ context }) =>
      Effect.callback((resume) => {
        // Interrupted and awaited with the caller, as a child is, for less than a child costs.
        const fiber = Effect.runForkWith(context)(self)
        const one: Running = { due, fiber, isLate: false }
        running.add(one)
        sweep.arm(due)
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
  return (millis, late) => {
    const due = Sweep.now(clock) + millis
    return { within: (self) => within(self, due, late), left: () => due - Sweep.now(clock), late }
  }
})

interface Running {
  /** Monotonic milliseconds. */
  readonly due: number
  readonly fiber: Fiber.Fiber<unknown, unknown>
  isLate: boolean
}
