/**
 * A persistent module for one run: nothing runs before its first call, all callers share one process, and calls go to it one
 * after the other. Nothing is ever sent twice; a call that comes after the process was lost starts another one, once the old
 * one is gone.
 */
import type { Child } from "@lanyard/process"
import { ValueCodec } from "@lanyard/sos-module"
import { Deferred, Duration, Effect, Fiber, type Scope } from "effect"
import type { Fault } from "./Fault.ts"
import { Launch, type Launched } from "./Launch.ts"
import * as PluginSession from "./PluginSession.ts"
import * as Reply from "./Reply.ts"
import * as RunDeadline from "./RunDeadline.ts"
import type { RunHost } from "./RunHost.ts"
import type { Call, RunnableModule, Runner } from "./Runner.ts"
import type { Redactor } from "./secrets/Redaction.ts"
import * as Turns from "./Turns.ts"

/** What a persistent module needs to run. */
export type Services = Launch | Child.Spawner | RunHost

/** Makes the runner of a module of kind `stdio`; closing the scope ends its process, if there is one. */
export const make = Effect.fn("StdioModule.make")(function* (
  module: RunnableModule
): Effect.fn.Return<Runner, never, Services | Scope.Scope> {
  const { definition } = module
  const codec = ValueCodec.make(definition)
  const launch = yield* Launch
  const context = yield* Effect.context<Services>()
  const scope = yield* Effect.scope
  const inTurn = Turns.make()
  const shutdownBudget = RunDeadline.within(Duration.nanos(definition.runtime.shutdownTimeout.nanos))
  let starts = 0
  let current: Open | undefined
  let gone: Effect.Effect<void> = Effect.void

  /** One process in a fiber of its own, which no caller can keep from ending what it started. */
  const live = (launched: Launched, alias: string, opened: Deferred.Deferred<Open, Fault>) =>
    PluginSession.open({ module, launched, alias, number: ++starts, shutdownBudget }).pipe(
      Effect.map((session): Open => ({ session, redactor: launched.redactor })),
      Effect.onExit((exit) => Deferred.done(opened, exit)),
      Effect.flatMap(({ session }) => Deferred.await(session.ended)),
      Effect.scoped,
      Effect.exit,
      Effect.provideContext(context)
    )

  const start = Effect.fnUntraced(function* (alias: string) {
    current = undefined
    yield* gone
    const launched = yield* launch.stdio(module)
    const opened = Deferred.makeUnsafe<Open, Fault>()
    const life = yield* Effect.forkIn(live(launched, alias, opened), scope, { startImmediately: true })
    gone = Effect.asVoid(Fiber.await(life))
    current = yield* Effect.onInterrupt(Deferred.await(opened), () => Effect.sync(() => life.interruptUnsafe()))
    return current
  })

  const ask = (call: Call, { redactor, session }: Open) =>
    Effect.flatMap(session.invoke(call), (body) => Reply.read(body, { definition, codec, call, redactor, session }))

  return {
    invoke: (call) =>
      inTurn(
        () =>
          current === undefined || Deferred.isDoneUnsafe(current.session.ended)
            ? Effect.flatMap(call.limit.within(start(call.alias)), (opened) => ask(call, opened))
            : ask(call, current),
        call.limit.within
      )
  }
})

interface Open {
  readonly session: PluginSession.PluginSession
  readonly redactor: Redactor
}
