import { assert, describe, it } from "@effect/vitest"
import { Json } from "@lanyard/wire"
import { Result, Schema } from "effect"
import * as Mismatch from "../../src/codec/Mismatch.ts"
import * as ValueCodec from "../../src/codec/ValueCodec.ts"
import { parse as duration, SosDuration } from "../../src/values/SosDuration.ts"
import { Timestamp, parse as timestamp } from "../../src/values/Timestamp.ts"
import { parse as type } from "../../src/values/TypeExpr.ts"
import type { Value } from "../../src/values/Value.ts"
import * as Values from "../../src/values/Values.ts"

const typed = (text: string) => Result.getOrThrow(type(text))
const field = (name: string, text: string) => ({ name, type: typed(text) })

const codec = ValueCodec.make({
  types: [
    {
      name: "Report",
      fields: [field("temperature", "number"), field("note", "optional text"), field("days", "list of Day")]
    },
    { name: "Day", fields: [field("high", "integer")] }
  ]
})

/** Reads JSON text as a module would send it. */
const decode = (text: string, of: string) => codec.decode(typed(of), Result.getOrThrow(Json.parseValue(text)))
const encode = (value: Value, of: string) => codec.encode(typed(of), value)
const problem = <A>(crossed: Result.Result<A, Mismatch.Mismatch>) =>
  Result.isFailure(crossed) ? Mismatch.returned("weather.current", crossed.failure) : "crossed"

