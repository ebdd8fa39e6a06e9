import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import * as Answer from "../src/Answer.ts"
import * as Catalog from "../src/Catalog.ts"
import * as Perform from "../src/Perform.ts"
import * as Rejection from "../src/Rejection.ts"

const marker = "qzxv"
const sources = new Set([`${marker}-source`])

/** What the code under test may say about a payload. */
const said = (payload: Record<string, unknown>): ReadonlyArray<unknown> => [
  Catalog.decode(payload, sources),
  Catalog.decode({ rows: [payload] }, sources),
  Catalog.decode({ rows: [{ source: `${marker}-source`, title: "t", ...payload }] }, sources),
  Catalog.decode({ rows: [{ source: `${marker}-source`, title: "t", effect: payload }] }, sources),
  Answer.decodeReply({ ok: true, answers: [payload] }),
  Answer.decodeReply({ ok: true, answers: [{ title: "t", effect: payload }] }),
  Answer.decodeReply(payload),
  Perform.decodeReply(payload),
  Answer.decodeParams(payload)
]

const leaks = (value: unknown): boolean => {
  const failure = Result.isResult(value) && Result.isFailure(value) ? value.failure : undefined
  if (failure instanceof Rejection.PayloadRejected) {
    return `${failure.message} ${JSON.stringify(failure)}`.includes(marker)
  }
  return Perform.Outcome.$is("Failed")(value as Perform.Outcome) && JSON.stringify(value).includes(marker)
}

const names = [
  "title",
  "url",
  "metadata",
  "effect",
  "text",
  "type",
  "source",
  "ok",
  "message",
  "target_pid",
  `${marker}-key`
]

describe("a rejection", () => {
  it.prop(
    "never repeats a value or a key the peer chose [FLASH-REF-03]",
    [Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 10_000 }))).check(Schema.isMaxLength(8))],
    ([choices]) => {
      const values: ReadonlyArray<unknown> = [
        `${marker}-value`,
        1,
        null,
        [`${marker}-item`],
        { [`${marker}-inner`]: `${marker}-value` },
        { [`${marker}-inner`]: 1 },
        { type: `${marker}-type`, text: `${marker}-text` },
        `${marker}-long`.repeat(2_000),
        true
      ]
      const payload: Record<string, unknown> = {}
      for (const choice of choices) {
        payload[names[choice % names.length]!] = values[Math.floor(choice / names.length) % values.length]
      }
      assert.deepStrictEqual(said(payload).filter(leaks), [])
    },
    { arbitrary: { runs: 200 } }
  )

  it("names members of the contract, indexes, and * for everything else [FLASH-REF-03]", () => {
    const decode = Rejection.decoder(
      Schema.Struct({ a: Schema.Array(Schema.Struct({ b: Schema.Record(Schema.String, Schema.String) })) })
    )
    const reject = (input: unknown) => Result.getOrThrow(Result.flip(decode(input, "root"))).path
    assert.strictEqual(reject({ a: [{ b: {} }, { b: { [marker]: 1 } }] }), "root.a[1].b.*")
    assert.strictEqual(reject({ a: [{ b: {}, [marker]: 1 }] }), "root.a[0].*")
    assert.strictEqual(reject({ a: 1 }), "root.a")
    assert.strictEqual(reject(1), "root")
  })

  it("says what is wrong with the payload itself without a path", () => {
    assert.strictEqual(Rejection.make("", "an object").message, "expected an object")
  })
})
