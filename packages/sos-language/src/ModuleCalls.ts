/** The one door from a program to external modules: what runs them is a layer that the program's host provides. */
import type { CallFailure, Definition, Value } from "@lanyard/sos-module"
import { Context, type Effect } from "effect"

/** One call as the program makes it; its arguments are positional and not checked yet. */
export interface ModuleCall {
  readonly definition: Definition.Definition
  readonly action: string
  /** The name that the script gave to the module, for messages. */
  readonly alias: string
  readonly arguments: ReadonlyArray<Value>
  readonly frame: CallFailure.SourceFrame
}

/**
 * Calls actions of external modules. The value is checked against the action's result, and `null` for an action without
 * one. Interrupting the call cancels it. Nothing is started before the first call of a module.
 */
export class ModuleCalls extends Context.Service<
  ModuleCalls,
  {
    readonly call: (call: ModuleCall) => Effect.Effect<Value, CallFailure.CallFailure>
  }
>()("@lanyard/sos-language/ModuleCalls") {}
