import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import * as Quota from "../src/Quota.ts"
import * as Rejection from "../src/Rejection.ts"
import { value } from "./support/json.ts"

describe("Quota", () => {
  it.each([
    ["abcd", 4, true],
    ["abcde", 4, false],
    ["🚀", 4, true],
    ["🚀", 3, false],
    ["éé", 4, true],
    ["éé", 3, false],
    ["日日", 6, true],
    ["日日", 5, false],
    ["", 0, true],
    ["a", 0, false]
  ])("counts the UTF-8 bytes of %j against %d [FLASH-VAL-04]", (text, limit, fits) => {
    assert.strictEqual(Quota.fits(text, limit), fits)
    assert.strictEqual(Result.isSuccess(Rejection.decoder(Schema.String.check(Quota.utf8AtMost(limit)))(text)), fits)
  })

  it.each([
    ['[{"source":"s","title":"a\\"b\\\\c\\n"}]', 36],
    ['[{"source":"s","title":"\\u0061\\"b\\\\c\\u000a"}]', 36],
    ['[{"source":"s","title":"é🚀"}]', 33],
    ['[{"source":"s","title":"\\u00e9\\ud83d\\ude80"}]', 33],
    ['[{"source":"s", "title":"a\\/b"}]', 30],
    ["[]", 2]
  ])("counts %s as %d bytes, however it was escaped [FLASH-VAL-05]", (text, bytes) => {
    const rows = value(text)
    assert.isTrue(Quota.encodedFits(rows, bytes))
    assert.isFalse(Quota.encodedFits(rows, bytes - 1))
  })

  it("names the limit in a rejection [FLASH-REF-04]", () => {
    const reject = (items: unknown) =>
      Result.getOrThrow(Result.flip(Quota.list(items, "items", { count: 2, bytes: 8 })))
    assert.deepInclude({ ...reject(["a", "b", "c"]) }, { path: "items", rule: "at most 2 entries", limit: 2 })
    assert.deepInclude({ ...reject(["aaa", "b"]) }, { rule: "an encoding of at most 8 bytes", limit: 8 })
    assert.deepInclude({ ...reject({ length: 1 }) }, { path: "items", rule: "a list" })
    assert.isTrue(Result.isSuccess(Quota.list(["aa", "b"].slice(1), "items", { count: 1, bytes: 5 })))
  })

  it("leaves a list that has no encoding to the rules of its elements", () => {
    const deep = JSON.parse(`${"[".repeat(100)}${"]".repeat(100)}`)
    assert.isTrue(Quota.encodedFits(deep, 1_000))
    assert.isFalse(Quota.encodedFits(["x".repeat(1_000), deep], 1_000))
  })
})
