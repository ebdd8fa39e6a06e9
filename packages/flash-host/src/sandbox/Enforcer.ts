/** What enforces sandboxes on a system. A host is built with it; nothing is confined by one that says nothing of it. */
import { Context, Data, Effect } from "effect"

/** The means of a system. */
export type Enforcer = Data.TaggedEnum<{
  /** macOS: `sandbox-exec` compiles a profile and starts a program under it. */
  Seatbelt: { readonly executable: string }
  /** Linux: `bwrap` starts a program in namespaces of its own, under one of these filters of system calls. */
  Bubblewrap: Bubblewrap
  /** Nothing does, and why. */
  None: { readonly reason: string }
}>
/** Builds enforcers and tells them apart. */
export const Enforcer = Data.taggedEnum<Enforcer>()

/** What it takes to use `bwrap`. */
export interface Bubblewrap {
  readonly executable: string
  /** `unshare`, absolute, where it can keep what is mounted later out of the sandbox. */
  readonly unshare?: string
  readonly filters: Filters
  readonly starters: Starters
}

/** The programs that start a program in a sandbox as it is started outside, absolute. */
export interface Starters {
  readonly env: string
  readonly nice: string
}

/** The files of filters, absolute. */
export interface Filters {
  /** Denies all sockets but those of the internet. */
  readonly network: string
  /** Denies the ways into other processes, and namespaces of users, as well. */
  readonly inspection: string
  /** Denies new processes on top of that. */
  readonly processes: string
}

/** Tells which one this host has; the same to everybody, found out when somebody first asks. */
export const Current = Context.Reference<Effect.Effect<Enforcer>>("@lanyard/flash-host/Enforcer", {
  defaultValue: () => Effect.succeed(Enforcer.None({ reason: "the host was built without a sandbox" }))
})

/** The one that this host has. */
export const here: Effect.Effect<Enforcer> = Effect.flatten(Current)
