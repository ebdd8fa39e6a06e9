import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { message, shown } from "../support/runs.ts"

describe("show", () => {
  it.effect.each([
    ['"as it is \\"quoted\\" <&>"', 'as it is "quoted" <&>'],
    ["null", "null"],
    ["true", "true"],
    ["37", "37"],
    ["37.0", "37"],
    ["0.1", "0.1"],
    ["0.0000001", "1e-7"],
    [`1${"0".repeat(21)}`, "1e+21"],
    ["9007199254740991", "9007199254740991"],
    ["90s", "1m30s"],
    ["1h", "1h0m0s"],
    ["1500ms", "1.5s"],
    ['[1, "a", null, 5s]', '[1,"a",null,"5s"]'],
    ['{b: 1, a: "<&>"}', '{"a":"\\u003c\\u0026\\u003e","b":1}'],
    ["empty list", "[]"],
    ["empty record", "{}"]
  ] as const)("%s shows as %s [SOS-SHOW-01]", ([expression, line]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* shown(`show ${expression}`), [line])
    })
  )

  it.effect.each(["show", "print", "emit"])("%s writes one line [SOS-SHOW-02]", (verb) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* shown(`${verb} "a"\n${verb} ""\n${verb} "b"`), ["a", "", "b"])
    })
  )

  it.effect.each([
    ['"It is {1 + 1} and {[1]}"', "It is 2 and [1]"],
    ['"\u0024{price}"', "$5"],
    ['"{\\"in {\\\\\\"text\\\\\\"}\\"}"', "in text"],
    ['"{price} {price}"', "5 5"]
  ] as const)("puts the values of %s into the text [SOS-SHOW-03]", ([text, line]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* shown(`make price 5\nshow ${text}`), [line])
    })
  )

  it.effect("fails as a whole when a part of the text fails [SOS-SHOW-03]", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* message('show "a {1 / 0}"'), "line 1: division by zero")
    })
  )

  const rows = 'make rows [{city: "San Juan", high: 31.5}, {city: "Ponce", note: "a\\nb"}]'

  it.effect("shows records as a table of all their fields [SOS-SHOW-04]", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* shown(`${rows}\nshow rows as table`), [
        "city      high  note",
        "San Juan  31.5",
        "Ponce           a b"
      ])
    })
  )

  it.effect("shows the columns that are asked for, in their order [SOS-SHOW-04]", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* shown(`${rows}\nshow rows as table with high, city`), [
        "high  city",
        "31.5  San Juan",
        "      Ponce"
      ])
      assert.deepStrictEqual(yield* shown("show [] as table with a, b"), ["a  b"])
    })
  )

  it.effect.each([
    ["5", "number"],
    ["[1]", "number"],
    ["[[{a: 1}]]", "list"]
  ] as const)("refuses a table of %s [SOS-SHOW-04]", ([value, found]) =>
    Effect.gen(function* () {
      const problem = `line 1: show as table got ${found}; expected a list of records`
      assert.strictEqual(yield* message(`show ${value} as table`), problem)
    })
  )
})
