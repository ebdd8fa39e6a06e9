/** The process table of this system: /proc on Linux, `ps` on macOS, none elsewhere. */
import { totalmem } from "node:os"
import { getSystemErrorMessage } from "node:util"
import { Child } from "@lanyard/process"
import { Effect, Layer } from "effect"
import { ProcessesHidden, ProcessSource, SignalRefused } from "../hostcalls/Processes.ts"
import * as LinuxProcesses from "./LinuxProcesses.ts"
import * as MacProcesses from "./MacProcesses.ts"

const terminate = (pid: number): Effect.Effect<void, SignalRefused> =>
  Effect.try({
    try: () => {
      process.kill(pid, "SIGTERM")
    },
    catch: (error) => new SignalRefused({ reason: messageOf(error) })
  })

// The system's own words for its number, without what Node puts around them.
const messageOf = (error: unknown): string =>
  error instanceof Error && "errno" in error && typeof error.errno === "number"
    ? getSystemErrorMessage(error.errno)
    : "unknown"

const isHost = (pid: number): boolean => pid === process.pid

const none = { all: Effect.fail(new ProcessesHidden()), detail: () => Effect.succeed({}), isHost }

const source = Effect.map(Child.Spawner, (spawner) => {
  const shared = { memory: totalmem(), terminate }
  switch (process.platform) {
    case "linux":
      return { ...shared, ...LinuxProcesses.below("/proc", process.pid) }
    case "darwin": {
      const all = Effect.provideService(MacProcesses.all, Child.Spawner, spawner)
      return { ...shared, ...none, all }
    }
    default:
      return { ...shared, ...none }
  }
})

/** Shows the processes of this system. */
export const layer: Layer.Layer<ProcessSource, never, Child.Spawner> = Layer.effect(ProcessSource, source)
