/** Looks whether a process is there: a host that was killed closes our input, but not if something else holds it open. */
import { Effect, Schedule } from "effect"

/** Completes once no process has this id; looks every five seconds. */
export const orphaned = (pid: number): Effect.Effect<void> =>
  Effect.sync(() => isThere(pid)).pipe(
    Effect.repeat({ while: (there) => there, schedule: Schedule.spaced("5 seconds") }),
    Effect.asVoid
  )

const isThere = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    // A process of another user is one too.
    return (cause as NodeJS.ErrnoException).code === "EPERM"
  }
}
