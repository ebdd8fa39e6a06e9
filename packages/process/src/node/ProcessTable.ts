/** The system's process table as Linux shows it under /proc; other systems show none that is cheap to read. */
import { readdirSync, readFileSync } from "node:fs"
import { errorCode } from "./ErrorCode.ts"

/** One process at the moment of reading. */
export interface TableEntry {
  readonly pid: number
  readonly name: string
  /** False for a zombie: it has exited and only waits to be reaped. */
  readonly running: boolean
  readonly parent: number
  readonly group: number
  /** The session, which a process leaves only by beginning one of its own. */
  readonly session: number
  /** When it started, in the system's own ticks; with the pid it identifies a process for good. */
  readonly started: string
}

/**
 * Reads processes. No member fails; "unreadable" is an answer that says nothing about what is there, such as that of
 * a host that is out of descriptors.
 */
export interface ProcessTable {
  readonly all: () => ReadonlyArray<TableEntry> | "unreadable"
  /** As `all`, but read once for all who ask in one turn of the event loop: many children are often stopped together. */
  readonly shared: () => ReadonlyArray<TableEntry> | "unreadable"
  readonly find: (pid: number) => TableEntry | "missing" | "unreadable"
  /** The variables that a process was started with, as `NAME=value`; read once for all who ask in one turn, as `shared`. */
  readonly environment: (pid: number) => ReadonlyArray<string> | "missing" | "unreadable"
}

/** Reads one line of /proc/PID/stat; the name stands in parentheses and may hold any character, these included. */
export const parse = (stat: string): TableEntry | undefined => {
  const open = stat.indexOf("(")
  const close = stat.lastIndexOf(")")
  if (open === -1 || close < open) return undefined
  const [state, parent, group, session, ...rest] = stat.slice(close + 2).split(" ")
  const started = rest[15]
  if (state === undefined || started === undefined) return undefined
  return {
    pid: Number(stat.slice(0, open)),
    name: stat.slice(open + 1, close),
    running: state !== "Z" && state !== "X",
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    started
  }
}

/** Everything that descends from `pid` or from a member of its group or session, the process itself excepted. */
export const descendants = (entries: ReadonlyArray<TableEntry>, pid: number): ReadonlyArray<TableEntry> => {
  const children = Map.groupBy(entries, (entry) => entry.parent)
  const seen = new Map<number, TableEntry>()
  const visit = (entry: TableEntry) => {
    if (entry.pid === pid || seen.has(entry.pid)) return
    seen.set(entry.pid, entry)
    for (const child of children.get(entry.pid) ?? []) visit(child)
  }
  for (const child of children.get(pid) ?? []) visit(child)
  for (const entry of entries) if (entry.group === pid || entry.session === pid) visit(entry)
  return [...seen.values()]
}

/** Reads the table below `root`, a file system of the shape of /proc. */
export const below = (root: string): ProcessTable => {
  const find: ProcessTable["find"] = (pid) =>
    answered(() => parse(readFileSync(`${root}/${pid}/stat`, "utf8")) ?? "unreadable")

  const all: ProcessTable["all"] = () => {
    const names = answered(() => readdirSync(root))
    if (typeof names === "string") return "unreadable"
    const entries: Array<TableEntry> = []
    for (const name of names) {
      if (!/^\d/.test(name)) continue
      const entry = find(Number(name))
      if (entry === "unreadable") return entry
      if (entry !== "missing") entries.push(entry)
    }
    return entries
  }

  const whole = inOneTurn(all)
  const variables = inOneTurn(() => new Map<number, ReturnType<ProcessTable["environment"]>>())
  const environment: ProcessTable["environment"] = (pid) => {
    const known = variables().get(pid)
    if (known !== undefined) return known
    const read = answered(() => entriesOf(readFileSync(`${root}/${pid}/environ`, "utf8")))
    variables().set(pid, read)
    return read
  }
  return { all, shared: whole, find, environment }
}

// A NUL ends each variable; a process that wrote over its own may have left the last one without.
const entriesOf = (environ: string): ReadonlyArray<string> => {
  const entries = environ.split("\0")
  return entries.at(-1) === "" ? entries.slice(0, -1) : entries
}

/** Keeps what is read for everybody who asks in the same turn of the event loop. */
const inOneTurn = <A>(read: () => A): (() => A) => {
  let kept: { readonly value: A } | undefined
  return () => {
    if (kept === undefined) {
      kept = { value: read() }
      // Timers that are due together run in one turn of the event loop, each with its own microtasks.
      setImmediate(() => {
        kept = undefined
      })
    }
    return kept.value
  }
}

/** The table of this system. */
export const proc: ProcessTable = below("/proc")

// Node throws what the system answers. A process is missing before its file is opened or while it is read (ESRCH);
// everything else, such as EMFILE, tells about this host and not about the process.
const answered = <A>(read: () => A): A | "missing" | "unreadable" => {
  try {
    return read()
  } catch (cause) {
    return ["ENOENT", "ESRCH"].includes(errorCode(cause)) ? "missing" : "unreadable"
  }
}
