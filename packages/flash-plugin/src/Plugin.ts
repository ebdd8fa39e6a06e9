/** A plugin is a value: its manifest, and handlers that fit it. Serving it is something else. */
import { Data, Effect } from "effect"
import * as Coverage from "./Coverage.ts"
import type { Handlers, HandlersOf, Manifest } from "./Handlers.ts"

/** A plugin that has not been served yet. */
export interface Plugin {
  readonly manifest: Manifest
  readonly handlers: Handlers
}

/** The manifest and the handlers do not fit. */
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

/** Fails unless the handlers fit the manifest. */
export const check = ({ handlers, manifest }: Plugin): Effect.Effect<void, PluginRejected> =>
  Effect.suspend(() => {
    const problems = Coverage.problems(manifest, handlers)
    return problems.length === 0 ? Effect.void : Effect.fail(new PluginRejected({ problems }))
  })
