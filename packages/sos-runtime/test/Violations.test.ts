/** What a module may not write, in a call, before one and after one: each rule on a whole session over scripted pipes. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { advance, answering, begin, echo, fault, result, stage } from "./support/stage.ts"

const saying = (...lines: ReadonlyArray<string>) => answering(() => lines)

describe("a module that writes what is no reply to its call", () => {
  it.effect.each([
    ["text that is no JSON", "hello", "NotJson", "wrote non-protocol data to stdout during invoke"],
    ["a blank line", "", "EmptyLine", "wrote non-protocol data to stdout during invoke: a blank line"],
    [
      "a byte order mark (B043)",
      `\ufeff${result(2, {})}`,
      "ByteOrderMark",
      "wrote non-protocol data to stdout during invoke: a line that begins with a byte order mark"
    ],
    ["a list", "[]", "NotObject", "wrote non-protocol data to stdout during invoke: JSON that is no object"],
    ["two values", `${result(2, {})} {}`, "NotJson", "wrote non-protocol data to stdout during invoke"],
    [
      "half a surrogate pair",
      result(2, { value: "\\ud800" }).replace("\\\\", "\\"),
      "LoneSurrogate",
      "wrote non-protocol data to stdout during invoke: text that is no Unicode"
    ],
    [
      "a number beyond a double",
      '{"jsonrpc":"2.0","id":2,"result":{"value":1e400}}',
      "NumberOverflow",
      "wrote non-protocol data to stdout during invoke: a number that is too large"
    ],
    ["another version of JSON-RPC", '{"jsonrpc":"1.0","id":2,"result":{}}', "BadEnvelope", 'jsonrpc is "2.0"'],
    ["no version of JSON-RPC", '{"id":2,"result":{}}', "BadEnvelope", 'jsonrpc is "2.0"'],
    ["no id", '{"jsonrpc":"2.0","result":{}}', "BadEnvelope", "a message has a method or an id"],
    ["null for an id", '{"jsonrpc":"2.0","id":null,"result":{}}', "BadEnvelope", "id is an integer or text"],
    ["a text id", '{"jsonrpc":"2.0","id":"2","result":{}}', "TextReply", "wrote a reply whose id is text"],
    ["the id 2.0", '{"jsonrpc":"2.0","id":2.0,"result":{}}', "BadEnvelope", "id is an integer or text"],
    ["the id 2e0", '{"jsonrpc":"2.0","id":2e0,"result":{}}', "BadEnvelope", "id is an integer or text"],
    ["the id 2.5", '{"jsonrpc":"2.0","id":2.5,"result":{}}', "BadEnvelope", "id is an integer or text"],
    ["the id -0", '{"jsonrpc":"2.0","id":-0,"result":{}}', "BadEnvelope", "id is an integer or text"],
    ["the id true", '{"jsonrpc":"2.0","id":true,"result":{}}', "BadEnvelope", "id is an integer or text"],
    ["the id 0", '{"jsonrpc":"2.0","id":0,"result":{}}', "UnknownReply", "answered request 0, which was never sent"],
    [
      "the id of no request",
      '{"jsonrpc":"2.0","id":3,"result":{}}',
      "UnknownReply",
      "answered request 3, which was never"
    ],
    ["the id of initialize", '{"jsonrpc":"2.0","id":1,"result":{}}', "LateReply", "answered request 1 once too often"],
    ["a request", '{"jsonrpc":"2.0","id":1,"method":"x"}', "BadEnvelope", "a module sends replies only"],
    ["a notification", '{"jsonrpc":"2.0","method":"log"}', "BadEnvelope", "a module sends replies only"],
    [
      "result and error",
      '{"jsonrpc":"2.0","id":2,"result":1,"error":{"code":1,"message":""}}',
      "MalformedReply",
      "result and error"
    ],
    ["neither result nor error", '{"jsonrpc":"2.0","id":2}', "MalformedReply", "exactly one of result and error"],
    [
      "an error without a code",
      '{"jsonrpc":"2.0","id":2,"error":{"message":"x"}}',
      "MalformedReply",
      "result and error"
    ],
    ["a result that is no object", result(2, "bare"), "BrokePromise", "wrote a result that is no object"],
    ["a result that is a list", result(2, [1]), "BrokePromise", "wrote a result that is no object"]
  ] as const)(
    "such as %s fails the call in phase decode and loses its process [SOS-PLUG-30]",
    ([, line, rule, words]) =>
      Effect.gen(function* () {
        const { begin, events, life } = yield* stage((attempt) => ({ answers: attempt === 1 ? saying(line) : echo }))
        const failed = yield* fault(yield* begin())
        assert.strictEqual(failed.phase, "decode")
        assert.include(failed.message, `weather plugin `)
        assert.include(failed.message, words)
        assert.deepStrictEqual(
          events.filter(({ outcome }) => outcome === "violation").map((event) => event.rule),
          [rule]
        )
        yield* advance(0)
        assert.include(life(), "0 gone")
        assert.strictEqual(yield* Fiber.join(yield* begin()), "current")
      })
  )

  it.effect("is told a line that is too long before it ends, at the byte that is too many [SOS-PLUG-31]", () =>
    Effect.gen(function* () {
      const empty = result(2, { value: "" }).length + 1
      const largest = saying(result(2, { value: "x".repeat(1_048_576 - empty) }))
      const within = yield* stage(() => ({ answers: largest }))
      assert.strictEqual(String(yield* Fiber.join(yield* within.begin())).length, 1_048_576 - empty)
      const emits = [{ at: 10, text: "x".repeat(1_048_576) }]
      const { begin } = yield* stage(() => ({ answers: saying(), emits }))
      const calling = yield* begin()
      yield* advance(10)
      assert.deepInclude(yield* fault(calling), {
        phase: "decode",
        kind: "limit",
        message: "weather plugin wrote a message larger than 1048576 bytes during invoke"
      })
    })
  )

  it.effect("takes a carriage return before the end of the line for white space [SOS-PLUG-32]", () =>
    Effect.gen(function* () {
      const { begin } = yield* stage(() => ({ answers: saying(`${result(2, { value: 1 })}\r`) }))
      assert.strictEqual(yield* Fiber.join(yield* begin()), 1)
    })
  )

  it.effect("may say more in a reply than the protocol asks for [SOS-PLUG-33]", () =>
    Effect.gen(function* () {
      const more = '{"jsonrpc":"2.0","id":2,"result":{"value":1,"x":2},"took":3}'
      const { begin } = yield* stage(() => ({ answers: saying(more) }))
      assert.strictEqual(yield* Fiber.join(yield* begin()), 1)
    })
  )

  it.effect.each([
    ["null", result(2, null)],
    ["a result without a value", result(2, {})]
  ] as const)("has returned null by %s [SOS-PLUG-34]", ([, line]) =>
    Effect.gen(function* () {
      const { begin } = yield* stage(() => ({ answers: saying(line) }))
      assert.isNull(yield* Fiber.join(yield* begin()))
    })
  )
})

describe("a module that writes out of turn", () => {
  it.effect("has answered its call, and the second answer is for nobody [SOS-PLUG-35]", () =>
    Effect.gen(function* () {
      const text = `${result(2, { value: "first" })}\n${result(2, { value: "second" })}\n`
      const { call, events } = yield* stage((attempt) =>
        attempt === 1 ? { answers: saying(), emits: [{ at: 10, text }] } : { answers: echo }
      )
      const both = yield* begin(Effect.all([call(), call()]))
      yield* advance(10)
      assert.deepStrictEqual(yield* Fiber.join(both), ["first", "current"])
      assert.include(
        events.map(({ rule }) => rule),
        "LateReply"
      )
    })
  )

  it.effect("loses its process at once, while nobody waits [SOS-PLUG-36]", () =>
    Effect.gen(function* () {
      const { begin, events, life } = yield* stage(() => ({ answers: echo, emits: [{ at: 50, text: "done\n" }] }))
      yield* Fiber.join(yield* begin())
      yield* advance(50)
      assert.include(life(), "50 SIGTERM")
      assert.deepInclude(
        events.find(({ outcome }) => outcome === "violation"),
        { rule: "NotJson", process: 1 }
      )
    })
  )

  it.effect("has not answered by a line that its end cuts off [SOS-PLUG-37]", () =>
    Effect.gen(function* () {
      const exit = { _tag: "Exited", code: 0 } as const
      const { begin } = yield* stage(() => ({
        answers: saying(),
        emits: [{ at: 10, text: result(2, { value: 1 }) }],
        ends: { after: 10, exit }
      }))
      const calling = yield* begin()
      yield* advance(300)
      assert.deepInclude(yield* fault(calling), {
        phase: "exit",
        message: "weather plugin exited with status 0 during invoke"
      })
    })
  )
})
