/**
 * A child's process tree on Windows, which has no groups and no signals: both rungs end the tree by force, through
 * `taskkill`. After the leader's exit nothing is sent, for its pid may be anybody's by then.
 */
import { execFile } from "node:child_process"
import type { ProcessGroup } from "../Child.ts"

/** Starts `taskkill` with these arguments and does not wait for it. */
export type TaskKill = (args: ReadonlyArray<string>) => void

/** The tree below `pid`; `hasExited` says whether the leader's exit was seen. */
export const make = (taskKill: TaskKill, pid: number, hasExited: () => boolean): ProcessGroup => ({
  alive: () => !hasExited(),
  signal: () => {
    if (hasExited()) return false
    taskKill(["/pid", String(pid), "/T", "/F"])
    return true
  },
  trace: () => () => []
})

/** Where Windows keeps the program: a bare name would be looked for in the current directory first. */
export const path = (environment: Readonly<Record<string, string | undefined>>): string =>
  `${environment.SystemRoot ?? "C:\\Windows"}\\System32\\taskkill.exe`

/** The system's own `taskkill`; its answer is not needed, since the leader's exit is what tells. */
export const taskKill: TaskKill = (args) => {
  execFile(path(process.env), [...args], { windowsHide: true }, () => {})
}