describe("ValueCodec.decode", () => {
  it.each([
    ["text", '"a\\n\u2028😀\\""', 'a\n\u2028😀"'],
    ["number", "1.5", 1.5],
    ["number", "1.0", 1],
    ["number", "-0", -0],
    ["number", "9007199254740993", 9007199254740992],
    ["integer", "9007199254740991", 9007199254740991],
    ["integer", "-9007199254740991", -9007199254740991],
    ["boolean", "false", false],
    ["timestamp", '"2026-09-20T20:20:00-04:00"', Result.getOrThrow(timestamp("2026-09-20T20:20:00-04:00"))],
    ["duration", '"1h"', Result.getOrThrow(duration("1h"))],
    ["file", '"a/b"', "a/b"],
    ["folder", '"."', "."],
    ["optional integer", "null", null],
    ["optional integer", "1", 1],
    ["list of text", "[]", []],
    ["list of optional text", '["a",null]', ["a", null]],
    [
      "any",
      '{"__proto__":[1.0,null],"a":{}}',
      new Map<string, Value>([
        ["__proto__", [1, null]],
        ["a", new Map()]
      ])
    ],
    [
      "Report",
      '{"days":[{"high":3}],"temperature":1}',
      new Map<string, Value>([
        ["temperature", 1],
        ["note", null],
        ["days", [new Map([["high", 3]])]]
      ])
    ]
  ] as ReadonlyArray<[string, string, Value]>)("takes %s from %s [SOS-VAL-01, SOS-VAL-12]", (of, text, value) => {
    assert.deepStrictEqual(decode(text, of), Result.succeed(value))
  })

  it.each([
    ["text", "1", "weather.current returned integer; expected text"],
    ["number", '"29.5"', "weather.current returned text; expected number"],
    ["integer", "37.0", "weather.current returned number; expected integer"],
    ["integer", "3e1", "weather.current returned number; expected integer"],
    ["integer", "1.5", "weather.current returned number; expected integer"],
    ["integer", "9007199254740992", "weather.current returned an integer beyond 9007199254740991; expected integer"],
    ["integer", "-9007199254740993", "weather.current returned an integer beyond 9007199254740991; expected integer"],
    ["integer", "1e16", "weather.current returned an integer beyond 9007199254740991; expected integer"],
    [
      "any",
      '{"a":[9007199254740993]}',
      "weather.current returned *[0] as an integer beyond 9007199254740991; expected any"
    ],
    ["boolean", "1", "weather.current returned integer; expected boolean"],
    ["duration", "3600", "weather.current returned integer; expected duration"],
    [
      "duration",
      '"PT1H"',
      "weather.current returned text that is not a duration such as 5s, 1h30m or 250ms; expected duration"
    ],
    ["timestamp", "0", "weather.current returned integer; expected timestamp"],
    ["file", '""', "weather.current returned empty text; expected file"],
    ["folder", '"a\\u0000"', "weather.current returned text with a NUL character; expected folder"],
    ["text", "null", "weather.current returned null; expected text"],
    ["list of text", "null", "weather.current returned null; expected list of text"],
    ["list of text", '["a",null]', "weather.current returned [1] as null; expected text"],
    ["optional list of text", '["a",1]', "weather.current returned [1] as integer; expected text"],
    ["list of text", '{"0":"a"}', "weather.current returned record; expected list of text"],
    ["Report", "[]", "weather.current returned list; expected Report"],
    ["Report", '{"temperature":"29.5","days":[]}', "weather.current returned temperature as text; expected number"],
    ["Report", '{"temperature":null,"days":[]}', "weather.current returned temperature as null; expected number"],
    ["Report", '{"days":[]}', "weather.current returned temperature as nothing; expected number"],
    [
      "Report",
      '{"temperature":1,"days":[{"high":1},{"high":true}]}',
      "weather.current returned days[1].high as boolean; expected integer"
    ],
    [
      "Report",
      '{"temperature":1,"days":[],"canary":1}',
      "weather.current returned a record with a field that is not declared; expected Report"
    ],
    [
      "Report",
      '{"temperature":1,"days":[{"high":1,"__proto__":2}]}',
      "weather.current returned days[0] as a record with a field that is not declared; expected Day"
    ],
    ["Missing", "{}", "weather.current returned a record that nobody declared; expected Missing"]
  ])("refuses as %s %s, and says where it differs [SOS-VAL-02]", (of, text, message) => {
    assert.strictEqual(problem(decode(text, of)), message)
  })

  it("takes 64 levels and refuses one more, at any depth without overflowing (B127) [SOS-VAL-03]", () => {
    const nested = (levels: number) => JSON.parse("[".repeat(levels) + "]".repeat(levels))
    assert.isTrue(Result.isSuccess(codec.decode(typed("any"), nested(64))))
    for (const levels of [65, 5000]) {
      const refused = problem(codec.decode(typed("any"), nested(levels)))
      assert.include(refused, "a value nested more than 64 levels deep; expected at most 64 levels")
    }
  })

  it("takes 100,000 parts and refuses one more [SOS-VAL-04]", () => {
    const wide = (size: number) => Array.from({ length: size }, () => 0)
    assert.isTrue(Result.isSuccess(codec.decode(typed("list of integer"), wide(Values.nodeLimit))))
    assert.include(problem(codec.decode(typed("any"), wide(Values.nodeLimit + 1))), "a value of more than 100000 parts")
  })

  it("takes 16 MiB of text in all and refuses a byte more [SOS-VAL-05]", () => {
    const half = "é".repeat(Values.textLimit / 4)
    assert.isTrue(Result.isSuccess(codec.decode(typed("list of text"), [half, half])))
    assert.include(
      problem(codec.decode(typed("list of text"), [half, half, "x"])),
      "[2] as more than 16777216 bytes of text"
    )
  })

  it.prop("never throws and keeps what crossed both ways [SOS-VAL-06]", { json: Schema.Json }, ({ json }) => {
    const read = codec.decode(typed("any"), json)
    if (Result.isFailure(read)) return
    const written = Result.getOrThrow(codec.encode(typed("any"), read.success))
    assert.strictEqual(Values.toJson(read.success), JSON.stringify(written))
    assert.isTrue(Values.equals(Result.getOrThrow(codec.decode(typed("any"), written)), read.success))
  })
})

