import { assert, describe, it } from "@effect/vitest"
import { Effect, Result, Schema, Stream } from "effect"
import * as Lines from "../../src/prompt/Lines.ts"

const split = (...pieces: ReadonlyArray<string>) => Stream.runCollect(Lines.split(Stream.fromIterable(pieces)))

const lines = (...texts: ReadonlyArray<string>) => texts.map((text) => Result.succeed(text))

const most = "x".repeat(Lines.limit)
const tooLong = Result.fail(`expected at most ${Lines.limit} characters`)

describe("Lines.split", () => {
  it.effect.each<readonly [ReadonlyArray<string>, ReadonlyArray<Lines.Line>]>([
    [[], []],
    [[""], []],
    [["a"], lines("a")],
    [["a\n"], lines("a")],
    [["a\nb"], lines("a", "b")],
    [["\n\n"], lines("", "")],
    [["a", "b\n", "\nc"], lines("ab", "", "c")],
    [["a\r\nb\u2028c\rd\n"], lines("a\r", "b\u2028c\rd")]
  ])("cuts %j at newlines only", ([pieces, expected]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* split(...pieces), expected)
    })
  )

  it.effect("takes a line of the limit, and skips a longer one", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* split(`${most}\n`, "a\n"), lines(most, "a"))
      assert.deepStrictEqual(yield* split(`${most}x\na\n`), [tooLong, ...lines("a")])
      assert.deepStrictEqual(yield* split(most, "x", most, "\na"), [tooLong, ...lines("a")])
      assert.deepStrictEqual(yield* split(`a\n${most}x`), [...lines("a"), tooLong])
    })
  )

  it.effect.prop(
    "finds the same lines in any pieces",
    [Schema.Array(Schema.Literals(["a", "\n", "b\n", "\nc\n", ""]))],
    ([pieces]) =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* split(...pieces), yield* split(pieces.join("")))
      })
  )
})
