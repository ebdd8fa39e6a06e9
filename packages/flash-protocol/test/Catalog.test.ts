import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import * as Catalog from "../src/Catalog.ts"
import { quotas } from "../src/Constants.ts"
import { json, value, verdict } from "./support/json.ts"
import { badFields, badOpens, goodFields, row } from "./support/rows.ts"

const sources = new Set(["s"])
const publish = (rows: ReadonlyArray<unknown>) => Catalog.decode({ rows }, sources)

/** Rows whose compact encoding takes exactly so many bytes. */
const rowsOf = (bytes: number): ReadonlyArray<unknown> => {
  const full = row({ metadata: { a: "x".repeat(65_000) } })
  const count = Math.floor(bytes / 65_100)
  const rows = Array.from({ length: count }, () => full)
  const rest = bytes - JSON.stringify([...rows, row({ metadata: { a: "" } })]).length
  return [...rows, row({ metadata: { a: "x".repeat(rest) } })]
}

describe("Catalog.decode", () => {
  it.each(goodFields)(
    "accepts %s [FLASH-CAT-05, FLASH-CAT-06, FLASH-CAT-07, FLASH-CAT-08, FLASH-CAT-09, FLASH-CAT-16, FLASH-CAT-17, FLASH-VAL-06]",
    (_, fields) => {
      const rows = [row(fields)]
      assert.strictEqual<unknown>(Result.getOrThrow(publish(rows)), rows)
    }
  )

  it.each(badFields)(
    "refuses the whole catalog for %s [FLASH-CAT-02, FLASH-CAT-03, FLASH-CAT-04, FLASH-CAT-10, FLASH-CAT-18, FLASH-CAT-19, FLASH-REF-04]",
    (_, fields, message) => {
      assert.strictEqual(verdict(publish([row(), row(fields)])), `rows[1].${message}`)
    }
  )

  it.each(badOpens)("refuses the effect %j [FLASH-CAT-17]", (effect) => {
    assert.include(verdict(publish([row({ effect })])), "rows[0].effect")
  })

  it.each(["source", "title"])("refuses a row without %s [FLASH-CAT-03, FLASH-CAT-05]", (name) => {
    const { [name]: _, ...rest } = row()
    assert.strictEqual(verdict(publish([rest])), `rows[0].${name}: expected a value`)
  })

  it.each(["null", "[]", "1", "1.0", '"row"'])("refuses %s for a row", (text) => {
    assert.strictEqual(verdict(publish([value(text)])), "rows[0]: expected an object")
  })

  it.each([
    ['{"rows":[]}', "accepted"],
    ["{}", "rows: expected a list"],
    ['{"rows":null}', "rows: expected a list"],
    ['{"rows":{}}', "rows: expected a list"],
    ['{"rows":[],"extra":1}', "*: expected no key but those of the contract"]
  ])("reads %s [FLASH-CAT-01, FLASH-CAT-15]", (text, expected) => {
    assert.strictEqual(verdict(Catalog.decode(json(text), sources)), expected)
  })

  it.each(["null", "[]", "1.0"])("refuses the params %s [FLASH-CAT-01]", (text) => {
    assert.strictEqual(verdict(Catalog.decode(value(text), sources)), "expected an object")
  })

  it("takes 10,000 rows and not one more [FLASH-CAT-11]", () => {
    assert.strictEqual(verdict(publish(Array(quotas.catalog_rows).fill(row()))), "accepted")
    const failure = Result.getOrThrow(Result.flip(publish(Array(quotas.catalog_rows + 1).fill(row()))))
    assert.strictEqual(failure.path, "rows")
    assert.strictEqual(failure.limit, quotas.catalog_rows)
  })

  it("takes 4 MiB of encoded rows and not one byte more [FLASH-CAT-12]", () => {
    const full = rowsOf(quotas.catalog_bytes)
    assert.strictEqual(Buffer.byteLength(JSON.stringify(full)), quotas.catalog_bytes)
    assert.strictEqual(verdict(publish(full)), "accepted")
    const failure = Result.getOrThrow(Result.flip(publish(rowsOf(quotas.catalog_bytes + 1))))
    assert.strictEqual(failure.message, "rows: expected an encoding of at most 4194304 bytes")
    assert.strictEqual(failure.limit, quotas.catalog_bytes)
  })

  it("counts before it looks at a row [FLASH-CAT-13]", () => {
    assert.strictEqual(verdict(publish(Array(quotas.catalog_rows + 1).fill(1))), "rows: expected at most 10000 entries")
  })

  it("survives nesting of any depth [FLASH-VAL-08]", () => {
    const deep = JSON.parse(`${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`)
    assert.include(verdict(publish([deep])), "rows[0]")
    assert.include(verdict(publish([row({ metadata: deep })])), "rows[0].metadata")
    assert.include(verdict(publish([row({ effect: deep })])), "rows[0].effect")
  })
})
