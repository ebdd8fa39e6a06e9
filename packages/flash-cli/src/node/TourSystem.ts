/** The tour's hands on a real system. */
import { processTable } from "@lanyard/process/node"
import { Effect, Layer } from "effect"
import { Look, TourSystem } from "../tour/TourSystem.ts"

/** Kills with SIGKILL; reads the process table where the system shows one, and asks for the groups elsewhere. */
export const layer: Layer.Layer<TourSystem> = Layer.succeed(TourSystem, {
  kill: (pid) => Effect.sync(() => void send(pid, "SIGKILL")),
  look: (groups) =>
    Effect.sync(() => {
      const entries = processTable?.all() ?? "unreadable"
      if (entries !== "unreadable") {
        const members = entries.filter(({ group, running }) => running && groups.includes(group))
        return Look.Processes({ running: members.map(({ pid, name }) => ({ pid, name })) })
      }
      return process.platform === "win32"
        ? Look.Hidden()
        : Look.Groups({ alive: groups.filter((group) => send(-group, 0)) })
    })
})

/** Whether the signal had somebody to go to; 0 only asks. */
const send = (target: number, signal: "SIGKILL" | 0): boolean => {
  try {
    return process.kill(target, signal)
  } catch {
    return false
  }
}
