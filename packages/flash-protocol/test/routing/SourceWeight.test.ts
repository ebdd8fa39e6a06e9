import { assert, describe, it } from "@effect/vitest"
import { Array as Arrays, Schema } from "effect"
import { priorities } from "../../src/Constants.ts"
import * as SourceWeight from "../../src/routing/SourceWeight.ts"

describe("SourceWeight.of", () => {
  it.each([
    ["low", -20],
    ["normal", 0],
    ["high", 25],
    ["important", 100],
    ["urgent", 250]
  ] as const)("weighs %s %d [FLASH-ROUT-19]", (salience, weight) => {
    assert.strictEqual(SourceWeight.of(salience), weight)
  })

  it("rises with salience, lowest first [FLASH-ROUT-19]", () => {
    const weights = priorities.map(SourceWeight.of)
    assert.strictEqual(new Set(weights).size, priorities.length)
    assert.deepStrictEqual(
      weights,
      [...weights].sort((one, other) => one - other)
    )
  })
})

describe("SourceWeight.order", () => {
  it("orders sources inside one tier, the heavier first [FLASH-ROUT-20]", () => {
    const placed = (["normal", "urgent", "low"] as const).map((salience) => ({ tier: 1, salience }))
    assert.deepStrictEqual(
      Arrays.sort(placed, SourceWeight.order).map(({ salience }) => salience),
      ["urgent", "normal", "low"]
    )
  })

  it.prop(
    "never lets a salience lift a hit into a better tier [FLASH-ROUT-20]",
    [Schema.Literals(priorities), Schema.Literals(priorities), Schema.Literals([0, 1, 2]), Schema.Literals([1, 2, 3])],
    ([one, other, tier, worse]) => {
      const order = SourceWeight.order({ tier, salience: one }, { tier: tier + worse, salience: other })
      assert.strictEqual(order, -1)
    }
  )
})
