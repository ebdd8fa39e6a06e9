/** Whether processes that a module started are still there. */
import { processTable } from "@lanyard/process/node"
import { Effect } from "effect"

/** Whether a process runs; only a process table tells one that has ended and was not waited for. */
export const isAlive = (pid: number): boolean => {
  const entry = processTable?.find(pid) ?? "unreadable"
  return typeof entry === "string" ? entry === "unreadable" && canBeSignalled(pid) : entry.running
}

/** Waits until a process has ended. */
export const gone = (pid: number): Effect.Effect<void> =>
  Effect.asVoid(
    Effect.repeat(
      Effect.andThen(
        Effect.yieldNow,
        Effect.sync(() => isAlive(pid))
      ),
      { while: (alive) => alive }
    )
  )

const canBeSignalled = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
