import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import * as Answer from "../src/Answer.ts"
import { quotas } from "../src/Constants.ts"
import { json, value, verdict } from "./support/json.ts"
import { emoji } from "./support/rows.ts"

const limit = quotas.answer_field_bytes
const effect = { type: "copy_text", text: "x" }
const answer = (fields: Record<string, unknown> = {}) => ({ title: "t", effect, ...fields })
const reply = (answers: unknown) => Answer.decodeReply({ ok: true, answers })

/** Sixteen answers whose compact encoding takes exactly so many bytes. */
const answersOf = (bytes: number): ReadonlyArray<unknown> => {
  const full = answer({ title: "x".repeat(limit) })
  const rest = bytes - JSON.stringify([...Array(15).fill(full), answer({ title: "" })]).length
  return [...Array(15).fill(full), answer({ title: "x".repeat(rest) })]
}

describe("Answer.decodeReply", () => {
  it.each([
    [{}],
    [{ title: emoji(limit) }],
    [{ subtitle: null }],
    [{ subtitle: "" }],
    [{ subtitle: emoji(limit) }],
    [{ effect: { type: "insert_text", text: emoji(limit) } }]
  ])(
    "accepts an answer with the fields of case %# [FLASH-ANS-06, FLASH-ANS-07, FLASH-ANS-08, FLASH-ANS-09]",
    (fields) => {
      assert.deepStrictEqual<unknown>(Result.getOrThrow(reply([answer(fields)])), [answer(fields)])
    }
  )

  it.each<[Record<string, unknown>, string]>([
    [{ title: "" }, "title: expected text that is not empty"],
    [{ title: null }, "title: expected text"],
    [{ title: emoji(limit + 1) }, "title: expected at most 16384 UTF-8 bytes"],
    [{ subtitle: 1 }, "subtitle: expected text"],
    [{ subtitle: emoji(limit + 1) }, "subtitle: expected at most 16384 UTF-8 bytes"],
    [{ effect: null }, "effect: expected an effect of a known type"],
    [{ effect: { type: "open", url: "https://a" } }, "effect: expected an effect of a known type"],
    [{ effect: { type: "open", text: "a:b" } }, "effect: expected an effect of a known type"],
    [{ effect: { type: "copy_text", text: "" } }, "effect.text: expected text that is not empty"],
    [{ effect: { type: "copy_text", text: emoji(limit + 1) } }, "effect.text: expected at most 16384 UTF-8 bytes"],
    [{ url: "https://a" }, "*: expected no key but those of the contract"],
    [{ metadata: {} }, "*: expected no key but those of the contract"]
  ])(
    "refuses every answer for case %# [FLASH-ANS-06, FLASH-ANS-07, FLASH-ANS-08, FLASH-ANS-09, FLASH-ANS-12]",
    (fields, message) => {
      assert.strictEqual(verdict(reply([answer(), answer(fields)])), `answers[1].${message}`)
    }
  )

  it("takes 16 answers and not one more [FLASH-ANS-10]", () => {
    assert.strictEqual(verdict(reply(Array(16).fill(answer()))), "accepted")
    assert.strictEqual(verdict(reply(Array(17).fill(answer()))), "answers: expected at most 16 entries")
  })

  it("takes 256 KiB of encoded answers and not one byte more [FLASH-ANS-11]", () => {
    const full = answersOf(quotas.answers_bytes)
    assert.strictEqual(Buffer.byteLength(JSON.stringify(full)), quotas.answers_bytes)
    assert.strictEqual(verdict(reply(full)), "accepted")
    assert.strictEqual(
      verdict(reply(answersOf(quotas.answers_bytes + 1))),
      "answers: expected an encoding of at most 262144 bytes"
    )
  })

  it.each([
    ['{"ok":true,"answers":[]}', "accepted"],
    ['{"ok":true}', "answers: expected a list"],
    ['{"ok":true,"answers":null}', "answers: expected a list"],
    ['{"ok":true,"answers":[],"more":1}', "*: expected no key but those of the contract"],
    ['{"ok":false,"error":"invalid evaluate params"}', "ReplyRefused"],
    ['{"answers":[]}', "ok: expected a boolean"]
  ])("reads %s [FLASH-ANS-04, FLASH-ANS-05]", (text, expected) => {
    assert.strictEqual(verdict(Answer.decodeReply(json(text))), expected)
  })

  it("reads what reply builds [FLASH-ANS-05]", () => {
    assert.strictEqual(verdict(Answer.decodeReply(Answer.reply([]))), "accepted")
  })
})

describe("Answer.decodeParams", () => {
  it.each<[string, Answer.Received]>([
    ['{"query":"1+1","scope":"all","surface":"flashlight"}', { query: "1+1", scope: "all", surface: "flashlight" }],
    ['{"query":null,"more":1}', { query: "", scope: "", surface: "" }],
    ["{}", { query: "", scope: "", surface: "" }]
  ])("reads %s [FLASH-ANS-03]", (text, params) => {
    assert.deepStrictEqual(Result.getOrThrow(Answer.decodeParams(json(text))), params)
  })

  it.each(['{"query":1}', '{"query":1.0}', '{"scope":[]}', '{"surface":{}}', "null", "[]", "1.0"])(
    "refuses %s [FLASH-ANS-03]",
    (text) => {
      assert.isTrue(Result.isFailure(Answer.decodeParams(value(text))))
    }
  )
})
