import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { layerLines, Trace, type TraceEvent } from "../src/Trace.ts"
import { action } from "./support/modules.ts"
import { advance, answering, error, result, stage } from "./support/stage.ts"

const secret = "canary-7f3a"

describe("the trace of a call", () => {
  it.effect("tells each message by its phase, direction, method, id, action and length [SOS-TRACE-01]", () =>
    Effect.gen(function* () {
      const answers = answering(({ id }) => [result(id, { value: 1 })])
      const { begin, close, events } = yield* stage(() => ({ answers }))
      yield* Fiber.join(yield* begin())
      const closing = yield* Effect.forkChild(close, { startImmediately: true })
      yield* advance(1)
      yield* Fiber.join(closing)
      const told = events.map(({ action, direction, id, method, outcome, phase }) =>
        [phase, direction === undefined ? "" : direction[0], method, id, action, outcome].filter(Boolean).join(" ")
      )
      assert.deepStrictEqual(told, [
        "start started",
        "initialize t initialize 1 sent",
        "initialize f initialize 1 result",
        "invoke t invoke 2 current sent",
        "invoke f invoke 2 current result",
        "shutdown t shutdown 3 sent",
        "shutdown f shutdown 3 result",
        "shutdown left"
      ])
      const reply = events.find(({ direction, method }) => direction === "from module" && method === "invoke")
      assert.strictEqual(reply?.bytes, result(2, { value: 1 }).length + 1)
      assert.isTrue(events.every(({ module, process }) => module === "example.com/acme/weather" && process === 1))
    })
  )

  it.effect("holds no argument, result, message or payload [SOS-TRACE-02]", () =>
    Effect.gen(function* () {
      const data = { kind: `k-${secret}`, payload: { [secret]: secret } }
      const answers = answering(({ id, params }) =>
        params.action === "current" ? [result(id, { value: secret })] : [error(id, { code: 1, message: secret, data })]
      )
      const { begin, events } = yield* stage(() => ({ answers, emits: [{ at: 50, text: `${secret}\n` }] }))
      yield* Fiber.await(yield* begin({ encoded: { city: secret } }))
      yield* Fiber.await(yield* begin({ encoded: { city: secret }, action: action("other") }))
      yield* advance(50)
      assert.isAbove(events.length, 6)
      assert.notInclude(JSON.stringify(events), secret)
    })
  )

  it.effect("shows how long a module took to answer [SOS-TRACE-01]", () =>
    Effect.gen(function* () {
      const text = `${result(2, { value: 1 })}\n`
      const { begin, events } = yield* stage(() => ({ answers: answering(() => []), emits: [{ at: 250, text }] }))
      yield* begin()
      yield* advance(250)
      assert.strictEqual(events.at(-1)?.millis, 250)
    })
  )
})

describe("the lines of a trace", () => {
  it.effect("are JSON with a number that counts from 1, and hold known members only [SOS-TRACE-03]", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const record = Effect.flatMap(Trace, (trace) =>
        Effect.sync(() => {
          const event = { module: "m", phase: "start", outcome: "started", process: 1, millis: 1.23456 } as const
          const more: TraceEvent & { readonly arguments: string } = { ...event, arguments: secret }
          trace?.record(more)
          trace?.record({ module: "m", phase: "exit", outcome: "left" })
        })
      )
      yield* Effect.provide(
        record,
        layerLines((line) => lines.push(line))
      )
      assert.deepStrictEqual(
        lines.map((line) => JSON.parse(line)),
        [
          { seq: 1, module: "m", process: 1, phase: "start", millis: 1.235, outcome: "started" },
          { seq: 2, module: "m", phase: "exit", outcome: "left" }
        ]
      )
    })
  )
})
