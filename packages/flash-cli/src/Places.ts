/** Folders of the user that the program goes by. */
import { Context, type Effect, type Scope } from "effect"

/** Knows folders. */
export class Places extends Context.Service<
  Places,
  {
    /** The user's home, absolute. */
    readonly home: string
    /** The folder that the data folders of all plugins go into. */
    readonly data: string
    /** A new folder for temporary files; it is gone with the scope, or at the latest with the program. */
    readonly temporary: Effect.Effect<string, never, Scope.Scope>
  }
>()("@lanyard/flash-cli/Places") {}
