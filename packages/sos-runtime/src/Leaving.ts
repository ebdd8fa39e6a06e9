/**
 * How a process of a module leaves: an idle one is asked to and gets the time that its run has left for it, any other goes at
 * once. Either way its whole group is gone in the end, and what it had written to stderr is handed over.
 */
import { Collect, type OwnedChild, Termination } from "@lanyard/process"
import type { JsonRpc, Peer } from "@lanyard/wire"
import { type Duration, Effect, Schedule } from "effect"
import { ModuleStderr } from "./ModuleStderr.ts"
import * as PluginProtocol from "./PluginProtocol.ts"
import * as Stderr from "./Stderr.ts"
import type { Redactor } from "./secrets/Redaction.ts"

/** The escalation after a grace, in milliseconds, that is asked for only when the stop begins. */
export const escalation = (grace: () => number): Schedule.Schedule<"SIGTERM" | "SIGKILL"> =>
  Schedule.fromStep(Effect.suspend(() => Schedule.toStep(Termination.escalation(grace()))))

/** Asks for the shutdown, without waiting for the answer, and ends the input behind it. */
export const ask = (peer: Peer.Peer<JsonRpc.Body>, budget: Duration.Duration): Effect.Effect<void> =>
  peer.call(PluginProtocol.methods.shutdown, {}, { deadline: budget }).pipe(
    // Any answer will do, and none as well: what counts is that the process leaves.
    Effect.exit,
    Effect.forkChild({ startImmediately: true }),
    Effect.andThen(peer.end)
  )

/** Whether a signal had to be sent. */
export const wasKilled = ({ steps }: Termination.StopReport): boolean =>
  steps.some(({ delivered, rung }) => delivered && rung !== "end of input")

/** Keeps the beginning of what the process writes to stderr; the effect hands it over, once the process is gone. */
export const diagnostics = (child: OwnedChild.OwnedChild, module: string, redactor: Redactor): Effect.Effect<void> => {
  const kept = Collect.keeper(PluginProtocol.quotas.stderr_bytes)
  child.onStderr(kept.push)
  return Effect.flatMap(ModuleStderr, ({ write }) => {
    const text = Stderr.text(kept.output(), redactor)
    return text === "" ? Effect.void : write(module, text)
  })
}
