/**
 * What the program of a module is started with. Everything that can refuse a start is asked before anything starts: the policy, the
 * secrets, the program and its version.
 */
import type { ChildSpec } from "@lanyard/process"
import type { Definition } from "@lanyard/sos-module"
import { Context, type Effect } from "effect"
import type { Fault } from "./Fault.ts"
import type { Call, RunnableModule } from "./Runner.ts"
import type { Redactor } from "./secrets/Redaction.ts"

/** A program that may be started, and what keeps its secrets out of everything it says. */
export interface Launched {
  readonly spec: ChildSpec.ChildSpec
  readonly redactor: Redactor
}

/** Authorises modules and finds their programs. */
export class Launch extends Context.Service<
  Launch,
  {
    /** Authorises a module of kind `stdio` with its own capabilities. Asked anew before each start of its process. */
    readonly stdio: (module: RunnableModule) => Effect.Effect<Launched, Fault>
    /** Authorises one call of a command adapter with the action's own capabilities, and fills in its arguments. */
    readonly command: (
      module: RunnableModule,
      call: Call,
      adapter: Definition.CommandAction
    ) => Effect.Effect<Launched, Fault>
    /** Authorises a module of kind `command` and finds what it requires and the programs of all its actions; calls none. */
    readonly inspect: (module: RunnableModule) => Effect.Effect<void, Fault>
  }
>()("@lanyard/sos-runtime/Launch") {}
