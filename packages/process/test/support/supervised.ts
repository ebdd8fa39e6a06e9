/** A supervisor over scripted children, as hosts build one: the attempt spawns, waits for a greeting, then for the exit. */
import { Deferred, Duration, Effect, Exit, Schema } from "effect"
import { TestClock } from "effect/testing"
import { Spawner } from "../../src/Child.ts"
import type { ChildSpec } from "../../src/ChildSpec.ts"
import * as Environment from "../../src/Environment.ts"
import * as OwnedChild from "../../src/OwnedChild.ts"
import type { StartFailure } from "../../src/ProcessError.ts"
import * as RestartPolicy from "../../src/RestartPolicy.ts"
import * as Supervisor from "../../src/Supervisor.ts"
import * as ScriptedChild from "../../src/testing/ScriptedChild.ts"

export class Ended extends Schema.TaggedError<Ended>()("Ended", { tag: Schema.String }) {}
export class Refused extends Schema.TaggedError<Refused>()("Refused", {}) {}
export type SessionFailure = Ended | Refused | StartFailure

export const spec: ChildSpec = { executable: "/scripted", args: [], cwd: "/", environment: Environment.empty }

/** Five failures within 300 s are borne; one second more after each. */
export const restarts = RestartPolicy.failureBudget({ failures: 5, window: Duration.seconds(300) }).pipe(
  RestartPolicy.linearBackoff(Duration.seconds(1), Duration.seconds(30))
)

/** What a child says when it can be called, and when it refuses for good. */
export const greeting = "ready\n"
export const refusal = "refused\n"

export const session = Effect.fn(function* (attempt: Supervisor.Attempt) {
  yield* attempt.stage("launching")
  const child = yield* OwnedChild.spawn(spec)
  const heard = Deferred.makeUnsafe<string>()
  child.stdio.open({
    chunk: (bytes) => Deferred.doneUnsafe(heard, Exit.succeed(new TextDecoder().decode(bytes))),
    end: () => {},
    drain: () => {},
    broken: () => {}
  })
  const ended = Effect.map(Deferred.await(child.exited), (exit) => exit._tag)
  const first = yield* Effect.raceFirst(Deferred.await(heard), ended)
  if (first === refusal) return yield* new Refused()
  if (first === greeting) yield* attempt.ready
  return yield* new Ended({ tag: yield* ended })
})

/** Lets everything happen that needs no time, then lets time pass: adjusting alone overtakes fibers just started. */
export const advance = (duration: Duration.Input) =>
  Effect.andThen(Effect.repeat(Effect.yieldNow, { times: 50 }), TestClock.adjust(duration))

/** A stopped supervisor, with the stage its children play on. */
export const supervise = Effect.fn(function* (
  cast: ScriptedChild.Casting,
  attempt: (
    attempt: Supervisor.Attempt
  ) => Effect.Effect<never, SessionFailure, Spawner | Effect.Services<ReturnType<typeof session>>> = session
) {
  const stage = yield* ScriptedChild.make(cast)
  const supervisor = yield* Supervisor.make({
    attempt,
    policy: restarts,
    rejects: (failure) => failure._tag === "Refused"
  }).pipe(Effect.provideService(Spawner, stage.spawner))
  const happened = (what: string) =>
    stage
      .log()
      .filter((entry) => entry.what === what)
      .map((entry) => entry.at)
  return { supervisor, stage, happened }
})
