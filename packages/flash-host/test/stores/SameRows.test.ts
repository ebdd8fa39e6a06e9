import { assert, describe, it } from "@effect/vitest"
import { type Catalog, Slices } from "@lanyard/flash-protocol"
import { Schema } from "effect"
import * as SameRows from "../../src/stores/SameRows.ts"

const full: Catalog.Row = {
  source: "s",
  title: "t",
  url: "https://a",
  metadata: { a: "1", b: "2" },
  effect: { type: "copy_text", text: "x" }
}

const isSame = (one: unknown, other: unknown) =>
  // What is compared was decoded before; the table also has what only a parser makes.
  Slices.run(SameRows.isSame(one as Catalog.Rows, other as Catalog.Rows))

describe("SameRows", () => {
  it.each<readonly [string, unknown, unknown]>([
    ["no rows", [], []],
    ["rows", [full], [structuredClone(full)]],
    ["keys in another order", [full], [{ ...full, metadata: { b: "2", a: "1" } }]],
    ["nulls", [{ ...full, url: null, metadata: null }], [{ ...full, url: null, metadata: null }]],
    [
      "names of prototypes",
      JSON.parse('[{"metadata":{"__proto__":"a"}}]'),
      JSON.parse('[{"metadata":{"__proto__":"a"}}]')
    ]
  ])("finds %s the same", (_, one, other) => {
    assert.isTrue(isSame(one, other))
  })

  it.each<readonly [string, unknown, unknown]>([
    ["another count", [full], [full, full]],
    ["what a prototype has", JSON.parse('[{"metadata":{"__proto__":{}}}]'), JSON.parse('[{"metadata":{"a":{}}}]')],
    ["another order", [full, { ...full, title: "u" }], [{ ...full, title: "u" }, full]],
    ["another source", [full], [{ ...full, source: "r" }]],
    ["another title", [full], [{ ...full, title: "u" }]],
    ["another url", [full], [{ ...full, url: "https://b" }]],
    ["a null for nothing", [{ source: "s", title: "t" }], [{ source: "s", title: "t", url: null }]],
    ["nothing for a null", [{ source: "s", title: "t", url: null }], [{ source: "s", title: "t" }]],
    ["a null for text", [full], [{ ...full, url: null }]],
    ["null metadata", [full], [{ ...full, metadata: null }]],
    ["another entry", [full], [{ ...full, metadata: { a: "1", b: "3" } }]],
    ["another key", [full], [{ ...full, metadata: { a: "1", c: "2" } }]],
    ["an entry less", [full], [{ ...full, metadata: { a: "1" } }]],
    ["an entry more", [full], [{ ...full, metadata: { a: "1", b: "2", c: "3" } }]],
    ["another effect", [full], [{ ...full, effect: { type: "insert_text", text: "x" } }]],
    ["another text", [full], [{ ...full, effect: { type: "copy_text", text: "y" } }]],
    [
      "a prototype's name",
      JSON.parse('[{"metadata":{"__proto__":"a"}}]'),
      JSON.parse('[{"metadata":{"toString":"a"}}]')
    ]
  ])("finds %s another catalog", (_, one, other) => {
    assert.isFalse(isSame(one, other))
  })

  /** The encoding with the keys of every object in one order. */
  const encoded = (rows: unknown): string =>
    JSON.stringify(rows, (_, value: unknown) =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
        : value
    )

  const Word = Schema.Literals(["a", "b"])
  const Some = Schema.Array(
    Schema.Struct({
      source: Schema.Literal("s"),
      title: Word,
      url: Schema.optionalKey(Schema.NullOr(Word)),
      metadata: Schema.optionalKey(Schema.NullOr(Schema.Struct({ a: Schema.optionalKey(Word), b: Word })))
    })
  ).check(Schema.isMaxLength(2))

  it.prop("says what a comparison of the encodings says", [Some, Some], ([one, other]) => {
    assert.isTrue(isSame(one, structuredClone(one)))
    assert.strictEqual(isSame(one, other), encoded(one) === encoded(other))
  })

  it("pauses on its way through a full catalog, and not before the first difference", () => {
    const rows = Array.from({ length: 10_000 }, (_, at) => ({ source: "s", title: `${at}` }))
    const pauses = (other: Catalog.Rows) => [...SameRows.isSame(rows, other)].length
    assert.strictEqual(pauses(structuredClone(rows)), 9)
    assert.strictEqual(pauses([{ source: "s", title: "other" }, ...rows.slice(1)]), 0)
    assert.strictEqual(pauses(rows), 0)
  })
})
