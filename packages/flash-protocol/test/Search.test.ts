import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { quotas } from "../src/Constants.ts"
import * as Search from "../src/Search.ts"
import * as Corpus from "./support/corpus.ts"
import * as Hostile from "./support/hostile.ts"
import { json, value, verdict } from "./support/json.ts"
import { badFields, goodFields, row } from "./support/rows.ts"

const sources = new Set(["s"])
const reply = (rows: unknown) => Search.decodeReply({ ok: true, rows }, sources)

describe("Search.decodeParams", () => {
  it.each<[string, Search.Received]>([
    ['{"query":"x","scope":"all"}', { query: "x", scope: "all" }],
    ['{"query":null,"more":1,"surface":5}', { query: "", scope: "" }],
    ["{}", { query: "", scope: "" }]
  ])("reads %s [FLASH-SRCH-02]", (text, params) => {
    assert.deepStrictEqual(Result.getOrThrow(Search.decodeParams(json(text))), params)
  })

  it.each([
    ['{"query":1}', "query: expected text"],
    ['{"query":1.0}', "query: expected text"],
    ['{"query":[]}', "query: expected text"],
    ['{"scope":{}}', "scope: expected text"],
    ["null", "expected an object"],
    ["[]", "expected an object"],
    ["1.0", "expected an object"]
  ])("refuses %s [FLASH-SRCH-02]", (text, message) => {
    assert.include(verdict(Search.decodeParams(value(text))), message)
  })
})

describe("Search.decodeReply", () => {
  it.each(goodFields)("accepts a row with %s, as a publish does [FLASH-SRCH-04]", (_, fields) => {
    const rows = [row(fields)]
    assert.strictEqual<unknown>(Result.getOrThrow(reply(rows)), rows)
  })

  it.each(badFields)("refuses every row for %s, as a publish does [FLASH-SRCH-04]", (_, fields, message) => {
    assert.strictEqual(verdict(reply([row(), row(fields)])), `rows[1].${message}`)
  })

  it("takes as many rows and bytes as a publish, and not one more [FLASH-SRCH-04]", () => {
    assert.strictEqual(verdict(reply(Array(quotas.catalog_rows).fill(row()))), "accepted")
    assert.strictEqual(
      verdict(reply(Array(quotas.catalog_rows + 1).fill(row()))),
      "rows: expected at most 10000 entries"
    )
    const large = Array(70).fill(row({ metadata: { a: "x".repeat(65_000) } }))
    assert.strictEqual(verdict(reply(large)), "rows: expected an encoding of at most 4194304 bytes")
  })

  it("counts no bytes of a reply whose whole frame is within the quota [FLASH-SRCH-04]", () => {
    const large = Array(70).fill(row({ metadata: { a: "x".repeat(65_000) } }))
    const read = (frameBytes: number) => verdict(Search.decodeReply({ ok: true, rows: large }, sources, frameBytes))
    assert.strictEqual(read(quotas.catalog_bytes), "accepted")
    assert.strictEqual(read(quotas.catalog_bytes + 1), "rows: expected an encoding of at most 4194304 bytes")
  })

  it.each([
    ['{"ok":true,"rows":[]}', "accepted"],
    ['{"ok":true}', "rows: expected a list"],
    ['{"ok":true,"rows":null}', "rows: expected a list"],
    ['{"ok":true,"rows":{}}', "rows: expected a list"],
    ['{"ok":true,"rows":[],"more":1}', "*: expected no key but those of the contract"],
    ['{"ok":true,"rows":[],"error":null}', "error: expected no such key beside success"],
    ['{"ok":false,"error":"deadline exceeded"}', "ReplyRefused"],
    ['{"ok":false,"unhandled":true}', "error: expected text that is not blank"],
    ['{"ok":1,"rows":[]}', "ok: expected a boolean"],
    ['{"rows":[]}', "ok: expected a boolean"]
  ])("reads %s [FLASH-SRCH-03]", (text, expected) => {
    assert.strictEqual(verdict(Search.decodeReply(json(text), sources)), expected)
  })

  it("reads what reply builds [FLASH-SRCH-03]", () => {
    const rows = [{ source: "s", title: "t" }]
    assert.strictEqual(JSON.stringify(Search.reply(rows)), '{"ok":true,"rows":[{"source":"s","title":"t"}]}')
    assert.deepStrictEqual(Result.getOrThrow(Search.decodeReply(Search.reply(rows), sources)), rows)
  })

  it.prop(
    "takes anything without throwing, and says nothing of what it refuses [FLASH-SRCH-05]",
    [Hostile.Choices],
    ([choices]) => {
      const hostile = Hostile.from(choices, ["ok", "rows", "source", "title", "metadata", "effect", Hostile.marker])
      assert.isFalse(Hostile.leaks(reply(hostile)))
      assert.isFalse(Hostile.leaks(reply([hostile, row({ [Hostile.marker]: hostile })])))
      assert.isFalse(Hostile.leaks(Search.decodeParams(hostile)))
      assert.isFalse(Hostile.leaks(Search.decodeParams({ query: hostile })))
    },
    { arbitrary: { runs: 200 } }
  )
})

describe("the corpus of search replies", () => {
  it.each(Corpus.read("search").map((file) => [file.name, file] as const))(
    "holds for %s [FLASH-SRCH-03, FLASH-SRCH-04]",
    (_, file) => {
      const body = Corpus.payload(file) as Readonly<Record<string, unknown>>
      const result = Search.decodeReply(body, new Set(file.given.sources as ReadonlyArray<string>))
      if (file.isValid) {
        assert.deepStrictEqual<unknown>(Result.getOrThrow(result), Corpus.writtenOut(file.expect))
      } else {
        const { path, limit } = Result.getOrThrow(Result.flip(result)) as { path?: string; limit?: number }
        assert.deepStrictEqual([path, limit], [file.path, file.limit])
      }
    }
  )
})
