/** Looks whether a process is there: a host that was killed closes our input, but not if something else holds it open. */
import { Effect } from "effect"

/** Completes once no process has this id; looks every five seconds. */
export const orphaned = (pid: number): Effect.Effect<void> =>
  Effect.suspend(() => (isThere(pid) ? Effect.andThen(Effect.sleep("5 seconds"), orphaned(pid)) : Effect.void))

const isThere = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    // A process of another user is one too. Node's own errors have a code.
    return (cause as NodeJS.ErrnoException).code === "EPERM"
  }
}
