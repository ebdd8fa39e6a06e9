/** The processes of Linux, as /proc shows them. What cannot be read is left out: it is gone, or not for this user. */
import { existsSync } from "node:fs"
import { readdir, readFile, readlink } from "node:fs/promises"
import { endianness } from "node:os"
import { Effect } from "effect"
import { ProcessesHidden, type ProcessSource } from "../hostcalls/Processes.ts"
import type { Detail, Reading } from "../hostcalls/ProcessRows.ts"

/** The units that the system counts in. */
export interface Units {
  /** Ticks in a second. */
  readonly ticks: number
  /** Bytes in a page of memory. */
  readonly page: number
}

/** Reads the auxiliary vector of a 64-bit process, which names the units; what it does not name is what it nearly always is. */
export const unitsOf = (vector: Buffer): Units => {
  const values = new Map<bigint, bigint>()
  const read = (at: number) => (endianness() === "LE" ? vector.readBigUInt64LE(at) : vector.readBigUInt64BE(at))
  for (let at = 0; at + 16 <= vector.length; at += 16) values.set(read(at), read(at + 8))
  return { ticks: Number(values.get(17n) ?? 100), page: Number(values.get(6n) ?? 4096) }
}

/** Reads /proc/PID/stat at `uptime` seconds after the machine started; undefined for one that has ended. */
export const parse = (stat: string, uptime: number, { ticks, page }: Units): Reading | undefined => {
  const open = stat.indexOf("(")
  const close = stat.lastIndexOf(")")
  const fields = stat.slice(close + 2).split(" ")
  const [state, parent, user, system, threads, started, pages] = [0, 1, 11, 12, 17, 19, 21].map((at) => fields[at])
  if (open === -1 || started === undefined || pages === undefined || state === "Z" || state === "X") return undefined
  return {
    pid: Number(stat.slice(0, open)),
    parent: Number(parent),
    comm: stat.slice(open + 1, close),
    started,
    cpu: ((Number(user) + Number(system)) * 1000) / ticks,
    memory: Number(pages) * page,
    uptime: Math.max(0, uptime - Number(started) / ticks),
    threads: Number(threads)
  }
}

/** Reads /proc/PID/io. */
export const parseIo = (io: string): Pick<Detail, "diskRead" | "diskWrite"> => {
  const read = /^read_bytes: (\d+)$/m.exec(io)?.[1]
  const written = /^write_bytes: (\d+)$/m.exec(io)?.[1]
  return read === undefined || written === undefined ? {} : { diskRead: Number(read), diskWrite: Number(written) }
}

const readOr = <A, B>(call: () => Promise<A>, otherwise: B): Effect.Effect<A | B> =>
  Effect.orElseSucceed(Effect.tryPromise(call), () => otherwise)

/** Reads a file system of the shape of /proc. */
export const below = (root: string, host: number): Pick<ProcessSource["Service"], "all" | "detail" | "isHost"> => {
  const text = (path: string) => readOr(() => readFile(`${root}/${path}`, "utf8"), "")

  const sockets = Effect.fnUntraced(function* (pid: number) {
    const folder = `${root}/${pid}/fd`
    const descriptors = yield* readOr(() => readdir(folder), undefined)
    if (descriptors === undefined) return {}
    const targets = yield* Effect.forEach(descriptors, (name) => readOr(() => readlink(`${folder}/${name}`), ""), {
      concurrency: 16
    })
    return { sockets: targets.filter((target) => target.startsWith("socket:")) }
  })

  return {
    all: Effect.gen(function* () {
      const names = yield* readOr(() => readdir(root), [])
      const pids = names.filter((name) => /^\d+$/.test(name))
      if (pids.length === 0) return yield* new ProcessesHidden()
      const units = unitsOf(yield* readOr(() => readFile(`${root}/self/auxv`), Buffer.alloc(0)))
      const uptime = Number.parseFloat(yield* text("uptime"))
      const readings = yield* Effect.forEach(
        pids,
        (pid) => Effect.map(text(`${pid}/stat`), (stat) => parse(stat, uptime, units)),
        { concurrency: 16 }
      )
      return readings.filter((reading) => reading !== undefined)
    }),
    detail: (pid) =>
      Effect.zipWith(text(`${pid}/io`), sockets(pid), (io, found): Detail => ({ ...parseIo(io), ...found })),
    // The number of a thread reaches its process.
    isHost: (pid) => pid === host || existsSync(`${root}/${host}/task/${pid}`)
  }
}
