import { assert, describe, it } from "@effect/vitest"
import { ProcessError } from "@lanyard/process"
import { Script } from "@lanyard/process/testing"
import { Effect, Fiber } from "effect"
import { Fault } from "../src/Fault.ts"
import { limited } from "./support/modules.ts"
import { advance, answering, begin, echo, fault, result, scripted, silent, stage } from "./support/stage.ts"

describe("a persistent module", () => {
  it.effect("starts nothing in a run that does not call it [SOS-PLUG-01]", () =>
    Effect.gen(function* () {
      const { close, events, log } = yield* stage(scripted({ answers: echo }))
      yield* advance(1000)
      yield* close
      assert.deepStrictEqual(log(), [])
      assert.deepStrictEqual(events, [])
    })
  )

  it.effect("serves every call by one process and asks it to leave at the end of the run [SOS-PLUG-02]", () =>
    Effect.gen(function* () {
      const { begin, close, life } = yield* stage(scripted({ answers: echo }))
      assert.strictEqual(yield* Fiber.join(yield* begin()), "current")
      assert.strictEqual(yield* Fiber.join(yield* begin()), "current")
      yield* settled(close)
      assert.deepStrictEqual(life(), [
        "0 started",
        "0 initialize",
        "0 invoke",
        "0 invoke",
        "0 shutdown",
        "0 end of input",
        "0 exited 0",
        "0 gone",
        "0 closed"
      ])
    })
  )

  it.effect("answers eight callers that ask at once one after the other, by one process [SOS-PLUG-03]", () =>
    Effect.gen(function* () {
      let waiting = 0
      let most = 0
      const answers = answering((message) => {
        most = Math.max(most, ++waiting)
        waiting--
        return [result(message.id, { value: message.params.arguments })]
      })
      const { call, read } = yield* stage(scripted({ answers }))
      const all = Effect.all(
        Array.from({ length: 8 }, (_, number) => call({ encoded: { number } })),
        { concurrency: "unbounded" }
      )
      const replies = yield* begin(all)
      yield* advance(10)
      assert.deepStrictEqual(
        yield* Fiber.join(replies),
        Array.from({ length: 8 }, (_, number) => ({ number }))
      )
      assert.deepStrictEqual(
        read().map(({ id }) => id),
        [1, 2, 3, 4, 5, 6, 7, 8, 9]
      )
      assert.strictEqual(most, 1)
    })
  )

  it.effect("sends no call before the reply to the one before [SOS-PLUG-03]", () =>
    Effect.gen(function* () {
      const answer = `${result(2, { value: 1 })}\n`
      const { begin, close, read } = yield* stage(scripted({ answers: silent, emits: [{ at: 100, text: answer }] }))
      yield* begin()
      yield* begin()
      yield* advance(99)
      assert.strictEqual(read().length, 2)
      yield* advance(1)
      assert.strictEqual(read().length, 3)
      yield* settled(close)
    })
  )

  it.effect("tells an authorisation that was refused and starts nothing [SOS-PLUG-04]", () =>
    Effect.gen(function* () {
      const refusal = new Fault({ phase: "authorize", message: "denied" })
      const { begin, log } = yield* stage(scripted({ answers: echo }), { launch: () => refusal })
      assert.strictEqual((yield* fault(yield* begin())).phase, "authorize")
      assert.deepStrictEqual(log(), [])
    })
  )

  it.effect("tells that its program cannot be started, and may start at the next call [SOS-PLUG-05]", () =>
    Effect.gen(function* () {
      const fails = new ProcessError.ExecutableNotFound({ executable: "/bin/weather" })
      const { begin } = yield* stage((attempt) => (attempt === 1 ? { fails } : { answers: echo }))
      const failed = yield* fault(yield* begin())
      assert.strictEqual(failed.phase, "start")
      assert.include(failed.message, "module example.com/acme/weather cannot start")
      assert.strictEqual(yield* Fiber.join(yield* begin()), "current")
    })
  )
})

