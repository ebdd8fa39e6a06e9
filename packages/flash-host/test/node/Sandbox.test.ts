import { assert, describe, it } from "@effect/vitest"
import { Child } from "@lanyard/process"
import { ScriptedChild } from "@lanyard/process/testing"
import { Context, Effect, Layer } from "effect"
import { layer } from "../../src/node/Sandbox.ts"
import * as Enforcer from "../../src/sandbox/Enforcer.ts"
import { withoutProcesses } from "../../src/testing/TestPlatform.ts"
import { advance, begin } from "../support/scripted.ts"

/** What is asked of a system whose `bwrap` never ends, and how often that was started. */
const endless = Effect.gen(function* () {
  const stage = yield* ScriptedChild.make(() => ({ onEndOfInput: "ignores" }))
  const services = Layer.merge(withoutProcesses, Layer.succeed(Child.Spawner, stage.spawner))
  const current = Context.get(yield* Layer.build(Layer.provide(layer, services)), Enforcer.Current)
  const trials = () => stage.log().filter(({ what }) => what === "started").length
  return { current, trials }
})

describe.runIf(process.platform === "linux")("The trial of a sandbox", () => {
  it.effect("is over after 5 s, and not before [FLASH-SAND-11]", () =>
    Effect.gen(function* () {
      const { current } = yield* endless
      const asked = yield* begin(current)
      yield* advance(4_999)
      assert.isUndefined(asked.now())
      yield* advance(1)
      yield* advance("1 second")
      assert.deepStrictEqual(
        yield* asked.outcome,
        Enforcer.Enforcer.None({ reason: "bwrap is not allowed to make a sandbox here" })
      )
    })
  )

  it.effect("begins when somebody asks, and is one for all of them", () =>
    Effect.gen(function* () {
      const { current, trials } = yield* endless
      assert.strictEqual(trials(), 0)
      const first = yield* begin(current)
      const second = yield* begin(current)
      yield* advance("10 seconds")
      assert.deepStrictEqual(yield* first.outcome, yield* second.outcome)
      yield* current
      assert.strictEqual(trials(), 1)
    })
  )
})
