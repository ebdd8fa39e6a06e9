import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { SosDuration } from "../../src/values/SosDuration.ts"
import { Timestamp } from "../../src/values/Timestamp.ts"
import type { Value } from "../../src/values/Value.ts"
import * as Values from "../../src/values/Values.ts"

const hour = new SosDuration(3_600_000_000_000n)
const record = (...entries: ReadonlyArray<[string, Value]>): Value => new Map(entries)

describe("Values.display", () => {
  it.each([
    ['a <b> & "c"', 'a <b> & "c"'],
    [null, "null"],
    [true, "true"],
    [37, "37"],
    [0.1, "0.1"],
    [1e21, "1e+21"],
    [1e-7, "1e-7"],
    [1_000_000, "1000000"],
    [new Timestamp(0n, 60), "1970-01-01T01:00:00+01:00"],
    [hour, "1h0m0s"],
    [[], "[]"],
    [record(), "{}"],
    [[1, "a", null, hour], '[1,"a",null,"1h0m0s"]'],
    [record(["b", 1], ["a", [record(["d", 2], ["c", 3])]]), '{"a":[{"c":3,"d":2}],"b":1}'],
    [["<&>\u2028"], '["\\u003c\\u0026\\u003e\\u2028"]']
  ] as ReadonlyArray<[Value, string]>)("shows value %# of the table as it says [SOS-VAL-30]", (value, text) => {
    assert.strictEqual(Values.display(value), text)
  })
})

describe("Values.toJson", () => {
  it.each([
    [
      record(["b", "<\u2028>"], ["a", [hour, new Timestamp(0n, 0)]]),
      '{"b":"<\u2028>","a":["1h0m0s","1970-01-01T00:00:00Z"]}'
    ],
    ["a\n", '"a\\n"'],
    [null, "null"]
  ] as ReadonlyArray<[Value, string]>)("writes value %# of the table as programs read it", (value, text) => {
    assert.strictEqual(Values.toJson(value), text)
  })
})

describe("Values.kindOf", () => {
  it.each([
    ["", "text"],
    [1, "number"],
    [false, "boolean"],
    [null, "null"],
    [hour, "duration"],
    [new Timestamp(0n, 0), "timestamp"],
    [[], "list"],
    [record(), "record"]
  ] as ReadonlyArray<[Value, string]>)("calls value %# of the table by its kind", (value, kind) => {
    assert.strictEqual(Values.kindOf(value), kind)
  })
})

describe("Values.equals", () => {
  it.each([
    [[1, ["a"]], [1, ["a"]], true],
    [[1], [1, 2], false],
    [record(["a", 1], ["b", 2]), record(["b", 2], ["a", 1]), true],
    [record(["a", null]), record(["b", null]), false],
    [record(["a", 1]), record(["a", 1], ["b", 2]), false],
    [new Timestamp(0n, 0), new Timestamp(0n, 60), true],
    [new Timestamp(0n, 0), new Timestamp(1n, 0), false],
    [hour, new SosDuration(3_600_000_000_000n), true],
    [hour, 1, false],
    [[], record(), false],
    [null, [], false],
    ["1", 1, false]
  ] as ReadonlyArray<[Value, Value, boolean]>)(
    "compares pair %# of the table by structure [SOS-VAL-31]",
    (one, other, same) => {
      assert.strictEqual(Values.equals(one, other), same)
      assert.strictEqual(Values.equals(other, one), same)
    }
  )

  it.prop("finds every value equal to its copy", { json: Schema.Json }, ({ json }) => {
    const value = fromJson(json)
    assert.isTrue(Values.equals(value, fromJson(json)))
  })
})

const fromJson = (json: Schema.Json): Value => {
  if (Array.isArray(json)) return json.map(fromJson)
  if (typeof json !== "object" || json === null) return json as Value
  return new Map(Object.entries(json).map(([key, item]) => [key, fromJson(item as Schema.Json)]))
}
