/**
 * One wake-up for the nearest of many times. It sleeps on one fiber however much waits, and on no timer while nothing does,
 * so that an idle host is never woken. Time is the clock's monotonic time (decision B5).
 */
import { Clock, Effect, Latch, type Scope } from "effect"

/** A wake-up that can be moved. */
export interface Alarm {
  /** Moves the wake-up to a time in milliseconds of `now`: at once when it has passed, never when it is `Infinity`. */
  readonly at: (time: number) => void
}

/** Milliseconds of the clock's monotonic time, with fractions. */
export const now = (clock: Clock.Clock): number => Number(clock.monotonicTimeNanosUnsafe()) / 1e6

/** The first of the times `due`, `due + period`, `due + 2 * period` … that comes after `time`, which has reached `due`. */
export const next = (due: number, period: number, time: number): number =>
  due + period * (Math.floor((time - due) / period) + 1)

/** Makes an alarm that the scope owns. `wake` is told the time, and sets the alarm again when there is more to wait for. */
export const make = Effect.fnUntraced(function* (
  wake: (time: number) => void
): Effect.fn.Return<Alarm, never, Scope.Scope> {
  const clock = yield* Clock.Clock
  const moved = Latch.makeUnsafe(false)
  let due = Number.POSITIVE_INFINITY

  const wait = Effect.suspend(() => {
    moved.closeUnsafe()
    if (due === Number.POSITIVE_INFINITY) return moved.await
    const left = Math.ceil(due - now(clock))
    return left > 0 ? Effect.timeoutOrElse(moved.await, { duration: left, orElse: () => Effect.void }) : Effect.void
  })
  // A timer may fire early by less than a millisecond, and the time may have been moved: look again after every wait.
  const look = Effect.sync(() => {
    const time = now(clock)
    if (time < due) return
    due = Number.POSITIVE_INFINITY
    wake(time)
  })
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(wait, look)))

  return {
    at: (time) => {
      if (time === due) return
      due = time
      moved.openUnsafe()
    }
  }
})
