/** Names processes in files, for whoever looks later: by then, a pid alone may be another process's. */
import { processTable } from "@lanyard/process/node"
import { errorCode } from "./ErrorCode.ts"

/** The name of a process that runs: its pid and, where the system says it, when it started. */
export const nameOf = (pid: number): string => {
  const found = processTable?.find(pid)
  return typeof found === "object" ? `${pid}.${found.started}` : `${pid}`
}

/** The pid of the process with this name, if it runs. Where the system says when it started, no later one passes for it. */
export const pidOf = (name: string): number | undefined => {
  const [digits = "", started] = name.split(".")
  if (!/^[1-9]\d{0,14}$/.test(digits)) return undefined
  const pid = Number(digits)
  const found = processTable?.find(pid) ?? "unreadable"
  if (found === "unreadable") return isRunning(pid) ? pid : undefined
  return found !== "missing" && found.running && [undefined, found.started].includes(started) ? pid : undefined
}

/** What work aside is named after, and told by from what others left. */
export const makers = () => ({
  self: nameOf(process.pid),
  isRunning: (name: string): boolean => pidOf(name) !== undefined
})

const isRunning = (pid: number): boolean => {
  // Node throws what the system answers. A process of another user cannot be signalled, and is there.
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return errorCode(error) !== "ESRCH"
  }
}
