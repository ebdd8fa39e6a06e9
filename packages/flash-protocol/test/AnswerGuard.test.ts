import { assert, describe, it } from "@effect/vitest"
import { Json } from "@lanyard/wire"
import { Result, Schema } from "effect"
import * as Answer from "../src/Answer.ts"
import { isAnswer } from "../src/AnswerGuard.ts"
import { quotas } from "../src/Constants.ts"
import { emoji } from "./support/rows.ts"

const limit = quotas.answer_field_bytes
const strictly = (value: unknown) => Result.isSuccess(Answer.decodeAnswers([value], "answers"))

const texts: ReadonlyArray<unknown> = [
  "",
  "x",
  emoji(limit),
  emoji(limit + 1),
  null,
  true,
  1,
  [],
  {},
  new Json.Decimal(1)
]
const effects: ReadonlyArray<unknown> = [
  ...["copy_text", "insert_text", "open", "run", 1].flatMap((type) => texts.map((text) => ({ type, text }))),
  { type: "copy_text", text: "x", extra: 1 },
  { type: "copy_text", other: "x" },
  { type: "open", url: "https://a" },
  { text: "x" },
  ...texts
]
const absent = Symbol("absent")

/** One answer of each choice; absent members are left out. */
const answer = (title: unknown, subtitle: unknown, effect: unknown, extra: boolean): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries({ title, subtitle, effect, ...(extra ? { url: "https://a" } : {}) }).filter(
      ([, value]) => value !== absent
    )
  )

const pick = <A>(from: ReadonlyArray<A>, at: number): A => from[at % from.length]!
const choice = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 }))

describe("isAnswer", () => {
  it.prop(
    "accepts exactly what the schema accepts",
    [choice, choice, choice, choice],
    ([title, subtitle, effect, extra]) => {
      const built = answer(
        pick(["x", "x", ...texts, absent], title),
        pick([absent, "x", ...texts], subtitle),
        pick([effects[1], effects[1], ...effects, absent], effect),
        extra % 5 === 0
      )
      assert.strictEqual(isAnswer(built), strictly(built))
    },
    { arbitrary: { runs: 2_000 } }
  )

  it.each(effects.map((effect) => [effect]))("agrees with the schema on the effect %j", (effect) => {
    const built = answer("x", absent, effect, false)
    assert.strictEqual(isAnswer(built), strictly(built))
  })

  it("accepts an answer at every limit", () => {
    assert.isTrue(isAnswer(answer(emoji(limit), emoji(limit), { type: "copy_text", text: emoji(limit) }, false)))
  })

  it.each([null, "x", 1, [], true])("refuses %j", (value) => {
    assert.isFalse(isAnswer(value))
    assert.isFalse(strictly(value))
  })
})
