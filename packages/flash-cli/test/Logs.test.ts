import { assert, describe, it } from "@effect/vitest"
import { HostEvent, Observability, PluginHost } from "@lanyard/flash-host"
import { Effect, Layer, References, Stream } from "effect"
import { TestConsole } from "effect/testing"
import * as Logs from "../src/Logs.ts"

const entry: Logs.Entry = {
  time: "1970-01-01T00:00:00.000Z",
  level: "info",
  source: "plugin:p",
  message: "hello",
  fields: {}
}

describe("Logs.text", () => {
  it.each<readonly [Partial<Logs.Entry>, string]>([
    [{}, "message=hello"],
    [{ message: "two words" }, 'message="two words"'],
    [{ message: 'a "quote"' }, String.raw`message="a \"quote\""`],
    [{ message: "" }, 'message=""'],
    [{ message: "a\u001b[2J\nb" }, 'message="a [2J b"'],
    [{ fields: { "field.n": "4", "field.a b": "c=d" } }, 'message=hello field.n=4 "field.a b"="c=d"'],
    [{ fields: { "field.\u001b": "\u009b" } }, 'message=hello field.="' + '"'],
    [{ trace: "abc" }, "message=hello"]
  ])("writes %j as pairs on one line", (part, end) => {
    const text = Logs.text({ ...entry, ...part })
    assert.isTrue(text.startsWith("time=1970-01-01T00:00:00.000Z level=info source=plugin:p "))
    assert.isTrue(text.endsWith(end), text)
    assert.strictEqual(text.includes(" trace=abc "), part.trace !== undefined)
  })
})

const logged = {
  level: "warn",
  message: "low\u001b ink",
  fields: new Map([
    ["source", "forged"],
    ["n", "1"]
  ]),
  trace: "abc"
} as const

/** What is on standard error once a host has told one event. */
const written = (layer: Layer.Layer<never>) =>
  Effect.gen(function* () {
    const host = Layer.mock(PluginHost, {
      events: Stream.make(HostEvent.Logged({ plugin: "p", entry: logged }), HostEvent.Launched({ plugin: "p", pid: 7 }))
    })
    yield* Effect.provide(Effect.yieldNow, Layer.provide(Observability.layer, [host, layer]))
    assert.deepStrictEqual(yield* TestConsole.logLines, [])
    return (yield* TestConsole.errorLines).map(String)
  })

describe("Logs", () => {
  it.effect("says who logged what, under which trace, as pairs", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* written(Logs.human), [
        'time=1970-01-01T00:00:00.000Z level=warn source=plugin:p trace=abc message="low  ink" field.source=forged field.n=1',
        'time=1970-01-01T00:00:00.000Z level=info source=plugin:p message="launched, pid 7"'
      ])
    })
  )

  it.effect("and as objects", () =>
    Effect.gen(function* () {
      const [first = "", second = ""] = yield* written(Logs.json)
      assert.notMatch(first, /\p{Cc}/u)
      assert.deepStrictEqual(JSON.parse(first), {
        time: "1970-01-01T00:00:00.000Z",
        level: "warn",
        source: "plugin:p",
        trace: "abc",
        message: "low\u001b ink",
        fields: { "field.source": "forged", "field.n": "1" }
      })
      assert.strictEqual(JSON.parse(second).message, "launched, pid 7")
    })
  )

  it.effect("keeps to the level that was asked for", () =>
    Effect.gen(function* () {
      const quiet = Layer.merge(Logs.human, Layer.succeed(References.MinimumLogLevel, "Error"))
      assert.deepStrictEqual(yield* written(quiet), [])
    })
  )

  it.effect("names the program itself, with what a message comes with", () =>
    Effect.gen(function* () {
      yield* Effect.provide(Effect.logError("went wrong", new Error("because")), Logs.human)
      const [line = ""] = (yield* TestConsole.errorLines).map(String)
      assert.match(line, /level=error source=flash message="went wrong Error: because/)
    })
  )

  it.effect("shows what is no text as it is", () =>
    Effect.gen(function* () {
      yield* Effect.provide(Effect.logInfo("seen", { a: 1 }, 2n, undefined), Logs.human)
      const [line = ""] = (yield* TestConsole.errorLines).map(String)
      assert.isTrue(line.endsWith(String.raw`message="seen {\"a\":1} 2n undefined"`), line)
    })
  )
})
