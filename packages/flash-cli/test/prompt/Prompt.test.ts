import { assert, describe, it } from "@effect/vitest"
import { Lifecycle } from "@lanyard/process"
import { Effect, Fiber, Layer, Option, Result, Stream } from "effect"
import { TestClock, TestConsole } from "effect/testing"
import * as Logs from "../../src/Logs.ts"
import { Output } from "../../src/Output.ts"
import { Input } from "../../src/prompt/Input.ts"
import * as Prompt from "../../src/prompt/Prompt.ts"
import * as ScriptedRun from "../support/scriptedRun.ts"

const { Lifecycle: State } = Lifecycle

const typed = (...lines: ReadonlyArray<string>) =>
  Layer.succeed(Input, { lines: Stream.fromIterable(lines.map((line) => Result.succeed(line))) })

/** Answers lines on a scripted host. */
const answered = (output: Layer.Layer<Output>, lines: ReadonlyArray<string>, twist: ScriptedRun.Twist = {}) =>
  Effect.gen(function* () {
    const run = yield* ScriptedRun.make(twist)
    const sound = yield* Effect.provide(Prompt.run, [run.layer, output, typed(...lines)])
    return {
      sound,
      asked: run.asked,
      stdout: (yield* TestConsole.logLines).join("\n"),
      stderr: (yield* TestConsole.errorLines).join("\n")
    }
  })

describe("Prompt.run, for people", () => {
  const text = (lines: ReadonlyArray<string>, twist?: ScriptedRun.Twist) => answered(Output.text, lines, twist)

  it.effect("answers lines in order on standard output", () =>
    Effect.gen(function* () {
      const { sound, stderr, stdout } = yield* text(["evaluate 1", "# nothing", "", "evaluate nothing", "status"])
      assert.strictEqual(
        stdout,
        ["notes   1      copy_text 1", "no answers", "notes   count   notes #[fg=red]3", "notes   mood"].join("\n")
      )
      assert.strictEqual(stderr, "")
      assert.isTrue(sound)
    })
  )

  it.effect.each<readonly [string, string]>([
    ["fly", "expected one of the requests that help lists"],
    ["evaluate", "expected evaluate TEXT"],
    ["kill none", "there is no plugin none"],
    ["kill \u001b[2J", "there is no plugin  [2J"]
  ])("tells the number of %j, and goes on", ([line, message]) =>
    Effect.gen(function* () {
      const { sound, stderr, stdout } = yield* text(["", "evaluate 1", line, "evaluate 2"])
      assert.strictEqual(stderr, `flash: line 3: ${message}`)
      assert.include(stdout, "copy_text 2")
      assert.isFalse(sound)
    })
  )

  it.effect("is not sound when a perform fails, and shows it as an answer", () =>
    Effect.gen(function* () {
      const outcome = { _tag: "Failed", cause: "reported", error: "no\u001b room" } as const
      const { sound, stderr, stdout } = yield* text(["perform notes add x", "evaluate 1"], { outcome })
      assert.match(stdout, /^failed: no {2}room\n/)
      assert.strictEqual(stderr, "")
      assert.isFalse(sound)
    })
  )

  it.effect("looks for new segments before each line", () =>
    Effect.gen(function* () {
      const run = yield* ScriptedRun.make()
      yield* Effect.provide(Prompt.run, [run.layer, Output.text, typed("evaluate 1", "evaluate 2")])
      const each = ["arrived", "refreshed", "asked"] as const
      assert.deepStrictEqual(run.steps, [...each, ...each])
    })
  )

  it.effect("waits with a line until no repository is on its way, and then for what the surfaces start", () =>
    Effect.gen(function* () {
      const run = yield* ScriptedRun.make({ isAwaited: true })
      const fiber = yield* Prompt.run.pipe(
        Effect.provide([run.layer, Output.text, typed("evaluate 1")]),
        Effect.forkChild
      )
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(run.steps, [])
      yield* run.enter("files", State.Starting({ generation: 1, stage: Option.none() }))
      yield* run.arrive
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(run.steps, ["arrived", "refreshed"])
      yield* run.enter("files", State.Running({ generation: 1 }))
      assert.isTrue(yield* Fiber.join(fiber))
      assert.deepStrictEqual(run.steps, ["arrived", "refreshed", "asked"])
    })
  )

  it.effect("stays unsound whatever follows", () =>
    Effect.gen(function* () {
      assert.isFalse((yield* text(["fly", "quit", "evaluate 1"])).sound)
    })
  )

  it.effect("leaves at quit, and asks nothing more", () =>
    Effect.gen(function* () {
      const { asked, sound } = yield* text(["evaluate 1", "quit", "evaluate 2", "fly"])
      assert.lengthOf(asked, 1)
      assert.isTrue(sound)
    })
  )

  it.effect("waits with the first line until every plugin is settled", () =>
    Effect.gen(function* () {
      const run = yield* ScriptedRun.make()
      yield* run.enter("files", State.Starting({ generation: 1, stage: Option.none() }))
      const fiber = yield* Prompt.run.pipe(
        Effect.provide([run.layer, Output.text, typed("evaluate 1")]),
        Effect.forkChild
      )
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(run.asked, [])
      yield* run.enter("files", State.Parked({ generation: 1, reason: "rejected" }))
      assert.isTrue(yield* Fiber.join(fiber))
      assert.lengthOf(run.asked, 1)
    })
  )
})

describe("Prompt.run, for programs", () => {
  const json = Layer.provideMerge(Output.json, Logs.json)

  it.effect("writes an object for each value and one for the end of each line", () =>
    Effect.gen(function* () {
      const { stderr, stdout } = yield* answered(json, ["evaluate 1", "", "evaluate nothing", "fly", "kill none"])
      const objects = stdout.split("\n").map((line) => JSON.parse(line))
      const traces = objects.map(({ trace }) => trace)
      assert.deepStrictEqual(
        objects.map(({ trace: _, ...object }) => object),
        [
          {
            line: 1,
            type: "answer",
            plugin: "notes",
            title: "1",
            subtitle: null,
            effect: { type: "copy_text", text: "1" }
          },
          { line: 1, type: "done", ok: true, error: null },
          { line: 3, type: "done", ok: true, error: null },
          { line: 4, type: "done", ok: false, error: "expected one of the requests that help lists" },
          { line: 5, type: "done", ok: false, error: "there is no plugin none" }
        ]
      )
      for (const trace of [traces[1], traces[2], traces[4]]) assert.match(trace, /^[0-9a-z]{8}$/)
      assert.notStrictEqual(traces[1], traces[2])
      assert.isNull(traces[3])
      assert.deepStrictEqual(
        stderr.split("\n").map((line) => JSON.parse(line).message),
        ["line 4: expected one of the requests that help lists", "line 5: there is no plugin none"]
      )
    })
  )

  it.effect("says of a perform that failed that the line is not done", () =>
    Effect.gen(function* () {
      const { stdout } = yield* answered(json, ["perform notes add x"], { outcome: { _tag: "Unhandled" } })
      const [outcome, done] = stdout.split("\n").map((line) => JSON.parse(line))
      assert.deepStrictEqual(outcome, { line: 1, type: "outcome", outcome: "unhandled" })
      assert.deepInclude(done, { line: 1, type: "done", ok: false, error: null })
    })
  )
})
