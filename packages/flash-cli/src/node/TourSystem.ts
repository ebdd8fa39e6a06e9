/** The tour's hands on a real system. */
import { processTable } from "@lanyard/process/node"
import { Effect, Layer } from "effect"
import { TourSystem } from "../tour/TourSystem.ts"

/** Kills with SIGKILL; reads the process table where the system shows one, and asks for the groups elsewhere. */
export const layer: Layer.Layer<TourSystem> = Layer.succeed(TourSystem, {
  kill: (pid) => Effect.sync(() => void process.kill(pid, "SIGKILL")),
  running: (groups) =>
    Effect.sync(() =>
      processTable === undefined
        ? groups.filter(hasMembers).map((pid) => ({ pid, name: "a process group" }))
        : processTable.all().filter(({ group, running }) => running && groups.includes(group))
    )
})

const hasMembers = (group: number): boolean => {
  try {
    return process.kill(-group, 0)
  } catch {
    return false
  }
}
