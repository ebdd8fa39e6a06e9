import { assert, describe, it } from "@effect/vitest"
import { Decimal } from "../src/Decimal.ts"

describe("Decimal", () => {
  it("compares and adds up as its number", () => {
    const two: unknown = new Decimal(2)
    assert.deepStrictEqual([Number(two), (two as number) > 1, (two as number) + 1], [2, true, 3])
  })

  it("is never taken for an integer", () => {
    const two: unknown = new Decimal(2)
    assert.deepStrictEqual([typeof two, Number.isInteger(two), Number.isSafeInteger(two)], ["object", false, false])
  })

  it("is written as an integer", () => {
    assert.strictEqual(JSON.stringify([new Decimal(-2)]), "[-2]")
  })
})
