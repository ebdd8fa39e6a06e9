import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect } from "effect"
import { TestConsole } from "effect/testing"
import * as Logs from "../src/Logs.ts"

const entry: Logs.Entry = { cause: Cause.empty, logLevel: "Info", message: "hello" }

/** An error without the frames that depend on where it was made. */
const plain = (message: string) => Object.assign(new Error(message), { stack: undefined })

describe("Logs.text", () => {
  it.each<readonly [string, Partial<Logs.Entry>, string]>([
    ["a fatal error", { logLevel: "Fatal" }, "sos: error: hello"],
    ["an error", { logLevel: "Error" }, "sos: error: hello"],
    ["a warning", { logLevel: "Warn" }, "sos: warning: hello"],
    ["an information", {}, "sos: hello"],
    ["a detail", { logLevel: "Debug" }, "sos: hello"],
    ["several parts", { message: ["one", "two"] }, "sos: one two"],
    ["no part", { message: [] }, "sos: "],
    ["an error for a message", { message: ["because", plain("it broke")] }, "sos: because Error: it broke"],
    ["a value for a message", { message: { a: 1 } }, 'sos: {"a":1}'],
    ["a cause", { cause: Cause.fail(plain("it broke")) }, "sos: hello Error: it broke"],
    ["nothing but a cause", { message: [], cause: Cause.die(plain("it broke")) }, "sos: Error: it broke"],
    ["control characters", { message: "a\u001b[2J\r\nb\u009b\u202ec" }, "sos: a [2J  b  c"],
    ["control characters of a cause", { cause: Cause.fail(plain("a\u001b[2J\nb")) }, "sos: hello Error: a [2J b"]
  ])("tells %s in one line", (_, part, expected) => {
    assert.strictEqual(Logs.text({ ...entry, ...part }), expected)
  })
})

describe("Logs.layer", () => {
  it.effect("tells on standard error, and nothing on standard output", () =>
    Effect.gen(function* () {
      yield* Effect.provide(Effect.andThen(Effect.logWarning("low"), Effect.logError("out")), Logs.layer)
      assert.deepStrictEqual(yield* TestConsole.errorLines, ["sos: warning: low", "sos: error: out"])
      assert.deepStrictEqual(yield* TestConsole.logLines, [])
    })
  )
})
