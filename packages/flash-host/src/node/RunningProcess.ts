/** Whether processes of this system run. */
import { errorCode } from "./ErrorCode.ts"

/** Tells whether a process has this pid now; 0 is the pid of none. */
export const isRunning = (pid: number): boolean => {
  if (pid <= 0) return false
  // Node throws what the system answers. A process of another user cannot be signalled, and is there.
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return errorCode(error) !== "ESRCH"
  }
}
