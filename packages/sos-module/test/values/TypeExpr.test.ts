import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { depthLimit, parse, print, recordOf, scalars, TypeExpr } from "../../src/values/TypeExpr.ts"

const read = (text: string) => Result.getOrThrow(parse(text))

describe("TypeExpr.parse", () => {
  it.each([...scalars])("reads %s [SOS-TYPE-01]", (text, type) => {
    assert.deepStrictEqual(read(text), type)
  })

  it.each([
    ["Person", TypeExpr.Record({ name: "Person" })],
    ["list of text", TypeExpr.List({ of: TypeExpr.Text() })],
    ["list of list of integer", TypeExpr.List({ of: TypeExpr.List({ of: TypeExpr.Integer() }) })],
    ["optional Person", TypeExpr.Optional({ of: TypeExpr.Record({ name: "Person" }) })],
    ["optional list of Person", TypeExpr.Optional({ of: TypeExpr.List({ of: TypeExpr.Record({ name: "Person" }) }) })],
    ["list of optional text", TypeExpr.List({ of: TypeExpr.Optional({ of: TypeExpr.Text() }) })],
    ["  list   of  text ", TypeExpr.List({ of: TypeExpr.Text() })]
  ])("reads %s [SOS-TYPE-02]", (text, type) => {
    assert.deepStrictEqual(read(text), type)
  })

  it.each([
    "",
    "Text ext",
    "person",
    "strng",
    "list",
    "list of",
    "of text",
    "optional",
    "text[]",
    "list\tof\ttext",
    "Lis-t"
  ])("refuses %j and says what there is [SOS-TYPE-01]", (text) => {
    const refused = parse(text)
    assert.isTrue(Result.isFailure(refused))
    if (Result.isFailure(refused)) assert.match(refused.failure, /^a type: any, text, .*"optional" before any of them$/)
  })

  it("refuses optional twice in a row, and takes it on both sides of a list [SOS-TYPE-03]", () => {
    assert.deepStrictEqual(parse("optional optional text"), Result.fail('"optional" once'))
    assert.strictEqual(print(read("optional list of optional text")), "optional list of optional text")
  })

  it("ends with a reason at any depth", () => {
    assert.isTrue(Result.isSuccess(parse(`${"list of ".repeat(depthLimit)}text`)))
    assert.isTrue(Result.isFailure(parse(`${"list of ".repeat(depthLimit + 1)}text`)))
    assert.isTrue(Result.isFailure(parse("list of ".repeat(100_000))))
  })
})

describe("TypeExpr.print", () => {
  const core = Schema.Literals([...scalars.keys(), "Person"])
  const prefix = Schema.Array(Schema.Literals(["list of ", "optional list of "]))
  it.prop(
    "writes what is read as the same type [SOS-TYPE-04]",
    { core, prefix, optional: Schema.Boolean },
    ({ core, optional, prefix }) => {
      const text = `${prefix.slice(0, 20).join("")}${optional ? "optional " : ""}${core}`
      assert.strictEqual(print(read(text)), text)
      assert.deepStrictEqual(read(print(read(text))), read(text))
    }
  )
})

describe("TypeExpr.recordOf", () => {
  it.each([
    ["optional list of list of Person", "Person"],
    ["list of text", undefined]
  ])("finds the record in %s", (text, name) => {
    assert.strictEqual(recordOf(read(text)), name)
  })
})
