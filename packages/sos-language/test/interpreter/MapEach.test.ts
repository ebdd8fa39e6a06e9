import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import type { ModuleCall } from "../../src/ModuleCalls.ts"
import { type Answer, failing, message, module, shown } from "../support/runs.ts"

const lines = (...all: ReadonlyArray<string>) => all.join("\n")
const imports = [module("weather")]

/** Answers after as many seconds as the first argument says, and notes how many calls are under way. */
const slow = (seen: Array<number>): Answer => {
  let active = 0
  return ({ arguments: [seconds] }: ModuleCall) =>
    Effect.suspend(() => {
      seen.push(++active)
      return Effect.as(Effect.sleep(Duration.seconds(Number(seconds))), seconds ?? null)
    }).pipe(Effect.ensuring(Effect.sync(() => active--)))
}

const mapping = (workers: string, list: string) =>
  lines(
    `map each s in ${list} with at most ${workers} running called results:`,
    "  call weather.current with s called got",
    "  return got * 10",
    "show results"
  )

describe("map each", () => {
  it.effect("keeps the order of the list, whatever ends first [SOS-RUN-15]", () =>
    Effect.gen(function* () {
      const seen: Array<number> = []
      const setting = { imports, answer: slow(seen) }
      const fiber = yield* Effect.forkChild(shown(mapping("3", "[5, 1, 3, 1]"), setting))
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(yield* Fiber.join(fiber), ["[50,10,30,10]"])
      assert.strictEqual(Math.max(...seen), 3)
    })
  )

  it.effect("never has more running than it says [SOS-RUN-15]", () =>
    Effect.gen(function* () {
      const seen: Array<number> = []
      const setting = { imports, answer: slow(seen) }
      const fiber = yield* Effect.forkChild(shown(mapping("1", "[1, 1, 1]"), setting))
      yield* TestClock.adjust("3 seconds")
      assert.deepStrictEqual(yield* Fiber.join(fiber), ["[10,10,10]"])
      assert.deepStrictEqual(seen, [1, 1, 1])
    })
  )

  it.effect("gives each item bindings of its own, those around it included [SOS-RUN-16]", () =>
    Effect.gen(function* () {
      const program = lines(
        "make factor 2",
        "make list [0]",
        "map each x in [1, 2, 3] with at most 2 running called all:",
        "  append x to list",
        "  set factor factor * x",
        "  return [factor, list]",
        "show all",
        "show [factor, list]"
      )
      assert.deepStrictEqual(yield* shown(program), ["[[2,[0,1]],[4,[0,2]],[6,[0,3]]]", "[2,[0]]"])
    })
  )

  it.effect("fails with the first failure and ends the others [SOS-RUN-17]", () =>
    Effect.gen(function* () {
      const ended: Array<string> = []
      const answer: Answer = (call) =>
        call.arguments[0] === "bad"
          ? failing(call, { message: "it broke" })
          : Effect.onInterrupt(Effect.never, () => Effect.sync(() => void ended.push("ended")))
      const program = lines(
        'map each s in ["good", "bad", "good"] with at most 3 running called results:',
        "  call weather.current with s called got",
        "  return got",
        "  on failure:",
        "    show error",
        "    recover with []",
        "show results"
      )
      assert.deepStrictEqual(yield* shown(program, { imports, answer }), ["it broke", "[]"])
      assert.include(ended, "ended")
    })
  )

  it.effect("collects failures as capture does [SOS-RUN-17]", () =>
    Effect.gen(function* () {
      const program = lines(
        "map each x in [1, 0, 2] with at most 2 running called results collecting failures:",
        "  return 2 / x",
        "for each r in results:",
        '  show "{r.succeeded} {r.value}"',
        "  when not r.succeeded:",
        "    show r.failure.message"
      )
      assert.deepStrictEqual(yield* shown(program), ["true 2", "false null", "division by zero", "true 1"])
    })
  )

  it.effect("does not collect what ends the program [SOS-RUN-17]", () =>
    Effect.gen(function* () {
      const program = lines(
        "map each x in [1] with at most 2 running called results collecting failures:",
        '  stop with "now"',
        'show "never"'
      )
      assert.deepStrictEqual(yield* shown(program), [])
    })
  )

  it.effect("goes over an empty list, and gives null without a return [SOS-RUN-15]", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* shown(mapping("1", "[]"), { imports }), ["[]"])
      const program = lines("map each x in [1] with at most 128 running called r:", "  make y x", "show r")
      assert.deepStrictEqual(yield* shown(program), ["[null]"])
    })
  )

  it.effect.each([
    ["0", "[1]", "map each got 0 running; expected a whole number from 1 to 128"],
    ["129", "[1]", "map each got 129 running; expected a whole number from 1 to 128"],
    ["1.5", "[1]", "map each got 1.5 running; expected a whole number from 1 to 128"],
    ['"2"', "[1]", "map each got text running; expected a whole number from 1 to 128"],
    ["2", "5", "map each got number; expected list"]
  ] as const)("with at most %s of %s fails [SOS-RUN-18]", ([workers, list, problem]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* message(mapping(workers, list)), `line 1: ${problem}`)
    })
  )
})
