import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestConsole } from "effect/testing"
import { type Answer, Output } from "../src/Output.ts"

const answer: Answer = { lines: () => ["a", "b"], objects: () => [{ a: "\u009b2J" }, { b: 1 }] }
const nothing: Answer = { lines: () => [], objects: () => [] }

const write = (answer: Answer, output: typeof Output.text) =>
  Effect.andThen(
    Effect.provide(
      Effect.flatMap(Output, ({ write }) => write(answer)),
      output
    ),
    TestConsole.logLines
  )

describe("Output", () => {
  it.effect("writes lines for people", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* write(answer, Output.text), ["a\nb"])
    })
  )

  it.effect("writes an object a line for programs, and drives no terminal by it", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* write(answer, Output.json), ['{"a":"\\u009b2J"}\n{"b":1}'])
    })
  )

  it.effect.each([Output.text, Output.json])("writes no empty line for nothing: %#", (output) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* write(nothing, output), [])
    })
  )

  it.effect("complains line by line", () =>
    Effect.gen(function* () {
      yield* Effect.provide(
        Effect.flatMap(Output, ({ complain }) => complain("one\ntw\u001bo")),
        Output.text
      )
      assert.deepStrictEqual(yield* TestConsole.errorLines, ["flash: one\nflash: tw o"])
      assert.deepStrictEqual(yield* TestConsole.logLines, [])
    })
  )
})
