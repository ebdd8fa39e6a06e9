/**
 * The external modules of one run. Nothing of a module runs before its first call, all callers share what it started, and the
 * end of the run ends all of it at once.
 */
import { type CallFailure, type Policy, type Value, ValueCodec } from "@lanyard/sos-module"
import { Context, Effect, Layer, Scope } from "effect"
import * as CommandModule from "./command/CommandModule.ts"
import { Fault } from "./Fault.ts"
import * as Invocation from "./Invocation.ts"
import * as Launching from "./launch/Launching.ts"
import { RunHost } from "./RunHost.ts"
import type { RunnableModule } from "./Runner.ts"
import * as StdioModule from "./StdioModule.ts"

/** Calls actions of external modules. */
export class Modules extends Context.Service<
  Modules,
  {
    /**
     * Calls an action with positional arguments and returns its value, checked against the definition; `null` for an action that
     * returns nothing. Interrupting the call cancels it. A host that is no program leaves `caller` out.
     */
    readonly call: (
      path: string,
      action: string,
      values: ReadonlyArray<Value>,
      caller?: Partial<Invocation.Caller>
    ) => Effect.Effect<Value, CallFailure.CallFailure>
  }
>()("@lanyard/sos-runtime/Modules") {
  /** The modules that a project registers, under the grant of its policy. */
  static readonly layer = (
    modules: Iterable<RunnableModule>,
    grant: Policy.Grant
  ): Layer.Layer<Modules, never, Launching.Services> =>
    Layer.effect(Modules, make(modules)).pipe(Layer.provide(Launching.layer(grant)))
}

const make = Effect.fnUntraced(function* (modules: Iterable<RunnableModule>) {
  const host = yield* RunHost
  // Parallel, so that many modules leave within one limit and not within the sum of theirs.
  const scope = yield* Scope.fork(yield* Effect.scope, "parallel")
  const parts = new Map<string, Pick<Invocation.Invocation, "module" | "runner" | "codec">>()
  for (const module of modules) {
    const { make } = module.definition.runtime.kind === "stdio" ? StdioModule : CommandModule
    const runner = yield* Scope.provide(make(module), scope)
    parts.set(module.definition.path, { module, runner, codec: ValueCodec.make(module.definition) })
  }
  const run = yield* Invocation.make(host)

  return Modules.of({
    call: (path, action, values, { alias = aliasOf(path), frame } = {}) => {
      const found = parts.get(path)
      if (found === undefined) {
        const fault = new Fault({ phase: "resolve", message: `module ${path} is not part of this run` })
        return Effect.fail(Invocation.failure(fault, { module: path, version: "", action, frame }))
      }
      const { codec, module, runner } = found
      return run({ module, runner, codec, action, values, caller: { alias, frame } })
    }
  })
})

/** What a script calls a module that it gives no other name. */
const aliasOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1)
