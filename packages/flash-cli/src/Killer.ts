/** Kills processes behind the host's back, to show that the host copes. */
import { Context, type Effect } from "effect"

/** The one who kills. */
export class Killer extends Context.Service<
  Killer,
  {
    /** Kills a process outright, as a crash would; one that is gone already stays gone. */
    readonly kill: (pid: number) => Effect.Effect<void>
  }
>()("@lanyard/flash-cli/Killer") {}
