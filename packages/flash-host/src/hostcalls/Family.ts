/**
 * What the families of host calls have in common. A family is a service with a function for each of its calls; whoever provides
 * another layer for it replaces those calls and nothing else: the gate, the params and the form of a reply stay the host's.
 */
import { type Capability, type HostCalls as Contract, Refusal } from "@lanyard/flash-protocol"
import { Effect } from "effect"

/** The attempt that asks, as far as calls are concerned. */
export interface Caller {
  /** The plugin's id. */
  readonly plugin: string
  /** The folder the plugin keeps its data in. */
  readonly dataDir: string
  /** What its manifest declares. */
  readonly capabilities: ReadonlySet<Capability.Capability>
  /** The addresses its manifest lets it fetch. */
  readonly fetchUrls: ReadonlyArray<string>
}

/**
 * Makes a call of the method `M`, whose params are accepted. The failure is the text to refuse with, which is not blank and
 * holds nothing that a plugin or a user wrote. Interrupted when the attempt that asked is over.
 */
export type Handler<M extends Contract.Method> = (
  params: Contract.Received<M>,
  caller: Caller
) => Effect.Effect<Contract.Reply<M>, string>

/** Refuses a call for which there are no means. */
export const unavailable =
  <M extends Contract.Method>(method: M): Handler<M> =>
  () =>
    Effect.fail(Refusal.unavailable(method))
