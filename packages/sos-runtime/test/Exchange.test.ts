import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { Fault } from "../src/Fault.ts"
import * as TimeLimit from "../src/TimeLimit.ts"
import { action } from "./support/modules.ts"
import { advance, answering, error, fault, type Read, result, silent, stage } from "./support/stage.ts"

const another = { action: action("another") }

/** Gives up the first call, which nobody answers, after 10 ms; the module does about it what `reaction` says. */
const givenUp = Effect.fn(function* (reaction: (id: number | undefined) => ReadonlyArray<string>, late?: string) {
  const invoke = ({ id, params }: Read) => (params.action === "another" ? [result(id, { value: "another" })] : [])
  const emits = late === undefined ? [] : [{ at: 500, text: `${late}\n` }]
  const running = yield* stage((attempt) => ({
    answers: answering(invoke, reaction),
    onEndOfInput: "ignores",
    emits: attempt === 1 ? emits : []
  }))
  const calling = yield* running.begin()
  yield* advance(10)
  const interrupting = yield* Effect.forkChild(Fiber.interrupt(calling), { startImmediately: true })
  yield* advance(0)
  return { ...running, calling, interrupting }
})

const acknowledgement = (id: number | undefined) => [error(id, { code: -32800, message: "canceled" })]

describe("a call that is given up", () => {
  it.effect("is told to the module by its id [SOS-PLUG-20]", () =>
    Effect.gen(function* () {
      const { read } = yield* givenUp(acknowledgement)
      const told = read().at(-1)
      assert.deepInclude(told, { method: "cancel", params: { id: 2 } })
      assert.isUndefined(told?.id)
    })
  )

  it.effect("settles with one error reply, and the process stays in use [SOS-PLUG-21]", () =>
    Effect.gen(function* () {
      const { begin, interrupting, log, outcomes } = yield* givenUp(acknowledgement)
      assert.isDefined(interrupting.pollUnsafe())
      assert.strictEqual(yield* Fiber.join(yield* begin(another)), "another")
      assert.strictEqual(log().filter(({ what }) => what === "started").length, 1)
      assert.include(outcomes(), "cancel acknowledged")
    })
  )

  it.effect("was under way from its request to the reply, whenever it was given up [SOS-PLUG-21]", () =>
    Effect.gen(function* () {
      const { events } = yield* givenUp(acknowledgement)
      assert.deepInclude(
        events.find(({ method, outcome }) => method === "invoke" && outcome === "error"),
        { id: 2, millis: 10 }
      )
    })
  )

  it.effect("costs the process when nothing comes within 500 ms [SOS-PLUG-22]", () =>
    Effect.gen(function* () {
      const { begin, interrupting, life, events } = yield* givenUp(() => [])
      yield* advance(499)
      assert.isUndefined(interrupting.pollUnsafe())
      assert.notInclude(life().join(), "SIGTERM")
      yield* advance(1)
      assert.isDefined(interrupting.pollUnsafe())
      assert.include(life(), "510 SIGTERM")
      assert.include(
        events.map(({ rule }) => rule),
        "Unresponsive"
      )
      assert.strictEqual(yield* Fiber.join(yield* begin(another)), "another")
    })
  )

  it.effect.each([
    ["a result", "AnsweredCancelled", (id: number | undefined) => [result(id, { value: 1 })]],
    ["a reply to another request", "UnknownReply", () => acknowledgement(7)],
    ["a second reply", "LateReply", (id: number | undefined) => [...acknowledgement(id), ...acknowledgement(id)]]
  ] as const)("costs the process when %s comes instead [SOS-PLUG-23]", ([, rule, reaction]) =>
    Effect.gen(function* () {
      const { begin, events, life } = yield* givenUp(reaction)
      yield* advance(0)
      assert.include(life(), "10 SIGTERM")
      assert.include(
        events.map((event) => event.rule),
        rule
      )
      assert.strictEqual(yield* Fiber.join(yield* begin(another)), "another")
    })
  )

  it.effect("is over even if its module answers after the grace: the next call gets its own reply [SOS-PLUG-24]", () =>
    Effect.gen(function* () {
      const late = error(2, { code: -32800, message: "canceled" })
      const { begin, events, read } = yield* givenUp(acknowledgement, late)
      yield* advance(400)
      const calling = yield* begin()
      yield* advance(90)
      yield* fault(calling)
      assert.include(
        events.map(({ rule }) => rule),
        "LateReply"
      )
      assert.strictEqual(yield* Fiber.join(yield* begin(another)), "another")
      assert.strictEqual(read(2).length, 2)
    })
  )

  it.effect("while it waits for its turn leaves the process alone [SOS-PLUG-25]", () =>
    Effect.gen(function* () {
      const answer = `${result(2, { value: "first" })}\n`
      const { begin, read } = yield* stage(() => ({ answers: silent, emits: [{ at: 100, text: answer }] }))
      const first = yield* begin()
      const second = yield* begin()
      yield* Fiber.interrupt(second)
      yield* advance(100)
      assert.strictEqual(yield* Fiber.join(first), "first")
      assert.deepStrictEqual(
        read().map(({ method }) => method),
        ["initialize", "invoke"]
      )
    })
  )

  it.effect("before anything started starts nothing [SOS-PLUG-26]", () =>
    Effect.gen(function* () {
      const { call, log } = yield* stage(() => ({ answers: silent }))
      const calling = yield* Effect.forkChild(call())
      yield* Fiber.interrupt(calling)
      yield* advance(10)
      assert.deepStrictEqual(log(), [])
    })
  )
})