describe("a process that is lost", () => {
  it.effect("fails its call with the exit status; the call is never sent again [SOS-PLUG-06]", () =>
    Effect.gen(function* () {
      const { begin, log } = yield* stage(scripted({ answers: silent, ends: Script.exits(10, 3) }))
      const calling = yield* begin()
      yield* advance(20)
      const failed = yield* fault(calling)
      assert.deepInclude(failed, { phase: "exit", message: "weather plugin exited with status 3 during invoke" })
      assert.deepStrictEqual(failed.ended, { _tag: "Exited", code: 3 })
      yield* advance(10_000)
      assert.strictEqual(log().filter(({ what }) => what === "started").length, 1)
    })
  )

  it.effect("fails its call with the signal that ended it [SOS-PLUG-06]", () =>
    Effect.gen(function* () {
      const { begin, kill } = yield* stage(scripted({ answers: silent }))
      const calling = yield* begin()
      kill(1)
      yield* advance(20)
      const failed = yield* fault(calling)
      assert.deepInclude(failed, { phase: "exit", message: "weather plugin was ended by SIGKILL during invoke" })
      assert.deepStrictEqual(failed.ended, { _tag: "Signalled", signal: "SIGKILL" })
    })
  )

  it.effect("is replaced at the next call, with ids from 1, and the trace tells of the restart [SOS-PLUG-07]", () =>
    Effect.gen(function* () {
      const { begin, events, read } = yield* stage((attempt) =>
        attempt === 1 ? { answers: silent, ends: Script.exits(10, 3) } : { answers: echo }
      )
      const calling = yield* begin({ encoded: { number: 1 } })
      yield* advance(20)
      yield* fault(calling)
      assert.strictEqual(yield* Fiber.join(yield* begin({ encoded: { number: 2 } })), "current")
      assert.deepStrictEqual(
        read(2).map(({ id, params }) => [id, params.arguments]),
        [
          [1, undefined],
          [2, { number: 2 }]
        ]
      )
      assert.deepStrictEqual(
        events.filter(({ phase }) => phase === "start").map(({ process, restartOf }) => [process, restartOf]),
        [
          [1, undefined],
          [2, 1]
        ]
      )
    })
  )

  it.effect("after its answer is replaced at the next call, which succeeds [SOS-PLUG-07]", () =>
    Effect.gen(function* () {
      const { begin } = yield* stage(scripted({ answers: echo, ends: Script.exits(10) }))
      yield* Fiber.join(yield* begin())
      yield* advance(10)
      assert.strictEqual(yield* Fiber.join(yield* begin()), "current")
    })
  )

  it.effect("is replaced only once its group is gone: never do two of them live [SOS-PLUG-08]", () =>
    Effect.gen(function* () {
      const lingering = { name: "helper", onSigterm: Script.dies(300, "SIGTERM") }
      const { begin, log, mostAlive } = yield* stage((attempt) =>
        attempt === 1 ? { answers: silent, ends: Script.exits(10), group: [lingering] } : { answers: echo }
      )
      const calling = yield* begin()
      yield* advance(10)
      yield* fault(calling)
      const second = yield* begin()
      yield* advance(1000)
      assert.strictEqual(yield* Fiber.join(second), "current")
      assert.strictEqual(mostAlive(), 1)
      const started = log().find(({ attempt, what }) => attempt === 2 && what === "started")
      assert.isAtLeast(started?.at ?? 0, 310)
    })
  )

  it.effect("that only closed its output fails the call as well, and is ended [SOS-PLUG-06]", () =>
    Effect.gen(function* () {
      const { begin, life } = yield* stage(
        scripted({ answers: silent, ends: Script.exits(10), group: [{ name: "helper", holdsOutput: true }] })
      )
      const calling = yield* begin()
      yield* advance(500)
      assert.strictEqual((yield* fault(calling)).phase, "exit")
      assert.include(life().join(), "SIGTERM")
    })
  )
})

