/**
 * When a failed attempt is followed by another, as named Schedules. Every step reads the monotonic clock itself instead
 * of the time its driver hands in, so a wall clock that jumps changes neither the window nor a delay (decision B5). A
 * driver counts for as long as it is kept: the supervisor keeps one across attempts and planned stops.
 */
import { Cause, Clock, Duration, Effect, Schedule } from "effect"

/** How many failures are borne, and for how long each of them counts. */
export interface Budget {
  /** Failures inside the window that are still followed by another attempt. */
  readonly failures: number
  /** Finite; a failure exactly this old still counts. */
  readonly window: Duration.Duration
}

/** Outputs the failures inside the rolling window, and ends with that count once it is over the budget. */
export const failureBudget = (budget: Budget): Schedule.Schedule<number> =>
  Schedule.fromStep(
    Effect.sync(() => {
      const window = Duration.toNanosUnsafe(budget.window)
      let recent: ReadonlyArray<bigint> = []
      return () =>
        Effect.flatMap(Clock.monotonicTimeNanos, (now) => {
          recent = [...recent.filter((at) => now - at <= window), now]
          return recent.length > budget.failures
            ? Cause.done(recent.length)
            : Effect.succeed<[number, Duration.Duration]>([recent.length, Duration.zero])
        })
    })
  )

/** Delays by one `step` for each failure the schedule counts, and never by more than `cap`. */
export const linearBackoff =
  (step: Duration.Duration, cap: Duration.Duration) =>
  <In, E, R>(counted: Schedule.Schedule<number, In, E, R>): Schedule.Schedule<number, In, E, R> =>
    Schedule.modifyDelay(counted, ({ output }) => Effect.succeed(Duration.min(Duration.times(step, output), cap)))
