/** A plugin is a value: its manifest, and handlers that fit it. Serving it is something else. */
import { Data, Effect } from "effect"
import * as Coverage from "./Coverage.ts"
import type { Handlers, HandlersOf, Manifest } from "./Handlers.ts"

/** A plugin that has not been served yet. */
export interface Plugin {
  readonly manifest: Manifest
  readonly handlers: Handlers
}

/** The manifest declares what no handler serves. */
export class PluginRejected extends Data.TaggedError("PluginRejected")<{
  /** One sentence each. */
  readonly problems: ReadonlyArray<string>
}> {
  override get message(): string {
    return this.problems.join("; ")
  }
}

/**
 * Makes a plugin. The manifest is the imported `manifest.json`, or a literal, of which the compiler knows more: the handlers
 * that it asks for are required.
 */
export const make = <const M extends Manifest>(manifest: M, handlers: HandlersOf<M>): Plugin => ({ manifest, handlers })

/** Fails if the manifest declares what no handler serves; tells of handlers that nothing can reach. */
export const check = (
  { handlers, manifest }: Plugin,
  diagnose: (line: string) => void
): Effect.Effect<void, PluginRejected> =>
  Effect.suspend(() => {
    const { missing, unreachable } = Coverage.compare(manifest, handlers)
    for (const line of unreachable) diagnose(line)
    return missing.length === 0 ? Effect.void : Effect.fail(new PluginRejected({ problems: missing }))
  })
