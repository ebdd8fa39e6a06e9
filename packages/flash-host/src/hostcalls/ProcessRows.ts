/** What is said of processes, made of two readings of the system's table: pure, so that a window needs no process. */
import type { HostCalls } from "@lanyard/flash-protocol"

/** One process at one moment. */
export interface Reading {
  readonly pid: number
  readonly parent: number
  readonly comm: string
  /** When it started, as the system writes it; with the pid it tells a process from a later one of the same number. */
  readonly started: string
  /** Milliseconds of processor time it has used. */
  readonly cpu: number
  /** Bytes of memory that it occupies. */
  readonly memory: number
  /** Seconds since it started. */
  readonly uptime: number
  /** Its threads, where the system counts them. */
  readonly threads?: number
}

/** What is looked at in the processes of one tree only, because it costs more. A member is missing where nobody may see it. */
export interface Detail {
  readonly diskRead?: number
  readonly diskWrite?: number
  /** What tells one socket from another; processes may share some. */
  readonly sockets?: ReadonlyArray<string>
}

/** Two readings of the same table. */
export interface Sample {
  readonly before: ReadonlyArray<Reading>
  readonly after: ReadonlyArray<Reading>
  /** Milliseconds between the two. */
  readonly elapsed: number
  /** Bytes of memory the machine has. */
  readonly machine: number
}

/** Returns a row for each process of the second reading, in its order. 100 % is one processor, or all memory. */
export const each = (sample: Sample): ReadonlyArray<HostCalls.Processes.Row> => {
  const cpu = cpuOver(sample)
  return sample.after.map((reading) => row(reading, cpu(reading), reading.memory, sample.machine))
}

/** Returns a process and everything below it in the second reading, the process first; nothing if it is not there. */
export const tree = (readings: ReadonlyArray<Reading>, pid: number): ReadonlyArray<Reading> => {
  const children = Map.groupBy(readings, ({ parent }) => parent)
  const found = new Set(readings.filter((reading) => reading.pid === pid))
  for (const member of found) for (const child of children.get(member.pid) ?? []) found.add(child)
  return [...found]
}

/** Returns the one row of a tree, whose first member gives it name and age. */
export const total = (
  sample: Sample,
  members: ReadonlyArray<Reading>,
  details: ReadonlyArray<Detail>
): ReadonlyArray<HostCalls.Processes.Row> => {
  const [root] = members
  if (root === undefined) return []
  const cpu = cpuOver(sample)
  const memory = sum(members.map((member) => member.memory)) ?? 0
  const sockets = details.flatMap((detail) => (detail.sockets === undefined ? [] : [detail.sockets]))
  const optional = {
    disk_read_bytes: sum(details.map(({ diskRead }) => diskRead)),
    disk_write_bytes: sum(details.map(({ diskWrite }) => diskWrite)),
    thread_count: sum(members.map(({ threads }) => threads)),
    socket_count: sockets.length === 0 ? undefined : new Set(sockets.flat()).size
  }
  return [
    {
      ...row(root, sum(members.map(cpu)) ?? 0, memory, sample.machine),
      memory_bytes: memory,
      uptime_seconds: root.uptime,
      process_count: members.length,
      ...present(optional)
    }
  ]
}

const row = ({ pid, comm }: Reading, cpu: number, memory: number, machine: number): HostCalls.Processes.Row => ({
  pid,
  comm,
  cpu_percent: rounded(cpu),
  mem_percent: rounded((100 * memory) / machine)
})

/** Percent of one processor that a process used between the readings; one that is new used all of its time in between. */
const cpuOver = ({ before, elapsed }: Sample) => {
  const earlier = new Map(before.map((reading) => [reading.pid, reading]))
  return ({ pid, started, cpu }: Reading): number => {
    const known = earlier.get(pid)
    const used = known?.started === started ? cpu - known.cpu : cpu
    return elapsed > 0 ? (100 * Math.max(0, used)) / elapsed : 0
  }
}

const rounded = (percent: number) => Math.round(percent * 100) / 100

/** The sum of those that are known; undefined if none is. */
const sum = (values: ReadonlyArray<number | undefined>): number | undefined => {
  const known = values.filter((value) => value !== undefined)
  return known.length === 0 ? undefined : known.reduce((total, value) => total + value, 0)
}

type Optional = "disk_read_bytes" | "disk_write_bytes" | "thread_count" | "socket_count"

const present = (members: Readonly<Record<Optional, number | undefined>>): Partial<Record<Optional, number>> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
