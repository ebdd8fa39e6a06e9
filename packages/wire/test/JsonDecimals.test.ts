import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { Decimal } from "../src/Decimal.ts"
import { read } from "../src/JsonDecimals.ts"

/** What the reader stands for, by the parser's own means. */
const revived = (text: string): unknown =>
  JSON.parse(text, (_, value: unknown, context?: { readonly source?: string }) =>
    typeof value === "number" && Number.isSafeInteger(value) && /[.eE]/.test(context?.source ?? ".")
      ? new Decimal(value)
      : value
  )

/** JSON text of a value, its integers written as choices say and white space strewn in. */
const write = (value: unknown, choices: ReadonlyArray<number>): string => {
  let turn = 0
  const choose = (from: number) => (choices[turn++ % Math.max(1, choices.length)] ?? 0) % from
  const gap = () => ["", " ", "\n\t", ""][choose(4)]
  const text = (value: unknown): string => {
    if (typeof value === "number" && Number.isSafeInteger(value)) {
      return [`${value}`, `${value}.0`, `${value}e0`, `${value}.00E+0`][choose(4)] ?? ""
    }
    if (Array.isArray(value)) return `[${gap()}${value.map(text).join(`${gap()},${gap()}`)}${gap()}]`
    if (typeof value !== "object" || value === null) return JSON.stringify(value)
    const members = Object.entries(value).map(
      ([name, member]) => `${JSON.stringify(name)}${gap()}:${gap()}${text(member)}`
    )
    return `{${gap()}${members.join(`,${gap()}`)}${gap()}}`
  }
  return text(value)
}

describe("JsonDecimals.read", () => {
  it.each([
    '{"a":1.0,"b":1,"c":-0.0,"d":1e3,"e":-2E-0,"f":0.5,"g":1e-1}',
    '{"__proto__":1.0,"constructor":{"__proto__":[2.0]},"a":1.0,"a":2}',
    '{"text\\n\\"\\u00e9\\ud83d\\ude80":"\\\\","\\u0061":"\\/","":""}',
    '[[],{},[{}],[[1.0]],true,false,null,"",9007199254740993.0,1e21,123456789012345678]',
    ' \r\n\t{ "a" : [ 1.0 , 2 ] , "b" : { } } \r',
    '{"10":1.0,"2":2.0,"b":3.0,"1":4.0}',
    '"🚀é\u2028"',
    "1.0",
    "-7"
  ])("reads %s as the parser with a reviver does", (text) => {
    assert.deepStrictEqual(read(text), revived(text))
    assert.strictEqual(JSON.stringify(read(text)), JSON.stringify(revived(text)))
  })

  it("takes __proto__ for an ordinary member", () => {
    const value = read('{"__proto__":{"x":1.0}}')
    assert.deepStrictEqual(Object.keys(Object(value)), ["__proto__"])
    assert.strictEqual(Object.getPrototypeOf(value), Object.prototype)
  })

  it.prop(
    "agrees with the reviver on any value, however it was written",
    [Schema.Json, Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1000 })))],
    ([value, choices]) => {
      const text = write(value, choices)
      assert.deepStrictEqual(read(text), revived(text))
    },
    { arbitrary: { runs: 1_000 } }
  )
})
