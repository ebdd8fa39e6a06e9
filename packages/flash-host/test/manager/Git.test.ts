import { assert, describe, it } from "@effect/vitest"
import { Child } from "@lanyard/process"
import { ScriptedChild } from "@lanyard/process/testing"
import { Effect, Layer } from "effect"
import * as Git from "../../src/manager/Git.ts"
import { withoutProcesses } from "../../src/testing/TestPlatform.ts"
import { advance, begin } from "../support/scripted.ts"

describe("A call of git", () => {
  it.effect("is given up after 60 s, and not before [FLASH-INST-11]", () =>
    Effect.gen(function* () {
      const stage = yield* ScriptedChild.make(() => ({ onEndOfInput: "ignores" }))
      const services = yield* Layer.build(Layer.merge(withoutProcesses, Layer.succeed(Child.Spawner, stage.spawner)))
      const git = yield* Effect.provide(Git.find("https"), services)
      const called = yield* begin(
        Effect.flip(Effect.provide(git.call("/folder", ["fetch"], "the commit could not be fetched"), services))
      )
      yield* advance(59_999)
      assert.isUndefined(called.now())
      yield* advance(1)
      yield* advance("2 seconds")
      assert.strictEqual(yield* called.outcome, "git took too long")
    })
  )
})
