/** The processes of macOS, as `ps` lists them. */
import { type Child, Collect, Environment } from "@lanyard/process"
import { Effect, Result } from "effect"
import { ProcessesHidden } from "../hostcalls/Processes.ts"
import type { Reading } from "../hostcalls/ProcessRows.ts"

const columns = ["pid", "ppid", "state", "rss", "time", "etime", "lstart", "comm"]

/** Reads the listing: a line for each process. What has ended, or is no such line, is left out. */
export const parse = (listing: string): ReadonlyArray<Reading> =>
  listing.split("\n").flatMap((line) => {
    const [, pid, parent, state, kibibytes, time = "", age = "", started = "", command = ""] = shape.exec(line) ?? []
    if (pid === undefined || state?.startsWith("Z")) return []
    return {
      pid: Number(pid),
      parent: Number(parent),
      comm: command.slice(command.lastIndexOf("/") + 1),
      started,
      cpu: seconds(time) * 1000,
      memory: Number(kibibytes) * 1024,
      uptime: seconds(age)
    }
  })

// `lstart` is five words: Wed Dec  2 09:30:00 2026.
const shape = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(\d+)\s+([\d:.-]+)\s+([\d:.-]+)\s+(\S+\s+\S+\s+\S+\s+\S+\s+\S+)\s+(.+)$/

/** Seconds of `[[days-]hours:]minutes:seconds[.hundredths]`. */
const seconds = (text: string): number => {
  const [clock = "", days = "0"] = text.split("-").reverse()
  return clock.split(":").reduce((total, part) => total * 60 + Number(part), 0) + Number(days) * 86_400
}

/** Lists the processes of this system. */
export const all: Effect.Effect<ReadonlyArray<Reading>, ProcessesHidden, Child.Spawner> = Effect.scoped(
  Effect.gen(function* () {
    const { exit, stdout } = yield* Collect.run({
      executable: "/bin/ps",
      args: ["-ax", ...columns.flatMap((column) => ["-o", `${column}=`])],
      cwd: "/",
      environment: Result.getOrElse(Environment.make({ values: { LC_ALL: "C" } }), () => Environment.empty),
      stdoutBytes: 4 * 1024 * 1024,
      stderrBytes: 0,
      deadline: 2_000
    })
    const readings = parse(new TextDecoder().decode(stdout.bytes))
    const listed = exit._tag === "Exited" && exit.code === 0 && readings.length > 0
    return listed ? readings : yield* new ProcessesHidden()
  })
).pipe(Effect.mapError(() => new ProcessesHidden()))
