import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, References, Scope } from "effect"
import { TestClock } from "effect/testing"
import { Spawner } from "../src/Child.ts"
import * as OwnedChild from "../src/OwnedChild.ts"
import * as Termination from "../src/Termination.ts"
import { exits, type Script } from "../src/testing/Script.ts"
import * as ScriptedChild from "../src/testing/ScriptedChild.ts"
import { advance, spec } from "./support/supervised.ts"

/** Plays a script, reads its output and waits for the drain. */
const draining = Effect.fnUntraced(function* (script: Script) {
  const stage = yield* ScriptedChild.make(() => script)
  const child = yield* Effect.provideService(OwnedChild.spawn(spec), Spawner, stage.spawner)
  const heard: Array<string> = []
  child.stdio.open({
    chunk: (bytes) => heard.push(new TextDecoder().decode(bytes)),
    end: () => heard.push("<end>"),
    drain: () => {},
    broken: () => {}
  })
  return { heard, drained: yield* Effect.forkChild(OwnedChild.drained(child), { startImmediately: true }) }
})

describe("OwnedChild.drained", () => {
  it.effect("comes as soon as the output that trails behind the exit has come (B054)", () =>
    Effect.gen(function* () {
      const { drained, heard } = yield* draining({
        ends: exits(10, 3),
        emits: [{ at: 150, text: "late", late: true }]
      })
      yield* TestClock.adjust("149 millis")
      assert.deepStrictEqual([heard, drained.pollUnsafe()], [[], undefined])
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(yield* Fiber.join(drained), { _tag: "Exited", code: 3 })
      assert.deepStrictEqual(heard, ["late", "<end>"])
    })
  )

  it.effect("drops the pipe that a grandchild holds 200 ms after the exit (B003)", () =>
    Effect.gen(function* () {
      const { drained, heard } = yield* draining({
        ends: exits(10),
        group: [{ name: "holder", holdsOutput: true, ends: exits(300) }]
      })
      yield* TestClock.adjust("209 millis")
      assert.isUndefined(drained.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(yield* Fiber.join(drained), { _tag: "Exited", code: 0 })
      assert.deepStrictEqual(heard, ["<end>"])
      yield* TestClock.adjust("1 second")
    })
  )
})

describe("OwnedChild.stop", () => {
  // With fewer than three, no effect of Effect's own gets anywhere.
  it.effect.each([3, 4, 5, 6, 7, 8])(
    "is one sequence for callers at once, however seldom the scheduler lets them run: %d operations (B009)",
    (operations) =>
      Effect.gen(function* () {
        const stage = yield* ScriptedChild.make(() => ({ onEndOfInput: "ignores" }))
        const child = yield* Effect.provideService(OwnedChild.spawn(spec), Spawner, stage.spawner)
        const stops = Effect.all([child.stop, child.stop, child.stop], { concurrency: "unbounded" }).pipe(
          Effect.provideService(References.MaxOpsBeforeYield, operations)
        )
        const stopping = yield* Effect.forkChild(stops)
        yield* Effect.repeat(Effect.yieldNow, { times: 500 })
        yield* TestClock.adjust("1 second")
        yield* Effect.repeat(Effect.yieldNow, { times: 500 })
        const reports = yield* Fiber.join(stopping)
        assert.deepStrictEqual(
          reports.map((report) => report === reports[0]),
          [true, true, true]
        )
        assert.strictEqual(stage.log().filter(({ what }) => what === "SIGTERM").length, 1)
      })
  )

  it.effect("lets a caller that joined give up, and goes on", () =>
    Effect.gen(function* () {
      const stage = yield* ScriptedChild.make(() => ({ onEndOfInput: "ignores" }))
      const child = yield* Effect.provideService(OwnedChild.spawn(spec), Spawner, stage.spawner)
      const stopping = yield* Effect.forkChild(child.stop, { startImmediately: true })
      const joining = yield* Effect.forkChild(child.stop, { startImmediately: true })
      yield* Fiber.interrupt(joining)
      assert.isUndefined(stopping.pollUnsafe())
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual((yield* Fiber.join(stopping)).exit, { _tag: "Signaled", signal: "SIGTERM" })
    })
  )
})

describe("Three stubborn children", () => {
  const unmoved: Script = { onEndOfInput: "ignores", onSigterm: "ignores" }
  const owned = Effect.fnUntraced(function* (strategy: "sequential" | "parallel") {
    const stage = yield* ScriptedChild.make(() => unmoved)
    const scope = yield* Scope.make(strategy)
    const one = Effect.provideService(OwnedChild.spawn(spec), Spawner, stage.spawner)
    const children = yield* Scope.provide(Effect.all([one, one, one]), scope)
    const goneAt = () => stage.log().flatMap(({ at, what }) => (what === "gone" ? [at] : []))
    return { scope, children, goneAt }
  })

  it.effect.each<readonly ["parallel" | "sequential", Array<number>]>([
    ["parallel", [1500, 1500, 1500]],
    ["sequential", [1500, 3000, 4500]]
  ])("end with a %s scope at %j ms", ([strategy, expected]) =>
    Effect.gen(function* () {
      const { goneAt, scope } = yield* owned(strategy)
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      for (const _ of expected) {
        yield* advance("1500 millis")
        yield* advance(0)
      }
      yield* Fiber.join(closing)
      assert.deepStrictEqual(goneAt(), expected)
    })
  )

  it.effect("end in one grace through stopAll, whatever the scope", () =>
    Effect.gen(function* () {
      const { children, goneAt } = yield* owned("sequential")
      const stopping = yield* Effect.forkChild(Termination.stopAll(children))
      yield* advance("1500 millis")
      assert.lengthOf(yield* Fiber.join(stopping), 3)
      assert.deepStrictEqual(goneAt(), [1500, 1500, 1500])
    })
  )
})
