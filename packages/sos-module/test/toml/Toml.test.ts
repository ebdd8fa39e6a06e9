import { assert, describe, it } from "@effect/vitest"
import { Json } from "@lanyard/wire"
import { Result, Schema } from "effect"
import * as Diagnostic from "../../src/diagnostics/Diagnostic.ts"
import * as Toml from "../../src/toml/Toml.ts"
import { document } from "../support/Documents.ts"

const options = { maxBytes: 1 << 20 }
const read = (text: string) => Toml.read("m.toml", text, options)
const value = (text: string) => Result.getOrThrow(read(text)).value
const problems = (text: string) =>
  Result.match(read(text), { onFailure: (all) => all.map(Diagnostic.print), onSuccess: () => ["read"] })
const bytesOf = (text: string) => new TextEncoder().encode(text)

describe("Toml.read", () => {
  it("tells an integer from a number whose value is one (B2) [SOS-TOML-02]", () => {
    const { a, b, c, d, e } = value("a = 1\nb = 1.0\nc = 1e3\nd = 1.5\ne = 0x10")
    assert.deepStrictEqual([a, b, c, d, e], [1, new Json.Decimal(1), new Json.Decimal(1000), 1.5, 16])
  })

  it("tells them apart wherever they stand [SOS-TOML-02]", () => {
    const { t, l } = value("t = { a = [1, 1.0] }\n[[l]]\nx = 2\n[[l]]\nx = 2.0")
    assert.deepStrictEqual(JSON.stringify([t, l]), '[{"a":[1,1]},[{"x":2},{"x":2}]]')
    assert.deepStrictEqual(Reflect.get(Object(t), "a"), [1, new Json.Decimal(1)])
    assert.deepStrictEqual(Reflect.get(Object(Reflect.get(Object(l), 1)), "x"), new Json.Decimal(2))
  })

  it("refuses every integer out of the safe range at its place, never rounded (B115) [SOS-TOML-02]", () => {
    const range = "an integer out of range; expected one between -9007199254740991 and 9007199254740991"
    assert.deepStrictEqual(
      problems("a = 9007199254740993\nb = 9007199254740991\n[t]\nc = [1, -9223372036854775809]\n"),
      [`m.toml:1:5: ${range}`, `m.toml:4:9: ${range}`]
    )
  })

  it.each([
    ["a key (B118)", "a = 1\nb = 2\n a = 3", "m.toml:3:2: a is given twice", 1, 1],
    ["a key of an inline table (B118)", "t = { a = 1, a = 2 }", "m.toml:1:14: a is given twice", 1, 7],
    ["a table", "[module]\n[runtime]\n[ module ]", "m.toml:3:3: module is given twice", 1, 2],
    ["a dotted key", "a.b = 1\n[c]\nx = 1\n[a.b]", "m.toml:4:2: a.b is given twice", 1, 3],
    ["a quoted key", "'a' = 1\n\"a\" = 2", 'm.toml:2:1: "a" is given twice', 1, 1]
  ])("shows both places of %s that is given twice [SOS-TOML-06]", (_, text, message, line, column) => {
    const failure = Result.getOrThrow(Result.flip(read(text)))
    assert.deepStrictEqual(failure.map(Diagnostic.print), [message])
    assert.deepStrictEqual(failure[0]?.related[0]?.range.start, { line, column })
  })

  it.each([
    [
      "a table that is given by dotted keys as well (B119)",
      "[x.y]\na = 1\n[x]\ny.b = 2",
      "m.toml:4:1: y.b is given in two ways; expected it as one table or value"
    ],
    ["a value that is used as a table", "a = 1\n[ a.b ]", "m.toml:2:3: a.b is given in two ways"],
    ["a list that is given by headers as well", "a = []\n[[a]]", "m.toml:2:3: a is given in two ways"],
    ["an unknown escape", 'a = 1\nb = "\\q"', "m.toml:2:7: no valid TOML: unrecognised escape sequence"],
    ["a value that is missing", "a = ", "m.toml:1:5: no valid TOML: "],
    ["two statements on a line", "a = 1 b = 2", "m.toml:1:7: no valid TOML: "],
    ["a control character", "a = 'x\u0000'", "m.toml:1:7: no valid TOML: "],
    ["a lone carriage return", "a = 1\rb = 2", "m.toml:1:6: no valid TOML: "]
  ])("shows the line and the column of %s [SOS-TOML-06]", (_, text, start) => {
    const [message, ...others] = problems(text)
    assert.isTrue(message?.startsWith(start), message)
    assert.deepStrictEqual(others, [])
  })

  it("says nothing of what the file holds", () => {
    assert.notInclude(problems('token = "s3cret"\n!')[0], "s3cret")
  })

  it("passes over one byte order mark, which is no column (B043) [SOS-TOML-01]", () => {
    assert.deepStrictEqual({ ...value("\ufeffa = 1") }, { a: 1 })
    assert.match(problems("\ufeff!")[0] ?? "", /^m\.toml:1:1: no valid TOML/)
    assert.deepStrictEqual(problems("\ufeff\ufeffa = 1"), [
      "m.toml:1:1: a second byte order mark; expected one at most"
    ])
  })

  it("reads the names of prototypes as ordinary keys and leaves prototypes alone (B121, B122) [SOS-TOML-07]", () => {
    const read = value(
      "[__proto__]\nx = 1\n[constructor]\n__proto__.y = 2\n[toString]\nhasOwnProperty = { __proto__ = 3 }"
    )
    assert.deepStrictEqual(Object.keys(read), ["__proto__", "constructor", "toString"])
    assert.strictEqual(
      JSON.stringify(read),
      '{"__proto__":{"x":1},"constructor":{"__proto__":{"y":2}},"toString":{"hasOwnProperty":{"__proto__":3}}}'
    )
    assert.isNull(Object.getPrototypeOf(read))
    assert.notProperty({}, "x")
  })

  it.each([
    ["a date-time with a fraction and an offset (B117)", "1979-05-27T07:32:00.5Z", "a date-time"],
    ["a local date-time (B117)", "1979-05-27 07:32:00", "a date-time without an offset"],
    ["a date", "1979-05-27", "a date"],
    ["a time of day", "07:32:00", "a time of day"]
  ])("says what %s is", (_, text, kind) => {
    const { a } = value(`a = ${text}`)
    assert.strictEqual(Toml.kind(a), kind)
    assert.isFalse(Toml.isTable(a))
  })

  it("takes a file of exactly the limit and no byte more, counted in UTF-8 [SOS-TOML-08]", () => {
    const size = { maxBytes: 8 }
    assert.isTrue(Result.isSuccess(Toml.read("m", "a = 'é'", size)))
    const over = Toml.read("m", "a = 'éé'", size)
    assert.deepStrictEqual(Result.getOrThrow(Result.flip(over)).map(Diagnostic.print), [
      "m:1:1: the file is longer than 8 bytes"
    ])
  })

  it.each([
    ["lists", (levels: number) => `a = ${"[".repeat(levels)}${"]".repeat(levels)}`],
    ["inline tables", (levels: number) => `a = ${"{a=".repeat(levels - 1)}{}${"}".repeat(levels - 1)}`],
    ["dotted keys", (levels: number) => `${"a.".repeat(levels - 1)}a.a = 1`],
    ["a header", (levels: number) => `[${"a.".repeat(levels - 1)}a]`]
  ])("takes %s of 63 levels below the document and not of 64 (B4) [SOS-TOML-08]", (_, deep) => {
    assert.deepStrictEqual(problems(deep(63)), ["read"])
    assert.match(problems(deep(64)).join(), /too many levels; expected at most 64/)
    assert.match(problems(deep(100_000)).join(), /too many levels; expected at most 64/)
  })

  it("refuses half of a surrogate pair, which no file holds", () => {
    assert.deepStrictEqual(problems("a = 1\nb = '\ud800'"), [
      "m.toml:2:6: half of a surrogate pair; expected whole characters"
    ])
  })

  it.prop(
    "reads every valid document [SOS-TOML-05]",
    { seed: Schema.Int },
    ({ seed }) => {
      assert.deepStrictEqual(problems(document(seed)), ["read"])
    },
    { arbitrary: { runs: 300 } }
  )

  it.prop(
    "neither throws nor hangs on a document with pieces cut out and put in [SOS-TOML-05]",
    { seed: Schema.Int, at: Schema.Int, length: Schema.Int, piece: Schema.String, mark: Schema.Int },
    ({ seed, at, length, piece, mark }) => {
      const text = document(seed)
      const start = Math.abs(at) % (text.length + 1)
      const marks = ["", "[", "]", "{", "}", '"', "'", '"""', "\n", "=", ".", "#", "\\", "\u0000", "[[", "1e999"]
      const broken = `${text.slice(0, start)}${piece}${marks[Math.abs(mark) % marks.length]}${text.slice(start + (Math.abs(length) % 20))}`
      const result = read(broken)
      if (Result.isSuccess(result)) return
      for (const { range, file } of result.failure) {
        assert.strictEqual(file, "m.toml")
        assert.isAtLeast(range.start.line, 1)
        assert.isAtMost(range.start.line, broken.split("\n").length)
      }
    },
    { arbitrary: { runs: 500 } }
  )
})