describe("ValueCodec.encode", () => {
  const instant = Result.getOrThrow(timestamp("2026-09-20T20:20:00.5-04:00"))
  const hour = Result.getOrThrow(duration("1h"))

  it.each([
    ["integer", 37, 37],
    ["timestamp", instant, "2026-09-20T20:20:00.5-04:00"],
    ["timestamp", "2026-09-20T20:20:00.500Z", "2026-09-20T20:20:00.500Z"],
    ["duration", hour, "1h0m0s"],
    ["file", "a b", "a b"],
    ["optional text", null, null],
    ["list of integer", [1, 2], [1, 2]],
    ["any", [instant, hour], ["2026-09-20T20:20:00.5-04:00", "1h0m0s"]]
  ] as ReadonlyArray<[string, Value, unknown]>)("writes %s [SOS-VAL-07]", (of, value, json) => {
    assert.deepStrictEqual(encode(value, of), Result.succeed(json))
  })

  it("writes records with every key as an own one, and leaves out what is optional and absent [SOS-VAL-07, SOS-VAL-12]", () => {
    const value = new Map<string, Value>([
      ["days", [new Map([["high", 3]])]],
      ["temperature", 1.5]
    ])
    assert.strictEqual(
      JSON.stringify(Result.getOrThrow(encode(value, "Report"))),
      '{"temperature":1.5,"days":[{"high":3}]}'
    )
    assert.strictEqual(JSON.stringify(Result.getOrThrow(encode(new Map([["__proto__", 1]]), "any"))), '{"__proto__":1}')
  })

  it.each([
    ["duration", "5s", "as text; expected duration"],
    [
      "timestamp",
      "2026-09-20",
      "as text that is not a timestamp with an offset, such as 2026-09-20T20:20:00-04:00; expected timestamp"
    ],
    ["integer", 1.5, "as number; expected integer"],
    ["integer", 2 ** 53, "as an integer beyond 9007199254740991; expected integer"],
    ["any", 1e21, "as an integer beyond 9007199254740991; expected any"],
    ["number", Number.POSITIVE_INFINITY, "as number; expected number"],
    ["text", "\ud800", "as text that is no Unicode; expected text"],
    ["text", new SosDuration(1n), "as duration; expected text"],
    ["text", new Timestamp(0n, 0), "as timestamp; expected text"],
    ["folder", "", "as empty text; expected folder"],
    ["list of text", new Map(), "as record; expected list of text"],
    [
      "Day",
      new Map<string, Value>([
        ["high", 1],
        ["low", 1]
      ]),
      "as a record with a field that is not declared; expected Day"
    ]
  ] as ReadonlyArray<[string, Value, string]>)("refuses as %s what is none [SOS-VAL-08]", (of, value, ending) => {
    const crossed = encode(value, of)
    assert.isTrue(Result.isFailure(crossed))
    if (Result.isFailure(crossed)) {
      const within = Mismatch.inside("city", crossed.failure)
      assert.strictEqual(Mismatch.received("weather.current", within), `weather.current received city ${ending}`)
    }
  })
})

describe("ValueCodec.result", () => {
  it("takes nothing or null from an action that returns nothing, and no value [SOS-VAL-09]", () => {
    assert.deepStrictEqual(codec.result({ result: undefined }, undefined), Result.succeed(null))
    assert.deepStrictEqual(codec.result({ result: undefined }, null), Result.succeed(null))
    assert.strictEqual(
      problem(codec.result({ result: undefined }, 0)),
      "weather.current returned integer; expected no value"
    )
  })

  it("misses the value of an action that returns one, unless it is optional [SOS-VAL-09]", () => {
    assert.strictEqual(
      problem(codec.result({ result: typed("integer") }, undefined)),
      "weather.current returned nothing; expected integer"
    )
    assert.deepStrictEqual(codec.result({ result: typed("optional integer") }, undefined), Result.succeed(null))
  })
})

describe("ValueCodec.payload", () => {
  const failure = { name: "NotFound", fields: [field("city", "text"), field("hint", "optional text")] }

  it("takes declared fields, and no payload where all are optional [SOS-VAL-10]", () => {
    assert.deepStrictEqual(
      codec.payload(failure, { city: "X" }),
      Result.succeed(
        new Map([
          ["city", "X"],
          ["hint", null]
        ] as Array<[string, Value]>)
      )
    )
    assert.deepStrictEqual(codec.payload({ name: "Plain", fields: [] }, undefined), Result.succeed(new Map()))
  })

  it.each([
    [undefined, "city as nothing; expected text"],
    [{ city: "X", other: 1 }, "a record with a field that is not declared; expected NotFound"],
    [["X"], "list; expected NotFound"],
    [null, "null; expected NotFound"]
  ])("refuses another payload [SOS-VAL-10]", (json, ending) => {
    assert.strictEqual(problem(codec.payload(failure, json)), `weather.current returned ${ending}`)
  })
})

describe("ValueCodec.schema", () => {
  const Report = ValueCodec.schema(codec, typed("list of Day"))

  it("is the same codec as a Schema, without values in its issues [SOS-VAL-11]", () => {
    const decoded = Schema.decodeSync(Report)([{ high: 3 }])
    assert.deepStrictEqual(decoded, [new Map([["high", 3]])])
    assert.strictEqual(JSON.stringify(Schema.encodeSync(Report)(decoded)), '[{"high":3}]')
    const refused = Schema.decodeResult(Report)([{ high: "canary" }])
    assert.isTrue(Result.isFailure(refused))
    if (Result.isFailure(refused)) {
      assert.include(refused.failure.message, "[0].high is text; expected integer")
      assert.notInclude(refused.failure.message, "canary")
    }
  })
})
