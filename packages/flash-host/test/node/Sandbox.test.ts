import { assert, describe, it } from "@effect/vitest"
import { Child } from "@lanyard/process"
import { Script, ScriptedChild } from "@lanyard/process/testing"
import { Context, Effect, Exit, Layer } from "effect"
import { layer } from "../../src/node/Sandbox.ts"
import * as Enforcer from "../../src/sandbox/Enforcer.ts"
import { withoutProcesses } from "../../src/testing/TestPlatform.ts"
import { advance, begin } from "../support/scripted.ts"

/** What is asked of a system where each trial of a sandbox goes as cast, and the means and times of the trials so far. */
const trying = Effect.fn(function* (cast: (attempt: number) => Script.Script) {
  const means: Array<string> = []
  const stage = yield* ScriptedChild.make((attempt, { args }) => {
    means.push(args.some((word) => word.endsWith("/unshare")) ? "unshare" : "bwrap")
    return cast(attempt)
  })
  const services = Layer.merge(withoutProcesses, Layer.succeed(Child.Spawner, stage.spawner))
  const current = Context.get(yield* Layer.build(Layer.provide(layer, services)), Enforcer.Current)
  const trials = () => {
    const started = stage.log().filter(({ what }) => what === "started")
    return started.map(({ at, attempt }) => [means[attempt - 1], at])
  }
  return { current, trials }
})

const endless = trying(() => ({ onEndOfInput: "ignores" }))

/** What is used for a sandbox, beside what every sandbox takes. */
const meansOf = (enforcer: Enforcer.Enforcer) => {
  if (enforcer._tag !== "Bubblewrap") return "none"
  return enforcer.unshare === undefined ? "bwrap" : "unshare"
}

const notAllowed = Enforcer.Enforcer.None({ reason: "bwrap is not allowed to make a sandbox here" })

describe.runIf(process.platform === "linux")("The trial of a sandbox", () => {
  it.effect("is over after 5 s, and not before [FLASH-SAND-11]", () =>
    Effect.gen(function* () {
      const { current } = yield* endless
      const asked = yield* begin(current)
      yield* advance(4_999)
      assert.isUndefined(asked.now())
      yield* advance(1)
      yield* advance("1 second")
      assert.deepStrictEqual(yield* asked.outcome, notAllowed)
    })
  )

  it.effect("begins when somebody asks, and is one for all of them", () =>
    Effect.gen(function* () {
      const { current, trials } = yield* endless
      assert.deepStrictEqual(trials(), [])
      const first = yield* begin(current)
      const second = yield* begin(current)
      yield* advance("10 seconds")
      assert.deepStrictEqual(yield* first.outcome, yield* second.outcome)
      yield* current
      assert.lengthOf(trials(), 1)
    })
  )

  it.effect("is of no other means after one that did not end", () =>
    Effect.gen(function* () {
      const { current, trials } = yield* trying((attempt) =>
        attempt === 1 ? { onEndOfInput: "ignores" } : { ends: Script.exits(0) }
      )
      const asked = yield* begin(current)
      yield* advance("5 seconds")
      yield* advance("1 second")
      assert.deepStrictEqual(asked.now(), Exit.succeed(notAllowed))
      assert.deepStrictEqual(trials(), [["unshare", 0]])
    })
  )

  it.effect.each<readonly [string, ReadonlyArray<Script.Ending>]>([
    ["unshare", [Script.exits(100)]],
    ["bwrap", [Script.exits(100, 1), Script.exits(100)]],
    ["none", [Script.exits(100, 1), Script.dies(100, "SIGSYS")]]
  ])("tries bwrap alone where it does not work with unshare: %s", ([means, endings]) =>
    Effect.gen(function* () {
      const { current, trials } = yield* trying((attempt) => {
        const ends = endings[attempt - 1]
        return { onEndOfInput: "ignores", ...(ends === undefined ? {} : { ends }) }
      })
      const asked = yield* begin(current)
      yield* advance(100)
      yield* advance(100)
      assert.strictEqual(meansOf(yield* asked.outcome), means)
      const both = [
        ["unshare", 0],
        ["bwrap", 100]
      ]
      assert.deepStrictEqual(trials(), both.slice(0, endings.length))
    })
  )
})