describe("Toml.readBytes", () => {
  it("shows the first byte that is not UTF-8 [SOS-TOML-01]", () => {
    const bytes = Uint8Array.of(...bytesOf("a = 'é'\nb = 'é"), 0xe5, 0x27)
    const mark = Uint8Array.of(0xef, 0xbb, 0xbf, ...bytes)
    for (const each of [bytes, mark]) {
      assert.deepStrictEqual(Result.getOrThrow(Result.flip(Toml.readBytes("m", each, options))).map(Diagnostic.print), [
        "m:2:7: a byte that is not UTF-8; expected a file in UTF-8"
      ])
    }
  })

  it("shows a character that the end of the file cuts", () => {
    const result = Toml.readBytes("m", Uint8Array.of(...bytesOf("a = 1 # "), 0xef, 0xbf), options)
    assert.strictEqual(Result.getOrThrow(Result.flip(result))[0]?.range.start.column, 9)
  })

  it("reads bytes as their text, a byte order mark included [SOS-TOML-01]", () => {
    const { value } = Result.getOrThrow(Toml.readBytes("m", bytesOf("\ufeffa = 'é'"), options))
    assert.strictEqual(value.a, "é")
  })

  it("refuses too many bytes before it decodes them [SOS-TOML-08]", () => {
    const result = Toml.readBytes("m", Uint8Array.of(0xff, 0xff), { maxBytes: 1 })
    assert.match(Result.getOrThrow(Result.flip(result))[0]?.message ?? "", /^the file is longer than 1 bytes$/)
  })
})

describe("Toml.found", () => {
  it.each([
    ["'x'", '"x"'],
    ["true", "true"],
    ["1", "1"],
    ["1.0", "1.0"],
    ["1.5", "1.5"],
    ["inf", "inf"],
    ["-inf", "-inf"],
    ["nan", "nan"],
    ["[1]", "a list"],
    ["{}", "a table"],
    ["2020-01-02", "a date"],
    [`'${"x".repeat(61)}'`, `"${"x".repeat(60)}"…`]
  ])("names %s", (text, expected) => {
    assert.strictEqual(Toml.found(value(`a = ${text}`).a), expected)
  })
})

describe("Toml.kind", () => {
  it.each([
    ["'x'", "text"],
    ["true", "a boolean"],
    ["1", "an integer"],
    ["1.0", "a number"],
    ["1.5", "a number"],
    ["[]", "a list"],
    ["{}", "a table"]
  ])("names the kind of %s", (text, expected) => {
    assert.strictEqual(Toml.kind(value(`a = ${text}`).a), expected)
  })
})
