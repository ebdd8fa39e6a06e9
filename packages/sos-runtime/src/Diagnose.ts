/**
 * Diagnoses modules for real, on request alone: everything that a call would need is asked for, and a persistent module is started,
 * greeted and shut down. No action is invoked.
 */
import type { Child } from "@lanyard/process"
import { Doctor } from "@lanyard/sos-module"
import { Clock, Duration, Effect, Layer } from "effect"
import { Fault } from "./Fault.ts"
import * as Invocation from "./Invocation.ts"
import { Launch } from "./Launch.ts"
import * as PluginSession from "./PluginSession.ts"
import * as RunDeadline from "./RunDeadline.ts"
import type { RunHost } from "./RunHost.ts"
import type { RunnableModule } from "./Runner.ts"

/** How long all of a diagnosis may take, in the words of messages. */
export const limit = "10s"
const limitMillis = 10_000

/** What diagnosing needs. */
export type Services = Launch | Child.Spawner | RunHost

/** Diagnoses under the grant of what launches. */
export const layer: Layer.Layer<Doctor, never, Services> = Layer.effect(
  Doctor,
  Effect.gen(function* () {
    const context = yield* Effect.context<Services>()
    return {
      diagnose: (module) =>
        examined(module).pipe(
          Effect.mapError((fault) => {
            const { path, version } = module.definition
            return Invocation.failure(fault, { module: path, version, action: "", frame: undefined })
          }),
          Effect.provideContext(context)
        )
    }
  })
)

// Closing the scope of an idle session is its shutdown, which gets what is left of the limit.
const examined = (module: RunnableModule): Effect.Effect<void, Fault, Services> =>
  Effect.flatMap(Clock.monotonicTimeNanos, (began) =>
    Effect.timeoutOrElse(module.definition.runtime.kind === "stdio" ? greeted(module) : inspected(module), {
      duration: limitMillis,
      orElse: () => {
        const message = `module ${module.definition.path} was not ready within ${limit}`
        return Effect.fail(new Fault({ phase: "initialize", kind: "timeout", message }))
      }
    }).pipe(Effect.scoped, Effect.provideService(RunDeadline.RunDeadline, began + BigInt(limitMillis) * 1_000_000n))
  )

const inspected = (module: RunnableModule) => Launch.use(({ inspect }) => inspect(module))

const greeted = Effect.fnUntraced(function* (module: RunnableModule) {
  const { definition } = module
  const launched = yield* Launch.use(({ stdio }) => stdio(module))
  const shutdownBudget = RunDeadline.within(Duration.nanos(definition.runtime.shutdownTimeout.nanos))
  yield* PluginSession.open({ module, launched, alias: definition.path, number: 1, shutdownBudget })
})
