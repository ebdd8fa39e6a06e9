/**
 * What plugins may ask of the host. A call is judged before anything is done for it: its method, its capability (nothing is
 * granted that the manifest does not declare), its params. Whatever goes wrong is a lawful refusal.
 */
import { type Capability, HostCalls as Contract, Refusal, Response } from "@lanyard/flash-protocol"
import { Context, Effect, Layer, Result } from "effect"

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

/** Answers the calls of plugins. */
export class HostCalls extends Context.Service<
  HostCalls,
  {
    /** The result to reply with; interrupted when the attempt that asked is over. */
    readonly answer: (caller: Caller, method: string, params: unknown) => Effect.Effect<Response.Body>
  }
>()("@lanyard/flash-host/HostCalls") {
  /** Judges calls and has none to make: every one that is granted is answered as unknown. */
  static readonly layerNone: Layer.Layer<HostCalls> = Layer.succeed(HostCalls, {
    answer: ({ capabilities }, method, params) =>
      Effect.succeed(
        Result.match(Contract.accept(method, params, capabilities), {
          onFailure: Response.failure,
          onSuccess: () => Response.failure(Refusal.unknownMethod(method))
        })
      )
  })
}
