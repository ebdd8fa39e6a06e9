import { readdirSync, readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Option, Result, Schema, SchemaGetter } from "effect"
import { File } from "../../src/definition/Shape.ts"
import { File as Settings } from "../../src/project/ProjectShape.ts"
import * as QuickDecoder from "../../src/toml/QuickDecoder.ts"
import * as Toml from "../../src/toml/Toml.ts"
import { document } from "../support/Documents.ts"
import { edits } from "../support/Edits.ts"

const folder = new URL("../../../../fixtures/sos/definitions/", import.meta.url)
const corpus = ["valid", "invalid"].flatMap((kind) =>
  readdirSync(new URL(kind, folder))
    .filter((name) => name.endsWith(".toml"))
    .map((name) => `${kind}/${name}`)
)
const text = (name: string) => readFileSync(new URL(name, folder), "utf8")
const valueOf = (source: string) => Result.getOrUndefined(Toml.read("f", source, { maxBytes: 1_000_000 }))?.value

/** Holds the two decoders of one codec to one answer. */
const agreement = <A, I>(codec: Schema.Codec<A, I>) => {
  const quick = QuickDecoder.make(codec)
  const strict = Schema.decodeUnknownOption(codec, { onExcessProperty: "error" })
  return (value: unknown) => {
    const expected = strict(value)
    assert.deepStrictEqual(Option.getOrUndefined(quick(value)), Option.getOrUndefined(expected))
    return Option.isSome(expected)
  }
}

const Length = Schema.String.pipe(
  Schema.decodeTo(Schema.Int, {
    decode: SchemaGetter.transform((text: string) => text.length),
    encode: SchemaGetter.transform((length: number) => "x".repeat(length))
  })
)
const Mixed = Schema.Struct({
  name: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(3)),
  flag: Schema.optionalKey(Schema.Boolean),
  count: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 9 }))),
  length: Schema.optionalKey(Length),
  words: Schema.optionalKey(Schema.Array(Schema.Literals(["a", "b"])).check(Schema.isMinLength(1))),
  pair: Schema.optionalKey(Schema.Tuple([Schema.String, Schema.Int])),
  table: Schema.optionalKey(Schema.Record(Schema.String, Schema.Struct({ a: Schema.String }))),
  either: Schema.optionalKey(Schema.Union([Schema.String, Schema.Struct({ a: Length })])),
  kept: Schema.optionalKey(
    Schema.Struct({ a: Schema.optionalKey(Schema.Int) }).check(Schema.makeFilter(({ a }) => a !== 3))
  )
})

describe("QuickDecoder.make", () => {
  it.each([
    ["name = 'a'", true],
    ["name = ''", false],
    ["name = 'abcd'", false],
    ["name = 1", false],
    ["", false],
    ["name = 'a'\nother = 1", false],
    ["name = 'a'\nflag = true\ncount = 9\nlength = 'abc'", true],
    ["name = 'a'\nlength = 'abc'\neither = { a = 'abc' }", true],
    ["name = 'a'\ncount = 10", false],
    ["name = 'a'\ncount = 1.0", false],
    ["name = 'a'\nflag = 'true'", false],
    ["name = 'a'\nwords = ['a', 'b', 'a']", true],
    ["name = 'a'\nwords = []", false],
    ["name = 'a'\nwords = ['c']", false],
    ["name = 'a'\nwords = 'a'", false],
    ["name = 'a'\npair = ['a', 1]", true],
    ["name = 'a'\npair = ['a']", false],
    ["name = 'a'\ntable = { __proto__ = { a = 'x' }, constructor = { a = 'y' } }", true],
    ["name = 'a'\ntable = { b = { c = 'x' } }", false],
    ["name = 'a'\neither = 'x'", true],
    ["name = 'a'\neither = { b = 'x' }", false],
    ["name = 'a'\nkept = { a = 4 }", true],
    ["name = 'a'\nkept = { a = 3 }", false],
    ["name = 'a'\nkept = { b = 4 }", false],
    ["name = 'a'\nkept = 2026-01-01", false],
    ["name = 'a'\n__proto__ = 1", false]
  ])("takes %j or not, as the strict decoder does: %s [SOS-DEF-01]", (source, isTaken) => {
    assert.strictEqual(agreement(Mixed)(valueOf(source)), isTaken)
  })

  it("agrees with the strict decoder on the corpus of definitions [SOS-DEF-01]", () => {
    const agree = agreement(File)
    const taken = corpus.filter((name) => agree(valueOf(text(name))))
    assert.isAbove(taken.length, 30)
    assert.isBelow(taken.length, corpus.length - 100)
  })

  it("agrees with the strict decoder on every small edit of a definition [SOS-DEF-01]", () => {
    const agree = agreement(File)
    const outcomes = [...edits(text("valid/weather.toml"), ["", "none", "1s"])].map((edit) => agree(valueOf(edit.text)))
    assert.isTrue(outcomes.includes(true) && outcomes.includes(false))
  })

  it.prop("agrees with the strict decoder on any document [SOS-DEF-39]", { seed: Schema.Int }, ({ seed }) => {
    for (const source of [document(seed), `${text("valid/git.toml")}\n[extra]\n${document(seed)}`]) {
      const value = valueOf(source)
      assert.isFalse(agreement(File)(value))
      agreement(Settings)(value)
      agreement(Schema.Record(Schema.String, Schema.Unknown))(value)
    }
  })
})
