import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock, TestConsole } from "effect/testing"
import * as Tour from "../../src/tour/Tour.ts"
import { Look } from "../../src/tour/TourSystem.ts"
import * as ScriptedHost from "../support/scriptedHost.ts"

/** Runs the tour to its end; returns its verdict and what it wrote. */
const tour = (twist: ScriptedHost.Twist = {}) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(Effect.provide(Tour.run, ScriptedHost.layer(twist)))
    // In small steps, each left to take its effect: a long one would overtake those who watch.
    while (fiber.pollUnsafe() === undefined) {
      yield* Effect.repeat(Effect.yieldNow, { times: 20 })
      yield* TestClock.adjust("5 millis")
    }
    const sound = yield* Fiber.join(fiber)
    return { sound, text: (yield* TestConsole.logLines).join("\n") }
  })

describe("Tour.run", () => {
  it.effect("is sound when every step goes as told, and tells each", () =>
    Effect.gen(function* () {
      const { sound, text } = yield* tour()
      assert.isTrue(sound)
      assert.include(text, "performed: Bookmark added   catalog: 3 → 4 rows")
      assert.match(
        text,
        /backoff: failure 1[^\n]*\n[^\n]*its catalog is served meanwhile: 4 rows\n[^\n]*launched, pid 21/
      )
      assert.include(text, "nothing: the groups 11, 12, 13, 21 have no running member")
    })
  )

  it.effect("is sound on a machine without the evaluator's program, and names it", () =>
    Effect.gen(function* () {
      const { sound, text } = yield* tour({ evaluator: "lacks its program" })
      assert.isTrue(sound)
      assert.include(text, "python3 was not found on the PATH; the rest of the tour goes on")
      assert.include(text, "calculator is not running")
    })
  )

  it.effect.each<readonly [ScriptedHost.Twist, string]>([
    [{ evaluator: "refuses" }, "exited with status 3 before the handshake"],
    [{ evaluator: "is silent" }, "no answer in time"],
    [{ keeper: "does not start" }, "bookmarks is not running"],
    [{ keeper: "publishes nothing" }, "bookmarks published nothing"],
    [{ keeper: "does not perform" }, "unhandled"],
    [{ keeper: "stays down" }, "its catalog is served meanwhile: 4 rows"],
    [{ keeper: "loses its catalog" }, "its catalog is not seen to be served meanwhile: 0 rows, 4 before"],
    [{ stop: "is not reported" }, "not told: the stop of 1 of 3"],
    [{ stop: "leaves a survivor" }, "daemon (pid 99) had left the group and runs on"],
    [{ stop: "leaves one running" }, "not told: the stop of 1 of 3"],
    [{ last: Look.Processes({ running: [{ pid: 13, name: "node" }] }) }, "still running: node (pid 13)"],
    [{ last: Look.Groups({ alive: [13] }) }, "there are still members of the groups 13"]
  ])("is not sound when it goes like %j, and shows it", ([twist, shown]) =>
    Effect.gen(function* () {
      const { sound, text } = yield* tour(twist)
      assert.isFalse(sound)
      assert.include(text, shown)
    })
  )

  it.effect("claims nothing about groups where there are none to look at", () =>
    Effect.gen(function* () {
      const { sound, text } = yield* tour({ last: Look.Hidden() })
      assert.isTrue(sound)
      assert.notInclude(text, "nothing:")
      assert.include(text, "nobody can tell")
    })
  )

  it.effect("waits for the reports of a stop that the watch has not seen yet", () =>
    Effect.gen(function* () {
      const { text } = yield* tour()
      for (const plugin of ["bookmarks", "calculator", "stubborn"]) {
        assert.match(text, new RegExp(`${plugin} .*group gone at 5\\.0 ms`))
      }
    })
  )
})
