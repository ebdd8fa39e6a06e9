import { assert, describe, it } from "@effect/vitest"
import { type Definition, type Value, ValueCodec } from "@lanyard/sos-module"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { Fault } from "../src/Fault.ts"
import * as Invocation from "../src/Invocation.ts"
import { RunDeadline } from "../src/RunDeadline.ts"
import type { Call, Runner } from "../src/Runner.ts"
import { Trace, type TraceEvent } from "../src/Trace.ts"
import { action, current, weather } from "./support/modules.ts"

const report = { temperature: 29.5, summary: "Clear" }

interface Options {
  readonly action?: string
  readonly actions?: ReadonlyArray<Definition.Action>
  readonly values?: ReadonlyArray<Value>
}

/** Makes a call whose program answers by `answer`; tells what reached it, and what was traced. */
const calling = Effect.fn(function* (answer: Effect.Effect<unknown, Fault>, options: Options = {}) {
  const module = weather(options.actions === undefined ? {} : { actions: options.actions })
  const reached: Array<Call> = []
  const events: Array<TraceEvent> = []
  const runner: Runner = {
    invoke: (call) =>
      Effect.suspend(() => {
        reached.push(call)
        return call.limit.within(answer)
      })
  }
  const invocation: Invocation.Invocation = {
    module,
    runner,
    codec: ValueCodec.make(module.definition),
    action: options.action ?? "current",
    values: options.values ?? ["San Juan"],
    caller: { alias: "weather", frame: { file: "main.sos", line: 3 } }
  }
  const run = Effect.flatMap(Invocation.make({ target: "linux-x64", runId: "run-1" }), (make) => make(invocation)).pipe(
    Effect.scoped,
    Effect.provideService(Trace, { record: (event) => void events.push(event) })
  )
  return { run, reached, events }
})

const answered = Effect.succeed(report)

describe("a call", () => {
  it.effect("passes its arguments by name and returns the checked value [SOS-CALL-50]", () =>
    Effect.gen(function* () {
      const { events, reached, run } = yield* calling(answered)
      assert.deepStrictEqual(yield* run, new Map<string, Value>(Object.entries(report)))
      assert.deepStrictEqual(reached[0]?.encoded, { city: "San Juan" })
      assert.deepStrictEqual(reached[0]?.values, new Map([["city", "San Juan"]]))
      assert.deepInclude(events[0], { action: "current", phase: "invoke", outcome: "completed" })
    })
  )

  it.effect.each([
    ["none", [], "weather.current received 0 arguments; expected city"],
    ["one too many", ["a", "b"], "weather.current received 2 arguments; expected city"],
    ["one of another type", [7], "weather.current received city as number; expected text"]
  ] as const)("with arguments that do not fit (%s) reaches nothing [SOS-CALL-51]", ([, values, message]) =>
    Effect.gen(function* () {
      const { reached, run } = yield* calling(answered, { values })
      const failed = yield* Effect.flip(run)
      assert.deepInclude(failed, { phase: "validate", message, kind: "runtime" })
      assert.deepStrictEqual(reached, [])
    })
  )

  it.effect("fails with the field and both types when its result does not fit [SOS-CALL-52]", () =>
    Effect.gen(function* () {
      const { events, run } = yield* calling(Effect.succeed({ ...report, temperature: "29.5" }))
      const failed = yield* Effect.flip(run)
      assert.deepInclude(failed, {
        module: "example.com/acme/weather",
        version: "1.2.0",
        action: "current",
        phase: "validate",
        message: "weather.current returned temperature as text; expected number"
      })
      assert.deepStrictEqual(failed.frame, { file: "main.sos", line: 3 })
      assert.deepInclude(events[0], { phase: "validate", outcome: "failed" })
    })
  )

  it.effect("of an action without a result takes nothing and null, and no value [SOS-CALL-53]", () =>
    Effect.gen(function* () {
      const options = { action: "note", values: [], actions: [action("note", { result: undefined })] }
      assert.isNull(yield* (yield* calling(Effect.succeed(null), options)).run)
      const { run } = yield* calling(Effect.succeed(1), options)
      assert.strictEqual((yield* Effect.flip(run)).phase, "validate")
    })
  )

  it.effect("of an action that the module has not fails in phase resolve [SOS-CALL-54]", () =>
    Effect.gen(function* () {
      const { run } = yield* calling(answered, { action: "__proto__" })
      assert.deepInclude(yield* Effect.flip(run), {
        phase: "resolve",
        message: "module example.com/acme/weather has no action __proto__"
      })
    })
  )

  it.effect("of an action for other targets fails in phase resolve [SOS-CALL-55]", () =>
    Effect.gen(function* () {
      const actions = [{ ...current, targets: ["darwin-arm64", "win32-x64"] as const }]
      const { reached, run } = yield* calling(answered, { actions })
      assert.deepInclude(yield* Effect.flip(run), {
        phase: "resolve",
        message: "weather.current is unavailable on linux-x64; its definition names darwin-arm64, win32-x64"
      })
      assert.deepStrictEqual(reached, [])
      const native = yield* calling(answered, { actions: [{ ...current, targets: ["native"] }] })
      yield* native.run
      assert.strictEqual(native.reached.length, 1)
    })
  )

  it.effect("tells the whole of a fault, and what the module said of itself [SOS-CALL-56]", () =>
    Effect.gen(function* () {
      const ended = { _tag: "Exited", code: 3 } as const
      const fields = new Map([["city", "x"]])
      const fault = new Fault({
        phase: "invoke",
        message: "no",
        kind: "NoStation",
        declared: true,
        fields,
        code: 7,
        ended
      })
      const failed = yield* Effect.flip((yield* calling(fault)).run)
      assert.deepInclude(failed, { kind: "NoStation", declared: true, retryable: false, code: 7, ended })
      assert.deepStrictEqual(failed.fields, fields)
    })
  )
})

