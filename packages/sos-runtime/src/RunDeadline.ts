/** When a whole run ends at the latest. Only the run's host can set it and end the run; modules are told, and cut short. */
import { Clock, Context, Duration, Effect } from "effect"

/** The time of the clock's monotonic nanoseconds at which the run ends; undefined for a run without a limit. */
export const RunDeadline = Context.Reference<bigint | undefined>("@lanyard/sos-runtime/RunDeadline", {
  defaultValue: () => undefined
})

/** Returns `limit`, or what is left of the run if that is less. */
export const within = (limit: Duration.Duration): Effect.Effect<Duration.Duration> =>
  Effect.map(left, (rest) => (rest === undefined ? limit : Duration.min(limit, rest)))

/** What is left of the run, at least nothing; undefined for a run without a limit. */
export const left: Effect.Effect<Duration.Duration | undefined> = Effect.gen(function* () {
  const due = yield* RunDeadline
  if (due === undefined) return undefined
  const clock = yield* Clock.Clock
  const rest = due - clock.monotonicTimeNanosUnsafe()
  return Duration.nanos(rest > 0n ? rest : 0n)
})