describe("the end of a run", () => {
  const idle = Effect.fn(function* (script: Script.Script, module = limited(5, 2)) {
    const running = yield* stage(scripted({ answers: echo, ...script }), { module })
    yield* Fiber.join(yield* running.begin())
    return running
  })

  it.effect("kills a module that does not leave within its shutdown limit [SOS-PLUG-09]", () =>
    Effect.gen(function* () {
      const { close, events, life } = yield* idle({ onEndOfInput: "ignores", onSigterm: "ignores" })
      yield* settled(close, 2500)
      assert.deepStrictEqual(life().slice(3), [
        "0 shutdown",
        "0 end of input",
        "2000 SIGTERM",
        "2500 SIGKILL",
        "2500 died of SIGKILL",
        "2500 gone",
        "2500 closed"
      ])
      assert.deepInclude(events.at(-1), { phase: "shutdown", outcome: "killed", millis: 2500 })
    })
  )

  it.effect("takes an error for an answer to shutdown, and none as well [SOS-PLUG-10]", () =>
    Effect.gen(function* () {
      const answers = (line: string) =>
        line.includes('"shutdown"') ? ['{"jsonrpc":"2.0","id":3,"error":{"code":-32601,"message":"no"}}'] : echo(line)
      const { close, events } = yield* idle({ answers, onEndOfInput: Script.exits(100) })
      yield* settled(close, 100)
      assert.deepInclude(events.at(-1), { phase: "shutdown", outcome: "left", millis: 100 })
    })
  )

  it.effect("ends a module at once while a call of it waits, which is told so [SOS-PLUG-11]", () =>
    Effect.gen(function* () {
      const { begin, close, read } = yield* stage(scripted({ answers: silent, onEndOfInput: "ignores" }))
      const calling = yield* begin()
      yield* settled(close)
      assert.deepInclude(yield* fault(calling), { phase: "shutdown", kind: "canceled" })
      assert.notInclude(
        read().map(({ method }) => method),
        "shutdown"
      )
    })
  )

  it.effect("traces what a module still says wrongly, and goes on [SOS-PLUG-12]", () =>
    Effect.gen(function* () {
      const answers = (line: string) => (line.includes('"shutdown"') ? ["goodbye"] : echo(line))
      const { close, outcomes } = yield* idle({ answers })
      yield* settled(close)
      assert.includeMembers(outcomes(), ["decode violation", "shutdown left"])
    })
  )
})

describe("a start that is given up", () => {
  it.effect("ends the process, and the next call starts another one behind it [SOS-PLUG-13]", () =>
    Effect.gen(function* () {
      const { begin, life, mostAlive } = yield* stage((attempt) =>
        attempt === 1 ? { onEndOfInput: "ignores", onSigterm: Script.dies(200, "SIGTERM") } : { answers: echo }
      )
      const first = yield* begin()
      yield* advance(100)
      yield* Fiber.interrupt(first)
      const second = yield* begin()
      yield* advance(200)
      assert.strictEqual(yield* Fiber.join(second), "current")
      assert.include(life(), "100 SIGTERM")
      assert.strictEqual(mostAlive(), 1)
    })
  )

  it.effect("fails at the startup limit, which the message tells [SOS-PLUG-14]", () =>
    Effect.gen(function* () {
      const { begin, life } = yield* stage(scripted({ onEndOfInput: "ignores" }), { module: limited(5, 2) })
      const calling = yield* begin()
      yield* advance(4999)
      assert.isUndefined(calling.pollUnsafe())
      yield* advance(1)
      assert.deepInclude(yield* fault(calling), {
        phase: "initialize",
        kind: "timeout",
        message: "weather plugin did not answer initialize within 5s"
      })
      assert.include(life(), "5000 SIGTERM")
    })
  )
})

/** Runs an effect to its end, `millis` later at most. */
const settled = Effect.fn(function* (effect: Effect.Effect<void>, millis = 0) {
  const fiber = yield* begin(effect)
  yield* advance(millis)
  yield* Fiber.join(fiber)
})
