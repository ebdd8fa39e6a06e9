/** The system's process table as Linux shows it under /proc; other systems show none that is cheap to read. */
import { readdirSync, readFileSync } from "node:fs"

/** One process at the moment of reading. */
export interface TableEntry {
  readonly pid: number
  readonly name: string
  /** False for a zombie: it has exited and only waits to be reaped. */
  readonly running: boolean
  readonly parent: number
  readonly group: number
  /** When it started, in the system's own ticks; with the pid it identifies a process for good. */
  readonly started: string
}

/** Reads processes. Neither member fails: what cannot be read is not there. */
export interface ProcessTable {
  readonly all: () => ReadonlyArray<TableEntry>
  readonly find: (pid: number) => TableEntry | undefined
}

/** Reads one line of /proc/PID/stat; the name stands in parentheses and may hold any character, these included. */
export const parse = (stat: string): TableEntry | undefined => {
  const open = stat.indexOf("(")
  const close = stat.lastIndexOf(")")
  if (open === -1 || close < open) return undefined
  const [state, parent, group, ...rest] = stat.slice(close + 2).split(" ")
  const started = rest[16]
  if (state === undefined || started === undefined) return undefined
  return {
    pid: Number(stat.slice(0, open)),
    name: stat.slice(open + 1, close),
    running: state !== "Z" && state !== "X",
    parent: Number(parent),
    group: Number(group),
    started
  }
}

/** Everything that descends from `pid` or from a member of its group, the process itself excepted. */
export const descendants = (entries: ReadonlyArray<TableEntry>, pid: number): ReadonlyArray<TableEntry> => {
  const children = Map.groupBy(entries, (entry) => entry.parent)
  const seen = new Map<number, TableEntry>()
  const visit = (entry: TableEntry) => {
    if (entry.pid === pid || seen.has(entry.pid)) return
    seen.set(entry.pid, entry)
    for (const child of children.get(entry.pid) ?? []) visit(child)
  }
  for (const child of children.get(pid) ?? []) visit(child)
  for (const entry of entries) if (entry.group === pid) visit(entry)
  return [...seen.values()]
}

const find = (pid: number): TableEntry | undefined => {
  try {
    return parse(readFileSync(`/proc/${pid}/stat`, "utf8"))
  } catch {
    return undefined
  }
}

/** The table of this system. */
export const proc: ProcessTable = {
  find,
  all: () => {
    const entries: Array<TableEntry> = []
    for (const name of readdirSync("/proc")) {
      if (!/^\d/.test(name)) continue
      const entry = find(Number(name))
      if (entry !== undefined) entries.push(entry)
    }
    return entries
  }
}
