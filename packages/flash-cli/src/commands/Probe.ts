/** `flash probe`: a plugin to type frames at. */
import { ConformanceCommand, Probe } from "@lanyard/flash-testkit"
import { Effect } from "effect"
import { ProbeConsole } from "../ProbeConsole.ts"
import { type Needs, surroundings } from "../Surroundings.ts"

/** What stands on the command line. */
export type Choice = Pick<ConformanceCommand.Options, "argv" | "manifest">

/** Talks until there is nothing more to say; returns whether the plugin left with status 0. */
export const run = Effect.fn("flash probe")(function* (
  choice: Choice
): Effect.fn.Return<boolean, ConformanceCommand.CommandFailure, Needs | ProbeConsole> {
  const subject = yield* ConformanceCommand.subjectOf({ ...(yield* surroundings), ...choice })
  const exit = yield* Probe.run(subject, yield* ProbeConsole)
  return exit._tag === "Exited" && exit.code === 0
})
