import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Fiber, Logger, Schedule } from "effect"
import { TestClock } from "effect/testing"
import { Spawner, type StopSignal } from "../src/Child.ts"
import * as OwnedChild from "../src/OwnedChild.ts"
import type { Script } from "../src/testing/Script.ts"
import * as ScriptedChild from "../src/testing/ScriptedChild.ts"
import { advance, spec } from "./support/supervised.ts"

const stubborn: Script = { onEndOfInput: "ignores", onSigterm: "ignores" }

/** Stops a child whose looks at descendants die. */
const stopBlind = (trace: () => () => never) =>
  Effect.gen(function* () {
    const stage = yield* ScriptedChild.make(() => stubborn)
    const spawner = Spawner.of({
      start: (spec) =>
        Effect.map(stage.spawner.start(spec), (child) => ({ ...child, group: { ...child.group, trace } }))
    })
    const child = yield* Effect.provideService(OwnedChild.spawn(spec), Spawner, spawner)
    const stopped = yield* Effect.forkChild(child.stop)
    yield* advance("10 seconds")
    return yield* Fiber.join(stopped)
  }).pipe(Effect.provide(Logger.layer([])))

const die = (): never => assert.fail("no look at processes")

describe("Termination.run", () => {
  it.effect.each([
    ["before a rung", die],
    ["for the report", () => die]
  ] as const)("takes every rung although a look %s dies", ([, trace]) =>
    Effect.gen(function* () {
      const report = yield* stopBlind(trace)
      assert.deepStrictEqual(report.steps, [
        { rung: "end of input", at: 0, delivered: true },
        { rung: "SIGTERM", at: 1000, delivered: true },
        { rung: "SIGKILL", at: 1500, delivered: true }
      ])
      assert.deepStrictEqual(report.survivors, [])
    })
  )

  it.effect("tells its schedule the time since the stop began, and not the wall clock's (B155)", () =>
    Effect.gen(function* () {
      const told: Array<number> = []
      const signals = Schedule.fromStep(
        Effect.succeed((now: number) => {
          told.push(now)
          const signal: StopSignal = told.length === 1 ? "SIGTERM" : "SIGKILL"
          return Effect.succeed<[StopSignal, Duration.Duration]>([signal, Duration.seconds(1)])
        })
      )
      yield* TestClock.setTime(7_200_000)
      const stage = yield* ScriptedChild.make(() => stubborn)
      const child = yield* Effect.provideService(
        OwnedChild.spawn(spec, { escalation: signals }),
        Spawner,
        stage.spawner
      )
      const stopping = yield* Effect.forkChild(child.stop)
      yield* advance("10 seconds")
      yield* Fiber.join(stopping)
      assert.deepStrictEqual(told.slice(0, 2), [0, 1000])
    })
  )
})
