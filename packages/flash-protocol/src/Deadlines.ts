/** How long a reply matters, by name. The table is the contract: nothing is ever cancelled, a late reply is dropped. */
import { Context, Duration, Layer } from "effect"
import { protocol } from "./protocol.gen.ts"

/** The deadlines a request can have. */
export type Name = keyof typeof protocol.deadlines

/** Milliseconds by name. */
export type Deadlines = Readonly<Record<Name, number>>

/** What a host's configuration may change: `[plugins] startup_timeout` and `[flashlight] live_query_timeout_ms`. */
export interface Overrides {
  readonly startup?: Duration.Input
  readonly live?: Duration.Input
}

/** A table with a host's overrides, the contract's own if not given; each is whole milliseconds, at least one. */
export const make = (overrides: Overrides = {}, table: Deadlines = protocol.deadlines): Deadlines => ({
  ...table,
  ...(overrides.startup === undefined ? {} : { startup: toMillis(overrides.startup) }),
  ...(overrides.live === undefined ? {} : { live: toMillis(overrides.live) })
})

/** The table in force; the contract's own unless a host or a test provides another. */
export const Table = Context.Reference<Deadlines>("@lanyard/flash-protocol/Deadlines", { defaultValue: () => make() })

/** Provides the table with a host's overrides. */
export const layer = (overrides: Overrides): Layer.Layer<never> => Layer.succeed(Table, make(overrides))

/** Milliseconds a `perform` may take: the matched command's own `timeout_ms`, else the table's. */
export const ofPerform = (table: Deadlines, command?: { readonly timeout_ms?: number | undefined }): number =>
  command?.timeout_ms ?? table.perform

/**
 * Milliseconds after which a plugin stops a search or hints handler, which then answers `Refusal.deadlineExceeded`: a tenth
 * before the deadline, and never more than 50 ms before it. Evaluate and perform are not stopped.
 */
export const earlyStop = (deadline: number): number =>
  deadline - Math.min(deadline / protocol.plugin.early_stop_divisor, protocol.plugin.early_stop_most)

const toMillis = (duration: Duration.Input) => Math.max(1, Math.ceil(Duration.toMillis(duration)))
