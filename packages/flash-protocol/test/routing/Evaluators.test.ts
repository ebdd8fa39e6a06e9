import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import * as Evaluators from "../../src/routing/Evaluators.ts"
import * as Roster from "../../src/routing/Roster.ts"
import { browser, ids, plugin, Sketches, twice } from "../support/plugins.ts"

const evaluator = (id: string, prefixes: ReadonlyArray<string>, priority = 25) =>
  plugin(id, { query: { prefixes }, priority })

const route = (plugins: ReadonlyArray<ReturnType<typeof plugin>>, query: string) =>
  ids(Evaluators.route(Roster.make(plugins), query))

describe("Evaluators.route", () => {
  it("orders by priority, the higher first, then by id, and asks no other plugin [FLASH-ROUT-05, FLASH-ROUT-07]", () => {
    const plugins = [evaluator("c", []), evaluator("a", []), evaluator("b", [], 26), plugin("d")]
    assert.deepStrictEqual(route(plugins, "1+1"), ["b", "a", "c"])
  })

  it.each([
    ["=1+1", ["calculator"]],
    ["=", ["calculator"]],
    ["calc 1", ["calculator"]],
    ["Calc 1", ["units", "calculator"]],
    [" =1+1", ["units", "calculator"]],
    ["1=1", ["units", "calculator"]],
    ["", ["units", "calculator"]],
    [".5", ["patterns"]],
    ["x", ["units", "calculator"]]
  ])("sends %j by its prefix, to the letter [FLASH-ROUT-06, FLASH-ROUT-07]", (query, expected) => {
    const plugins = [evaluator("calculator", ["=", "calc "]), evaluator("units", [], 90)]
    const patterns = query.startsWith(".") ? [evaluator("patterns", ["."], 0)] : []
    assert.deepStrictEqual(route([...plugins, ...patterns], query), expected)
  })

  it("asks the first of two evaluators with a prefix of the input [FLASH-ROUT-05, FLASH-ROUT-06]", () => {
    assert.deepStrictEqual(route([evaluator("b", ["="]), evaluator("a", ["="])], "=1"), ["a"])
    assert.deepStrictEqual(route([evaluator("b", ["=="], 26), evaluator("a", ["="])], "==1"), ["b"])
    assert.deepStrictEqual(route([evaluator("b", ["=="]), evaluator("a", ["="], 26)], "==1"), ["a"])
  })

  it("does not look at the app in front [FLASH-ROUT-05]", () => {
    assert.deepStrictEqual(route([plugin("a", { query: { prefixes: [] }, only_bundle_ids: [browser] })], "x"), ["a"])
  })

  it.prop(
    "asks the same whatever the order of the plugins [FLASH-ROUT-23]",
    [Sketches, Schema.Literals(["=1", "==1", "1"])],
    ([sketches, query]) => {
      const variants = [
        {},
        { query: { prefixes: [] } },
        { query: { prefixes: ["="] } },
        { query: { prefixes: ["=="] } }
      ]
      const [one, other] = twice(sketches, ({ variant }) => variants[variant] ?? {})
      assert.deepStrictEqual(ids(Evaluators.route(one, query)), ids(Evaluators.route(other, query)))
    }
  )
})
