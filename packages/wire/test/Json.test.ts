import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import * as Json from "../src/Json.ts"
import { Violation } from "../src/Violation.ts"

const bytesOf = (text: string) => new TextEncoder().encode(text)
const read = (text: string) => Json.parse(bytesOf(text))
const reason = (line: Uint8Array) =>
  Result.match(Json.parse(line), { onFailure: ({ _tag }) => _tag, onSuccess: () => "read" })
const deep = (levels: number, core: string) => `${'{"a":'.repeat(levels)}${core}${"}".repeat(levels)}`

describe("Json.parse", () => {
  it.each([
    ["a legacy code page byte (B041)", Uint8Array.of(0xe5, 0x7b, 0x7d), "NotUtf8"],
    ["a cut UTF-8 sequence", Uint8Array.of(0x7b, 0x22, 0xc3, 0x22, 0x7d), "NotUtf8"],
    ["an encoded surrogate", Uint8Array.of(0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x7d), "NotUtf8"],
    ["a byte order mark, by name (B043)", bytesOf('\ufeff{"id":1}'), "ByteOrderMark"],
    ["no bytes (B047)", bytesOf(""), "EmptyLine"],
    ["only a carriage return", bytesOf("\r"), "NotJson"],
    ["only spaces", bytesOf("  "), "NotJson"],
    ["a lone brace (B047)", bytesOf("}"), "NotJson"],
    ["a banner (B045)", bytesOf("npm warn config ignoring"), "NotJson"],
    ["half an object", bytesOf('{"a":'), "NotJson"],
    ["two objects", bytesOf("{}{}"), "NotJson"],
    ["NaN (B125)", bytesOf('{"a":NaN}'), "NotJson"],
    ["Infinity (B125)", bytesOf('{"a":-Infinity}'), "NotJson"],
    ["a raw tab in a string", bytesOf('{"a":"\t"}'), "NotJson"],
    ["a number (B047)", bytesOf("42"), "NotObject"],
    ["null (B047)", bytesOf("null"), "NotObject"],
    ["text (B047)", bytesOf('"x"'), "NotObject"],
    ["an array (B047)", bytesOf("[]"), "NotObject"],
    ["an exponent beyond a double (B125)", bytesOf('{"a":1e400}'), "NumberOverflow"],
    ["a negative one", bytesOf('{"a":[-1E+400]}'), "NumberOverflow"],
    ["digits beyond a double", bytesOf(`{"a":${"9".repeat(309)}}`), "NumberOverflow"],
    [
      "digits beyond a double, far into the line",
      bytesOf(`{"b":"${"x".repeat(5000)}","a":${"9".repeat(309)}}`),
      "NumberOverflow"
    ],
    ["overflow in a member that is overwritten", bytesOf('{"a":1e400,"a":1}'), "NumberOverflow"],
    ["a lone high surrogate (B126)", bytesOf('{"a":"\\ud800"}'), "LoneSurrogate"],
    ["a lone low surrogate (B126)", bytesOf('{"a":"\\uDC00x"}'), "LoneSurrogate"],
    ["a pair the wrong way round", bytesOf('{"a":"\\udc00\\ud800"}'), "LoneSurrogate"],
    ["a high surrogate before another escape", bytesOf('{"a":"\\ud83d\\n"}'), "LoneSurrogate"],
    ["a lone surrogate after an escaped backslash", bytesOf('{"a":"\\\\\\ud800"}'), "LoneSurrogate"],
    ["a lone surrogate in a name", bytesOf('{"\\ud800":1}'), "LoneSurrogate"],
    ["a lone surrogate in a member that is overwritten", bytesOf('{"a":"\\ud800","a":1}'), "LoneSurrogate"],
    ["a decimal below 64 levels (B127)", bytesOf(deep(65, "1.0")), "TooDeep"],
    ["a decimal below 200,000 levels (B127)", bytesOf(deep(200_000, "1.0")), "TooDeep"],
    ["a decimal beside 200,000 levels", bytesOf(`{"b":1.0,"a":${deep(200_000, "1")}}`), "TooDeep"]
  ])("refuses %s", (_title, line, expected) => {
    assert.strictEqual(reason(line), expected)
  })

  it.each([
    ['{"a":"\\ud83d\\ude00"}', { a: "😀" }],
    ['{"a":"\\\\ud800"}', { a: "\\ud800" }],
    ['{"id":4}\r', { id: 4 }],
    [' {"a" : [ 1 , 2 ] } ', { a: [1, 2] }],
    ['{"a":"x\u2028y"}', { a: "x\u2028y" }],
    ['{"method":"a","method":"b"}', { method: "b" }],
    ['{"id":9007199254740991}', { id: 9007199254740991 }],
    ['{"a":1.5,"b":-0.25,"c":1e-3,"d":1e300}', { a: 1.5, b: -0.25, c: 0.001, d: 1e300 }],
    ['{"a":"1.0 and 1e0 and 1e400"}', { a: "1.0 and 1e0 and 1e400" }],
    ['{"a":": 1.0,","b":": 1e400"}', { a: ": 1.0,", b: ": 1e400" }],
    [`{"a":${"9".repeat(308)}}`, { a: Number("9".repeat(308)) }]
  ])("reads %s", (text, expected) => {
    assert.deepStrictEqual(Result.getOrThrow(read(text)), expected)
  })

  it.each(["1.0", "1e0", "1E2", "-0.0", "0e5", "7.000", "10.0e-1", "0.99999999999999999999", "9007199254740990.0"])(
    "tells the integer from the decimal %s (B058)",
    (token) => {
      for (const text of [`{"a":${token}}`, `{"a":[ ${token} ]}`, `{"b":"x","a" : ${token}\r}`]) {
        const { a } = Result.getOrThrow(read(text))
        assert.deepStrictEqual(Array.isArray(a) ? a[0] : a, new Json.Decimal(Number(token)), text)
      }
    }
  )

  it("leaves other numbers plain beside a decimal", () => {
    assert.deepStrictEqual(Result.getOrThrow(read('{"a":1.0,"b":[1.5,1e300,1,-2]}')), {
      a: new Json.Decimal(1),
      b: [1.5, 1e300, 1, -2]
    })
  })

  it("leaves integers beyond the safe range plain, for codecs to refuse (B058)", () => {
    assert.deepStrictEqual(Result.getOrThrow(read('{"a":9007199254740993,"b":1e20}')), { a: 9007199254740992, b: 1e20 })
  })

  it.each(['{"__proto__":{"x":1},"constructor":2}', '{"__proto__":{"x":1.0},"constructor":2}'])(
    "keeps %s as ordinary members",
    (text) => {
      const value = Result.getOrThrow(read(text))
      assert.deepStrictEqual(Object.keys(value), ["__proto__", "constructor"])
      assert.strictEqual(Object.getPrototypeOf(value), Object.prototype)
      assert.isUndefined(Reflect.get({}, "x"))
    }
  )

  it("reads 200,000 levels of nesting (B127)", () => {
    assert.isTrue(Result.isSuccess(read(deep(200_000, "1"))))
    assert.isTrue(Result.isSuccess(read(deep(63, "1.0"))))
  })

  it.prop(
    "agrees with JSON.parse on plain text",
    { value: Schema.Record(Schema.String, Schema.Json) },
    ({ value }) => {
      const text = JSON.stringify(value)
      if (!text.isWellFormed() || /\\ud[89a-f]/.test(text)) return
      const plain: unknown = JSON.parse(JSON.stringify(Result.getOrThrow(read(text))))
      assert.deepStrictEqual(plain, JSON.parse(text))
    },
    { arbitrary: { runs: 500 } }
  )
})

