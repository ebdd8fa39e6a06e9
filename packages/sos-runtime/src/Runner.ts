/**
 * How calls of one module reach its program. Each runtime kind has its runner; arguments are validated before a runner sees
 * them and its result is validated afterwards, so that a runner moves data and judges none of it.
 */
import type { Definition, Value } from "@lanyard/sos-module"
import type { Effect } from "effect"
import type { Fault } from "./Fault.ts"
import type { TimeLimit } from "./TimeLimit.ts"

/** A module that is resolved and checked; what the resolver loads has this shape. */
export interface RunnableModule {
  readonly definition: Definition.Definition
  /** `sha256:` and 64 hexadecimal digits. */
  readonly digest: string
  /** Absolute folder of the definition. */
  readonly folder: string
}

/** One call, with arguments that are valid. */
export interface Call {
  readonly action: Definition.Action
  /** Arguments by parameter name, as the program passed them. */
  readonly values: ReadonlyMap<string, Value>
  /** The same arguments as plain JSON, as they cross to a module. */
  readonly encoded: { readonly [parameter: string]: unknown }
  /** Names the call within its run. */
  readonly requestId: string
  /** How long the call may take. The runner ends it in time. */
  readonly limit: TimeLimit
  /** When the call ends at the latest, as milliseconds of the wall clock; only for telling the module. */
  readonly deadline: number | undefined
  /** What messages call the module: the name that the script gave it. */
  readonly alias: string
}

/** Runs the calls of one module. */
export interface Runner {
  /**
   * Returns what the program answered, as JSON that is not validated. Interrupting it is the cancellation: it settles when the
   * program has given the call up, or was told to end.
   */
  readonly invoke: (call: Call) => Effect.Effect<unknown, Fault>
}
