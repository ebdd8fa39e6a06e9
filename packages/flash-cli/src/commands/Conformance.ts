/** `flash conformance`: judges a plugin in any language by what it does on its pipes. */
import { ConformanceCommand } from "@lanyard/flash-testkit"
import { Effect } from "effect"
import { type Needs, surroundings } from "../Surroundings.ts"

/** What stands on the command line. */
export type Choice = Pick<ConformanceCommand.Options, "argv" | "manifest" | "format" | "verbose">

/** Prints the report; returns whether the plugin conforms. */
export const run = Effect.fn("flash conformance")(function* (
  choice: Choice
): Effect.fn.Return<boolean, ConformanceCommand.CommandFailure, Needs> {
  return yield* ConformanceCommand.run({ ...(yield* surroundings), ...choice })
})
