/** What is left of process groups, as far as the system at hand can say. */
import { processTable } from "@lanyard/process/node"

/** Windows has neither process groups nor the signals that the escalation sends. */
export const posix = process.platform !== "win32"

/** Those of the given groups that have a running member. Only a process table tells a zombie from one. */
export const running = (groups: ReadonlyArray<number>): ReadonlyArray<number> => {
  const table = processTable?.all() ?? "unreadable"
  if (table === "unreadable") return groups.filter(canBeSignalled)
  const seen = new Set(table.flatMap((entry) => (entry.running ? [entry.group] : [])))
  return groups.filter((group) => seen.has(group))
}

const canBeSignalled = (group: number): boolean => {
  try {
    return process.kill(-group, 0)
  } catch {
    return false
  }
}
