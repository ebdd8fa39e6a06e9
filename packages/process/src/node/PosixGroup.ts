/**
 * A child's process group on POSIX systems. While the leader is not reaped its pid belongs to it and the group may be
 * signalled; from then on only after a look proves that the group is still the same one.
 */
import type { ProcessGroup, StopSignal } from "../Child.ts"
import { errorCode } from "./ErrorCode.ts"
import { descendants, type ProcessTable, type TableEntry } from "./ProcessTable.ts"

/** What the group asks of the system; a recording fake stands in for it in tests. */
export interface GroupSystem {
  /** `kill(2)`: a negative target is a group, signal 0 only asks. Never throws. */
  readonly kill: (target: number, signal: StopSignal | 0) => "sent" | "missing" | "denied"
  /** Not given where the system shows no process table. */
  readonly table?: ProcessTable
}

/** The group that `pid` leads; `hasExited` says whether the leader's exit was seen, after which it is reaped. */
export const make = (system: GroupSystem, pid: number, hasExited: () => boolean): ProcessGroup => {
  const { kill, table } = system
  let gone = false
  let members: ReadonlyArray<TableEntry> = []
  const leader = table?.find(pid)
  // Marks are those of every child of an owner: what is older than this one belongs to another.
  const born = typeof leader === "object" ? Number(leader.started) : 0

  // A group keeps its number from being given to a new process, so a process of that number means: no group, a
  // stranger. `denied` is what macOS answers for a group of nothing but zombies.
  const isOurs = () => kill(-pid, 0) === "sent" && kill(pid, 0) === "missing"

  const isMember = (entry: TableEntry) => entry.running && entry.group === pid

  const isEmpty = (known: ProcessTable): boolean => {
    if (members.some(({ pid }) => isMemberStill(known.find(pid)))) return false
    // A member that forks and exits while the table is read escapes one reading; twice in a row it does not.
    for (let reading = 0; reading < 2; reading++) {
      const entries = known.all()
      // The group was there when it was asked, and nothing proves it empty.
      if (entries === "unreadable") return false
      members = entries.filter(isMember)
      if (members.length > 0) return false
    }
    return true
  }
  const isMemberStill = (found: ReturnType<ProcessTable["find"]>) => typeof found === "object" && isMember(found)

  // A session keeps its number from being given to a new process too.
  const related = (entries: ReadonlyArray<TableEntry>) =>
    alive() || entries.every((entry) => entry.pid !== pid) ? descendants(entries, pid) : []

  const marked = (known: ProcessTable, entries: ReadonlyArray<TableEntry>, marks: ReadonlyArray<string>) => {
    if (marks.length === 0) return []
    return entries.filter((entry) => {
      if (entry.pid === pid || Number(entry.started) < born) return false
      const variables = known.environment(entry.pid)
      return typeof variables === "object" && marks.every((mark) => variables.includes(mark))
    })
  }

  const alive = (): boolean => {
    if (!gone && hasExited()) gone = !isOurs() || (table !== undefined && isEmpty(table))
    return !gone
  }

  return {
    alive,
    signal: (signal) => alive() && kill(-pid, signal) === "sent",
    trace: (marks = []) => {
      // What descends from a group that is gone has nothing but marks to be known by.
      const entries = table !== undefined && (alive() || marks.length > 0) ? table.shared() : "unreadable"
      if (table === undefined || entries === "unreadable") return () => []
      const noted = [...related(entries), ...marked(table, entries, marks)].filter((entry) => entry.running)
      return () =>
        noted
          .filter(({ pid, started }) => {
            const now = table.find(pid)
            return typeof now === "object" && now.running && now.started === started
          })
          .map(({ pid, name }) => ({ pid, name }))
    }
  }
}

/** `kill(2)` of this process. */
export const kill: GroupSystem["kill"] = (target, signal) => {
  // Node throws what the system answers.
  try {
    process.kill(target, signal)
    return "sent"
  } catch (cause) {
    return errorCode(cause) === "EPERM" ? "denied" : "missing"
  }
}