describe("a call whose limit passes", () => {
  const late = () => new Fault({ phase: "cancel", kind: "timeout", message: "too long" })
  const limit = Effect.map(TimeLimit.make, (limited) => limited(10, late))

  it.effect("fails once the module has given it up, and the process stays in use [SOS-PLUG-21]", () =>
    Effect.gen(function* () {
      const answers = answering(
        ({ id, params }) => (params.action === "another" ? [result(id, { value: "another" })] : []),
        acknowledgement
      )
      const { begin, life, log, outcomes } = yield* stage(() => ({ answers }))
      const calling = yield* begin({ limit: yield* limit })
      yield* advance(9)
      assert.notInclude(life(), "9 cancel")
      assert.isUndefined(calling.pollUnsafe())
      yield* advance(1)
      assert.include(life(), "10 cancel")
      assert.deepStrictEqual(yield* fault(calling), late())
      assert.include(outcomes(), "cancel acknowledged")
      assert.strictEqual(yield* Fiber.join(yield* begin(another)), "another")
      assert.strictEqual(log().filter(({ what }) => what === "started").length, 1)
    })
  )

  it.effect("costs the process when the module does not give it up in 500 ms [SOS-PLUG-22]", () =>
    Effect.gen(function* () {
      const { begin, life } = yield* stage(() => ({ answers: silent, onEndOfInput: "ignores" }))
      const calling = yield* begin({ limit: yield* limit })
      yield* advance(509)
      assert.isUndefined(calling.pollUnsafe())
      yield* advance(1)
      assert.include(life(), "510 SIGTERM")
      assert.deepStrictEqual(yield* fault(calling), late())
    })
  )

  it.effect("while it waits for its turn is never told to the module [SOS-PLUG-25]", () =>
    Effect.gen(function* () {
      const answer = `${result(2, { value: "first" })}\n`
      const { begin, read } = yield* stage(() => ({ answers: silent, emits: [{ at: 100, text: answer }] }))
      const first = yield* begin()
      const second = yield* begin({ limit: yield* limit })
      yield* advance(10)
      assert.deepStrictEqual(yield* fault(second), late())
      yield* advance(90)
      assert.strictEqual(yield* Fiber.join(first), "first")
      assert.deepStrictEqual(
        read().map(({ method }) => method),
        ["initialize", "invoke"]
      )
    })
  )

  it.effect("is never sent when nothing of it is left at its turn", () =>
    Effect.gen(function* () {
      const { begin, read } = yield* stage(() => ({ answers: answering(({ id }) => [result(id, { value: 1 })]) }))
      yield* Fiber.join(yield* begin())
      const spent = { ...TimeLimit.none, left: () => 0, late }
      assert.deepStrictEqual(yield* fault(yield* begin({ limit: spent })), late())
      assert.strictEqual(yield* Fiber.join(yield* begin()), 1)
      assert.deepStrictEqual(
        read().map(({ method }) => method),
        ["initialize", "invoke", "invoke"]
      )
    })
  )

  it.effect("has used it up for what its turn and the start of its process took", () =>
    Effect.gen(function* () {
      const { begin, life } = yield* stage(() => ({ onEndOfInput: "ignores" }))
      const starting = yield* begin({ limit: yield* limit })
      yield* advance(10)
      assert.deepStrictEqual(yield* fault(starting), late())
      assert.include(life(), "10 SIGTERM")
      const { begin: beginBehind, read } = yield* stage(() => ({
        answers: silent,
        emits: [{ at: 6, text: `${result(2, { value: "first" })}\n` }]
      }))
      yield* beginBehind()
      const second = yield* beginBehind({ limit: yield* limit })
      yield* advance(6)
      assert.deepStrictEqual(read().at(-1)?.method, "invoke")
      yield* advance(3)
      assert.notStrictEqual(read().at(-1)?.method, "cancel")
      yield* advance(1)
      assert.strictEqual(read().at(-1)?.method, "cancel")
      yield* advance(500)
      assert.deepStrictEqual(yield* fault(second), late())
    })
  )
})

describe("arguments that make a message too large", () => {
  it.effect("fail their call before anything is sent; the process stays in use [SOS-PLUG-28]", () =>
    Effect.gen(function* () {
      const { begin, events, log } = yield* stage(() => ({
        answers: answering(({ id }) => [result(id, { value: 1 })])
      }))
      const failed = yield* fault(yield* begin({ encoded: { text: "x".repeat(1_048_576) } }))
      assert.deepInclude(failed, { phase: "invoke", kind: "limit" })
      assert.strictEqual(yield* Fiber.join(yield* begin(another)), 1)
      assert.strictEqual(log().filter(({ what }) => what === "started").length, 1)
      assert.deepStrictEqual(
        events.filter(({ method }) => method === "invoke").map(({ action, id }) => [action, id]),
        [
          ["another", 2],
          ["another", 2]
        ]
      )
    })
  )

  it.effect("may fill one to the last byte of its 1 MiB, newline included [SOS-PLUG-28]", () =>
    Effect.gen(function* () {
      const { begin, events } = yield* stage(() => ({ answers: answering(({ id }) => [result(id, { value: 1 })]) }))
      yield* Fiber.join(yield* begin({ encoded: { text: "" } }))
      const empty = events.find(({ direction, method }) => method === "invoke" && direction === "to module")?.bytes ?? 0
      yield* Fiber.join(yield* begin({ encoded: { text: "x".repeat(1_048_576 - empty) } }))
      assert.strictEqual(events.findLast(({ direction }) => direction === "to module")?.bytes, 1_048_576)
      assert.strictEqual(
        (yield* fault(yield* begin({ encoded: { text: "x".repeat(1_048_577 - empty) } }))).kind,
        "limit"
      )
    })
  )
})