describe("Json guards", () => {
  it.each([
    [{}, true, true],
    [Object.create(null), true, true],
    [[], false, true],
    [new Json.Decimal(1), false, false],
    [null, false, false],
    ["x", false, false],
    [undefined, false, false]
  ])("tell whether %j is an object, and whether it has a structure", (value, isObject, isStructure) => {
    assert.deepStrictEqual([Json.isObject(value), Json.isStructure(value)], [isObject, isStructure])
  })
})

describe("Json.parseLines", () => {
  it("reads each line on its own", () => {
    const lines = Json.parseLines(bytesOf('{"a":1}\n\nnoise\n{"a":1.0}'))
    assert.deepStrictEqual(
      lines.map((line) => Result.getOrElse(line, ({ _tag }) => _tag)),
      [{ a: 1 }, "EmptyLine", "NotJson", { a: new Json.Decimal(1) }]
    )
  })

  it("refuses only the line that is not UTF-8 (B041)", () => {
    const run = Uint8Array.of(...bytesOf('{"a":"é"}\n'), 0xe5, 0x0a, ...bytesOf('{"a":2}'))
    assert.deepStrictEqual(
      Json.parseLines(run).map((line) => Result.getOrElse(line, (failure) => failure)),
      [{ a: "é" }, Violation.NotUtf8(), { a: 2 }]
    )
  })
})

