import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import * as Diagnostic from "../../src/diagnostics/Diagnostic.ts"
import * as Toml from "../../src/toml/Toml.ts"
import * as TomlShape from "../../src/toml/TomlShape.ts"

const positive = Schema.makeFilter<number>((value) => value > 0, { expected: "a number above zero" })
const Shape = Schema.Struct({
  version: Schema.Literal(1),
  kind: Schema.optionalKey(Schema.Literals(["stdio", "command"])),
  limit: Schema.optionalKey(Schema.Int.annotate({ expected: "an integer" }).check(positive, positive)),
  names: Schema.optionalKey(Schema.Array(Schema.String)),
  wanted: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
  inner: Schema.optionalKey(
    Schema.Struct({ on: Schema.optionalKey(Schema.Boolean), "a b": Schema.optionalKey(Schema.String) })
  ),
  list: Schema.optionalKey(Schema.Array(Schema.Struct({ name: Schema.String })))
})
const decode = TomlShape.decoder(Shape)

const problems = (text: string) =>
  Result.match(decode("f", Result.getOrThrow(Toml.read("f", text, { maxBytes: 10_000 }))), {
    onFailure: (all) => all.map(Diagnostic.print),
    onSuccess: () => []
  })

describe("TomlShape", () => {
  it("returns what the codec makes of a document", () => {
    const document = Result.getOrThrow(Toml.read("f", "version = 1\nkind = 'stdio'\nwanted.a = 'b'", { maxBytes: 100 }))
    assert.deepStrictEqual(
      JSON.stringify(Result.getOrThrow(decode("f", document))),
      '{"version":1,"kind":"stdio","wanted":{"a":"b"}}'
    )
  })

  it("tells every problem at its place, in the order of the text", () => {
    assert.deepStrictEqual(
      problems('kind = "stdoi"\nlimit = 0\nnames = ["a", 1]\n\n[iner]\n[inner]\non = "yes"\nshell = 1\n[[list]]\n'),
      [
        "f:1:1: version is missing; expected 1",
        'f:1:8: kind is "stdoi"; expected "stdio" or "command" (did you mean "stdio"?)',
        "f:2:9: limit is 0; expected a number above zero",
        "f:3:15: names[1] is 1; expected text",
        'f:5:2: iner is no known key; expected one of version, kind, limit, names, wanted, inner, list (did you mean "inner"?)',
        'f:7:6: inner.on is "yes"; expected true or false',
        "f:8:1: inner.shell is no known key; expected one of on, a b",
        "f:9:1: list[0].name is missing; expected text"
      ]
    )
  })

  it.each([
    ["limit = 1.0", "f:2:9: limit is 1.0; expected an integer"],
    ["limit = 2020-01-01", "f:2:9: limit is a date; expected an integer"],
    ["inner = 1.0", "f:2:9: inner is 1.0; expected a table"],
    ["inner = 2020-01-01", "f:2:9: inner is a date; expected a table"],
    ["wanted = 03:04:05", "f:2:10: wanted is a time of day; expected a table"],
    ["wanted = 1.0", "f:2:10: wanted is 1.0; expected a table"],
    ["inner = []", "f:2:9: inner is a list; expected a table"],
    ["names = {}", "f:2:9: names is a table; expected a list"],
    ["names.x = 1", "f:2:1: names is a table; expected a list"],
    ["list = [1]", "f:2:9: list[0] is 1; expected a table"]
  ])("takes no %s for what has another kind [SOS-TOML-02]", (line, message) => {
    assert.deepStrictEqual(problems(`version = 1\n${line}`), [message])
  })

  it.each(["__proto__ = 1", "constructor = 1", "toString = 1", "inner.__proto__ = 1", "inner.hasOwnProperty = 1"])(
    "refuses %s as an unknown key (B121, B122) [SOS-TOML-07]",
    (line) => {
      const [message, ...others] = problems(`version = 1\n${line}`)
      assert.include(message, `${line.replace(" = 1", "")} is no known key`)
      assert.deepStrictEqual(others, [])
    }
  )

  it("keeps a name of a prototype that a table may have (B122) [SOS-TOML-07]", () => {
    const document = Result.getOrThrow(Toml.read("f", "version = 1\nwanted.__proto__ = 'b'", { maxBytes: 100 }))
    const { wanted = {} } = Result.getOrThrow(decode("f", document))
    assert.deepStrictEqual(Object.entries(wanted), [["__proto__", "b"]])
  })

  it("names the key that a problem is about", () => {
    const document = Result.getOrThrow(Toml.read("f", "version = 1\n[[list]]\nname = 1", { maxBytes: 100 }))
    assert.strictEqual(Result.getOrThrow(Result.flip(decode("f", document)))[0]?.key, "list[0].name")
  })
})
