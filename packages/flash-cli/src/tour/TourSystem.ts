/** What the tour does to processes behind the host's back, to show that the host copes and leaves nothing behind. */
import type { Child } from "@lanyard/process"
import { Context, type Effect } from "effect"

/** The tour's own hands on the system. */
export class TourSystem extends Context.Service<
  TourSystem,
  {
    /** Kills a process outright, as a crash would. */
    readonly kill: (pid: number) => Effect.Effect<void>
    /** Members of these process groups that still run; zombies do not. */
    readonly running: (groups: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<Child.SeenProcess>>
  }
>()("@lanyard/flash-cli/TourSystem") {}