describe("names with escapes", () => {
  it("are read as they were written, whatever was read before", () => {
    const read = (text: string) => Object.keys(Result.getOrThrow(Json.parse(new TextEncoder().encode(text))))
    for (const escape of ["\\\\", '\\"', "\\n", "\\u000a", "\\/"]) {
      for (const other of ["\\\\", '\\"', "\\n", "\\t"]) {
        read(`{"k":"p","a${escape}":1}`)
        assert.deepStrictEqual(read(`{"k":"p","a${other}" :1}`), ["k", JSON.parse(`"a${other}"`)])
      }
    }
    assert.deepStrictEqual(read('{"a":"x\\n","b":["\\\\"]}'), ["a", "b"])
  })

  it("are looked for in linear time", () => {
    const text = `{"a":"${"\\\\".repeat(2_000_000)}"}`
    assert.isTrue(Result.isSuccess(Json.parse(new TextEncoder().encode(text))))
  })
})

describe("Json.parseValue", () => {
  it.each([
    ["1", 1],
    [" 1.0 ", new Json.Decimal(1)],
    ["1e2", new Json.Decimal(100)],
    ["-0", -0],
    ['"a\u2028b"', "a\u2028b"],
    ["null\r\n", null],
    ["[1.0,[2]]", [new Json.Decimal(1), [2]]],
    ['{"__proto__":1.0}', JSON.parse('{"__proto__":0}')]
  ])("reads %j as one value of any kind", (text, expected) => {
    const value = Result.getOrThrow(Json.parseValue(text))
    if (text.includes("__proto__"))
      assert.deepStrictEqual(Object.entries(value as object), [["__proto__", new Json.Decimal(1)]])
    else assert.deepStrictEqual(value, expected)
  })

  it.each([
    ["", "NotJson"],
    ["1 2", "NotJson"],
    ["1,2", "NotJson"],
    ["1],[2", "NotJson"],
    ["nul", "NotJson"],
    ["\ufeff1", "NotJson"],
    ["1e400", "NumberOverflow"],
    ['"\\ud800"', "LoneSurrogate"],
    [`${"[".repeat(65)}1.0${"]".repeat(65)}`, "TooDeep"]
  ])("refuses %j", (text, reason) => {
    const read = Json.parseValue(text)
    assert.strictEqual(Result.isFailure(read) ? read.failure._tag : "read", reason)
  })

  it("tells numbers apart down to the last level", () => {
    assert.isTrue(Result.isSuccess(Json.parseValue(`${"[".repeat(64)}1.0${"]".repeat(64)}`)))
  })
})

