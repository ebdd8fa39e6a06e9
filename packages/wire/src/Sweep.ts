/**
 * One wake-up for the nearest deadline of all owners that share a clock: one fiber sleeps while any of them waits, and none
 * while nobody does. Time is the clock's monotonic time (decision B5).
 */
import { type Clock, Duration, Effect, type Fiber } from "effect"

/**
 * Ends what is due at a time, which may be earlier than it was armed for, and returns the next deadline, `Infinity` for none. It
 * may arm and disarm sweeps. If it throws, it is asked again soon, and so are those behind it.
 */
export type Wake = (time: number) => number

/** The wake-up of one owner. */
export interface Sweep {
  /** Makes sure of a wake-up at `due`, in milliseconds of `now`, or earlier. */
  readonly arm: (due: number) => void
  /** Gives the wake-up up, as an owner does that waits for nothing. Nothing sleeps once all owners have. */
  readonly disarm: () => void
}

/** Milliseconds of the clock's monotonic time, with fractions. */
export const now = (clock: Clock.Clock): number => Number(clock.monotonicTimeNanosUnsafe()) / 1_000_000

/** Makes a sweep that is not armed. */
export const make = (clock: Clock.Clock, wake: Wake): Sweep => {
  const sleeper = sleeperOf(clock)
  return { arm: (due) => sleeper.arm(wake, due), disarm: () => sleeper.disarm(wake) }
}

interface Sleeper {
  readonly arm: (wake: Wake, due: number) => void
  readonly disarm: (wake: Wake) => void
}

const sleepers = new WeakMap<Clock.Clock, Sleeper>()

const sleeperOf = (clock: Clock.Clock): Sleeper => {
  const known = sleepers.get(clock)
  if (known !== undefined) return known
  const made = makeSleeper(clock)
  sleepers.set(clock, made)
  return made
}

const makeSleeper = (clock: Clock.Clock): Sleeper => {
  const armed = new Set<Wake>()
  let wakesAt = Number.POSITIVE_INFINITY
  let sleeping: Fiber.Fiber<void> | undefined

  const rest = () => {
    sleeping?.interruptUnsafe()
    sleeping = undefined
    wakesAt = Number.POSITIVE_INFINITY
  }

  const sleepUntil = (due: number) => {
    if (due >= wakesAt) return
    rest()
    wakesAt = due
    // Timers count whole milliseconds and may fire early by less than one: round up, and look again after waking.
    const left = Duration.millis(Math.max(1, Math.ceil(due - now(clock))))
    sleeping = Effect.runFork(Effect.andThen(clock.sleep(left), Effect.sync(awake)))
  }

  const awake = () => {
    sleeping = undefined
    wakesAt = Number.POSITIVE_INFINITY
    const time = now(clock)
    let next = time
    try {
      next = askAll(time)
    } finally {
      if (armed.size === 0) rest()
      else sleepUntil(next)
    }
  }

  const askAll = (time: number): number => {
    let next = Number.POSITIVE_INFINITY
    for (const wake of armed) {
      const due = wake(time)
      if (due === Number.POSITIVE_INFINITY) armed.delete(wake)
      next = Math.min(next, due)
    }
    return next
  }

  return {
    arm: (wake, due) => {
      if (due === Number.POSITIVE_INFINITY) return
      armed.add(wake)
      sleepUntil(due)
    },
    disarm: (wake) => {
      if (armed.delete(wake) && armed.size === 0) rest()
    }
  }
}
