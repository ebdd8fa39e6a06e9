/** What the tour sees of processes behind the host's back, to show that the host leaves nothing behind. */
import type { Child } from "@lanyard/process"
import { Context, Data, type Effect } from "effect"

/** What a look at process groups shows, as far as the system lets anybody look. */
export type Look = Data.TaggedEnum<{
  /** The members that run, each with its name; zombies do not. */
  Processes: { readonly running: ReadonlyArray<Child.SeenProcess> }
  /** The groups that have a member, and nothing about who that is. */
  Groups: { readonly alive: ReadonlyArray<number> }
  /** Nothing: there are no groups here. */
  Hidden: Record<never, never>
}>
export const Look = Data.taggedEnum<Look>()

/** The tour's own eyes on the system. */
export class TourSystem extends Context.Service<
  TourSystem,
  {
    /** Looks at these process groups. */
    readonly look: (groups: ReadonlyArray<number>) => Effect.Effect<Look>
  }
>()("@lanyard/flash-cli/TourSystem") {}
