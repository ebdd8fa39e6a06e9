import { assert, describe, it } from "@effect/vitest"
import { Lifecycle } from "@lanyard/process"
import { Duration, Effect, Fiber, Layer, Option } from "effect"
import { TestClock, TestConsole } from "effect/testing"
import * as Plugins from "../../src/commands/Plugins.ts"
import { Surfaces } from "../../src/hosting/Surfaces.ts"
import { Output } from "../../src/Output.ts"
import * as ScriptedRun from "../support/scriptedRun.ts"

const { Lifecycle: State } = Lifecycle

const surfaces = Layer.succeed(Surfaces, { refresh: Effect.void })

const starting = State.Starting({ generation: 1, stage: Option.none() })

describe("flash plugins", () => {
  it.effect("waits until every plugin runs, was given up, or is between attempts", () =>
    Effect.gen(function* () {
      const run = yield* ScriptedRun.make()
      yield* run.enter("files", starting)
      yield* run.enter("notes", starting)
      const fiber = yield* Effect.forkChild(Effect.provide(Plugins.run, [run.layer, surfaces, Output.text]))
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

  it.effect("writes an object for each plugin when programs read it", () =>
    Effect.gen(function* () {
      const run = yield* ScriptedRun.make()
      yield* Effect.provide(Plugins.run, [run.layer, surfaces, Output.json])
      const [text = ""] = (yield* TestConsole.logLines).map(String)
      assert.deepStrictEqual(
        text.split("\n").map((line) => JSON.parse(line).id),
        ["files", "notes"]
      )
    })
  )
})
