/** The tour's eyes on a real system. */
import { processTable } from "@lanyard/process/node"
import { Effect, Layer } from "effect"
import { Look, TourSystem } from "../tour/TourSystem.ts"
import { send } from "./Signals.ts"

/** Reads the process table where the system shows one, and asks for the groups elsewhere. */
export const layer: Layer.Layer<TourSystem> = Layer.succeed(TourSystem, {
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
