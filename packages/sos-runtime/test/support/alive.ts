/** Whether processes that a module started are still there. */
import { processTable } from "@lanyard/process/node"

/** Whether a process runs; only a process table tells one that has ended and was not waited for. */
export const isAlive = (pid: number): boolean => {
  const entry = processTable?.find(pid) ?? "unreadable"
  return typeof entry === "string" ? entry === "unreadable" && canBeSignalled(pid) : entry.running
}

const canBeSignalled = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