describe("the limit of an action", () => {
  it.effect("gives the call up to the millisecond, and the message tells it [SOS-CALL-57]", () =>
    Effect.gen(function* () {
      let interrupted = false
      const never = Effect.onInterrupt(Effect.never, () =>
        Effect.sync(() => {
          interrupted = true
        })
      )
      const { events, run } = yield* calling(never)
      const fiber = yield* Effect.forkChild(run, { startImmediately: true })
      yield* TestClock.adjust(9999)
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust(1)
      const failed = yield* Effect.flip(Fiber.join(fiber))
      assert.deepInclude(failed, {
        phase: "cancel",
        kind: "timeout",
        message: "weather.current exceeded its 10s action timeout"
      })
      assert.isTrue(interrupted)
      assert.deepInclude(events[0], { phase: "cancel", outcome: "failed", millis: 10_000 })
    })
  )

  it.effect("is told as the deadline, by the clock on the wall [SOS-CALL-58]", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse("2026-09-20T20:29:50Z"))
      const { reached, run } = yield* calling(answered)
      yield* run
      assert.strictEqual(reached[0]?.deadline, Date.parse("2026-09-20T20:30:00Z"))
    })
  )

  it.effect("is that of the run where the run ends earlier, and none where neither has one [SOS-CALL-58]", () =>
    Effect.gen(function* () {
      const { reached, run } = yield* calling(answered)
      const start = yield* Effect.clockWith((clock) => Effect.sync(() => clock.monotonicTimeNanosUnsafe()))
      yield* Effect.provideService(run, RunDeadline, start + 3_000_000_000n)
      assert.strictEqual(reached[0]?.deadline, 3000)
      const free = yield* calling(answered, { actions: [{ ...current, timeout: undefined }] })
      yield* free.run
      assert.isUndefined(free.reached[0]?.deadline)
    })
  )

  it.effect("does not matter to a call that is interrupted, which is traced as given up [SOS-CALL-59]", () =>
    Effect.gen(function* () {
      const { events, run } = yield* calling(Effect.never)
      const fiber = yield* Effect.forkChild(run, { startImmediately: true })
      yield* Fiber.interrupt(fiber)
      assert.deepInclude(events[0], { phase: "cancel", outcome: "canceled" })
      assert.strictEqual(events.length, 1)
    })
  )
})
