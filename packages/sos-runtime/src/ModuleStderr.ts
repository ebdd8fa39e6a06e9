/** Where the diagnostics of modules go: text for people, redacted before it gets here, and never part of a result. */
import { Context, Effect } from "effect"

/** Takes what a module wrote to stderr. Nothing is shown unless the host of the run provides a place. */
export const ModuleStderr = Context.Reference<{
  readonly write: (module: string, text: string) => Effect.Effect<void>
}>("@lanyard/sos-runtime/ModuleStderr", { defaultValue: () => ({ write: () => Effect.void }) })
