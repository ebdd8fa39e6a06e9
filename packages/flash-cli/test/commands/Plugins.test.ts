import { assert, describe, it } from "@effect/vitest"
import { Lifecycle } from "@lanyard/process"
import { Duration, Effect, Fiber, Option } from "effect"
import { TestClock, TestConsole } from "effect/testing"
import * as Plugins from "../../src/commands/Plugins.ts"
import { Output } from "../../src/Output.ts"
import * as ScriptedRun from "../support/scriptedRun.ts"

const { Lifecycle: State } = Lifecycle

const starting = State.Starting({ generation: 1, stage: Option.none() })

describe("flash plugins", () => {
  it.effect("waits until every plugin runs, was given up, or is between attempts", () =>
    Effect.gen(function* () {
      const run = yield* ScriptedRun.make()
      yield* run.enter("files", starting)
      yield* run.enter("notes", starting)
      const fiber = yield* Effect.forkChild(Effect.provide(Plugins.run, [run.layer, Output.text]))
      yield* TestClock.adjust("1 minute")
      yield* run.enter("files", State.Backoff({ generation: 1, failures: 1, delay: Duration.seconds(1) }))
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* TestConsole.logLines, [])
      yield* run.enter("notes", State.Running({ generation: 1 }))
      yield* Fiber.join(fiber)
      const [table = ""] = (yield* TestConsole.logLines).map(String)
      assert.match(table, /^ID[^\n]*\nfiles +stopped, retry after 1s +resident[^\n]*\nnotes +running[^\n]*2\.0 KiB/)
    })
  )

  it.effect("waits for repositories, then refreshes the surfaces, then waits for what that starts", () =>
    Effect.gen(function* () {
      const run = yield* ScriptedRun.make({ isAwaited: true })
      const fiber = yield* Effect.forkChild(Effect.provide(Plugins.run, [run.layer, Output.text]))
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(run.steps, [])
      yield* run.enter("files", starting)
      yield* run.arrive
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(run.steps, ["arrived", "refreshed"])
      assert.deepStrictEqual(yield* TestConsole.logLines, [])
      yield* run.enter("files", State.Running({ generation: 1 }))
      yield* Fiber.join(fiber)
      assert.lengthOf(yield* TestConsole.logLines, 1)
    })
  )

  it.effect("writes an object for each plugin when programs read it", () =>
    Effect.gen(function* () {
      const run = yield* ScriptedRun.make()
      yield* Effect.provide(Plugins.run, [run.layer, Output.json])
      const [text = ""] = (yield* TestConsole.logLines).map(String)
      assert.deepStrictEqual(
        text.split("\n").map((line) => JSON.parse(line).id),
        ["files", "notes"]
      )
    })
  )
})