describe("Json.encode", () => {
  it.each([
    ["undefined", undefined, "NotJson"],
    ["undefined in a list", { a: [undefined] }, "NotJson"],
    ["a function", { a: () => 1 }, "NotJson"],
    ["a bigint", { a: 1n }, "NotJson"],
    ["a symbol", { a: Symbol.iterator }, "NotJson"],
    ["a hole", { a: new Array(1) }, "NotJson"],
    ["a date", { a: new Date(0) }, "NotJson"],
    ["a map", { a: new Map() }, "NotJson"],
    ["NaN (B125)", { a: Number.NaN }, "NotFinite"],
    ["infinity (B125)", [Number.NEGATIVE_INFINITY], "NotFinite"],
    ["a lone surrogate (B126)", { a: "x\ud800" }, "LoneSurrogate"],
    ["a lone low surrogate in long text (B126)", { a: `${"x".repeat(100)}\udc00` }, "LoneSurrogate"],
    ["a lone surrogate in a name", { "\udc00": 1 }, "LoneSurrogate"],
    ["200,000 levels (B127)", JSON.parse(deep(200_000, "1")), "TooDeep"],
    ["65 levels", JSON.parse(deep(65, "1")), "TooDeep"]
  ])("refuses %s", (_title, value, expected) => {
    assert.deepStrictEqual<unknown>(Json.encode(value), Result.fail(expected))
    assert.deepStrictEqual<unknown>(Json.byteSize(value), Result.fail(expected))
  })

  it("refuses a cycle, and at once when it is wide", () => {
    const cycle: Array<unknown> = []
    cycle.push(cycle, cycle, cycle)
    assert.deepStrictEqual(Json.encode(cycle), Result.fail("TooDeep"))
  })

  it("writes 64 levels", () => {
    assert.isTrue(Result.isSuccess(Json.encode(JSON.parse(deep(64, "1")))))
  })

  it("leaves out members that are undefined", () => {
    const value = { a: undefined, b: 1, c: { d: undefined } }
    assert.deepStrictEqual(Json.encode(value), Result.succeed({ text: '{"b":1,"c":{}}', bytes: 14 }))
    assert.deepStrictEqual(Json.byteSize(value), Result.succeed(14))
  })

  it("writes text that only looks like half a surrogate pair", () => {
    assert.deepStrictEqual(Json.encode({ a: "\\ud800" }), Result.succeed({ text: '{"a":"\\\\ud800"}', bytes: 15 }))
  })

  it("writes compact text and its bytes", () => {
    const value = { a: [1, "é", null, new Json.Decimal(2)], b: -0, c: { "k\n": true } }
    assert.deepStrictEqual(
      Json.encode(value),
      Result.succeed({ text: '{"a":[1,"é",null,2],"b":0,"c":{"k\\n":true}}', bytes: 44 })
    )
  })

  it.each([
    [[{ source: "s", title: 'a"b\\c\n' }], 36],
    [[{ source: "s", title: "é🚀" }], 33],
    [[], 2],
    [{}, 2]
  ])("measures %j as the specification counts it", (value, bytes) => {
    assert.deepStrictEqual(Json.byteSize(value), Result.succeed(bytes))
  })

  it("accepts the limit and refuses one byte more", () => {
    assert.isTrue(Result.isSuccess(Json.encode({ a: "éé" }, 12)))
    assert.deepStrictEqual(Json.encode({ a: "éé" }, 11), Result.fail("TooLong"))
  })

  it("stops measuring a value that is far beyond the limit", () => {
    let doubled: ReadonlyArray<unknown> = [1]
    for (let level = 0; level < 60; level++) doubled = [doubled, doubled]
    assert.deepStrictEqual(Json.byteSize(doubled, 1000), Result.fail("TooLong"))
    assert.deepStrictEqual(Json.encode(doubled, 1000), Result.fail("TooLong"))
  })

  it.prop(
    "leaves out the undefined members that JSON.stringify leaves out",
    { value: Schema.Json, names: Schema.Array(Schema.String) },
    ({ value, names }) => {
      const gaps = Object.fromEntries(names.map((name) => [name, undefined]))
      const whole = { ...gaps, value, nested: [{ ...gaps }, { last: value, ...gaps }] }
      const text = JSON.stringify(whole)
      if (/\\ud[89a-f]/.test(text)) return
      assert.deepStrictEqual(Json.encode(whole), Result.succeed({ text, bytes: Buffer.byteLength(text) }))
      assert.deepStrictEqual(Json.byteSize(whole), Result.succeed(Buffer.byteLength(text)))
    },
    { arbitrary: { runs: 300 } }
  )

  it.prop(
    "measures what JSON.stringify writes",
    { value: Schema.Json, pad: Schema.Literals(["", "\n\u0001\u007f", "é\u2028", '😀"\\', "x".repeat(70)]) },
    ({ value, pad }) => {
      const whole = { [`k${pad}`]: [value, pad, pad + pad] }
      const text = JSON.stringify(whole)
      if (/\\ud[89a-f]/.test(text)) return
      assert.deepStrictEqual(Json.encode(whole), Result.succeed({ text, bytes: Buffer.byteLength(text) }))
      assert.deepStrictEqual(Json.byteSize(whole), Result.succeed(Buffer.byteLength(text)))
    },
    { arbitrary: { runs: 500 } }
  )
})
