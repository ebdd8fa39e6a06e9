/**
 * Diagnosing a module: the one thing that looks at the machine and starts programs on request. Its interface is here, where checkers
 * and editors can ask for it without being able to start anything; what answers is a layer of whoever runs modules.
 */
import { Context, type Effect } from "effect"
import type { Loaded } from "../resolution/Resolver.ts"
import type { CallFailure } from "./CallFailure.ts"

/** Says whether a module could be called here and now. No action of it is invoked. */
export class Doctor extends Context.Service<
  Doctor,
  {
    /**
     * Authorises the module, checks what it requires, and then shakes hands with a persistent module or finds the programs of a
     * command adapter. Fails with the first thing that is in the way, after 10 s at the latest.
     */
    readonly diagnose: (module: Loaded) => Effect.Effect<void, CallFailure>
  }
>()("@lanyard/sos-module/Doctor") {}
