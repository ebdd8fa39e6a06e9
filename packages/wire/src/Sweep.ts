/**
 * One wake-up for the nearest of many deadlines. A connection sleeps on one fiber however many calls wait, and on none
 * while nothing waits, so an idle connection never wakes the host. Time is the clock's monotonic time (decision B5).
 */
import { type Clock, type Context, Effect, type Fiber } from "effect"

/** The wake-up of one connection. */
export interface Sweep {
  /** Makes sure of a wake-up at `due`, in milliseconds of `now`, or earlier. */
  readonly arm: (due: number) => void
  /** Gives the wake-up up. Costs nothing when none is armed. */
  readonly disarm: () => void
}

/** Milliseconds of the clock's monotonic time, with fractions. */
export const now = (clock: Clock.Clock): number => Number(clock.monotonicTimeNanosUnsafe()) / 1_000_000

/**
 * Makes a sweep. `wake` ends what is due at the given time and returns the next deadline, `Infinity` for none. The
 * owner calls `disarm` on release; until then the sleeping fiber belongs to the sweep.
 */
export const make = (clock: Clock.Clock, context: Context.Context<never>, wake: (time: number) => number): Sweep => {
  const fork = Effect.runForkWith(context)
  let wakeAt = Number.POSITIVE_INFINITY
  let sleeper: Fiber.Fiber<void> | undefined

  const disarm = () => {
    if (sleeper === undefined) return
    sleeper.interruptUnsafe()
    sleeper = undefined
    wakeAt = Number.POSITIVE_INFINITY
  }

  const arm = (due: number) => {
    if (due >= wakeAt) return
    disarm()
    wakeAt = due
    // Timers count whole milliseconds and may fire early by less than one: round up, and look again after waking.
    sleeper = fork(Effect.andThen(Effect.sleep(Math.max(1, Math.ceil(due - now(clock)))), Effect.sync(awake)))
  }

  const awake = () => {
    sleeper = undefined
    wakeAt = Number.POSITIVE_INFINITY
    arm(wake(now(clock)))
  }

  return { arm, disarm }
}
