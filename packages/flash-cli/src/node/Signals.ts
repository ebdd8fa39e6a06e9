/** Signals of this system. */
import { Effect, Layer } from "effect"
import { Killer } from "../Killer.ts"

/** Whether the signal had somebody to go to; 0 only asks. */
export const send = (target: number, signal: "SIGKILL" | 0): boolean => {
  try {
    return process.kill(target, signal)
  } catch {
    return false
  }
}

/** Kills with SIGKILL. */
export const killer: Layer.Layer<Killer> = Layer.succeed(Killer, {
  kill: (pid) => Effect.sync(() => void send(pid, "SIGKILL"))
})
