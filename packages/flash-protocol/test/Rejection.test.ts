import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import * as Rejection from "../src/Rejection.ts"
import { marker } from "./support/hostile.ts"

describe("a rejection", () => {
  it("names members of the contract, indexes, and * for everything else [FLASH-REF-03]", () => {
    const decode = Rejection.decoder(
      Schema.Struct({ a: Schema.Array(Schema.Struct({ b: Schema.Record(Schema.String, Schema.String) })) })
    )
    const reject = (input: unknown) => Result.getOrThrow(Result.flip(decode(input, "root"))).path
    assert.strictEqual(reject({ a: [{ b: {} }, { b: { [marker]: 1 } }] }), "root.a[1].b.*")
    assert.strictEqual(reject({ a: [{ b: {}, [marker]: 1 }] }), "root.a[0].*")
    assert.strictEqual(reject({ a: 1 }), "root.a")
    assert.strictEqual(reject(1), "root")
  })

  it.each([
    ["text", Schema.String],
    ["a number", Schema.Finite],
    ["a boolean", Schema.Boolean],
    ["a list", Schema.Array(Schema.String)],
    ["an object", Schema.Struct({ a: Schema.String })],
    ["a or b", Schema.Literals(["a", "b"])],
    ["text", Schema.NullOr(Schema.String)],
    ["a list or a boolean", Schema.NullOr(Schema.Union([Schema.Array(Schema.String), Schema.Boolean]))],
    ["a colour", Schema.NullOr(Schema.String.annotate({ expected: "a colour" }))],
    ["another value", Schema.Undefined]
  ] as const)("says %j of a value of the wrong type [FLASH-REF-04]", (rule, schema) => {
    const decode = Rejection.decoder<Schema.ConstraintDecoder<unknown>>(schema)
    assert.strictEqual(Result.getOrThrow(Result.flip(decode(Symbol("other")))).rule, rule)
  })

  it("ignores a key of the peer's own where the decoder is lenient", () => {
    const schema = Schema.Struct({ a: Schema.String })
    assert.deepStrictEqual(Result.getOrThrow(Rejection.lenientDecoder(schema)({ a: "x", b: 1 })), { a: "x" })
    assert.strictEqual(Result.getOrThrow(Result.flip(Rejection.decoder(schema)({ a: "x", b: 1 }))).path, "*")
  })

  it("says what is wrong with the payload itself without a path", () => {
    assert.strictEqual(Rejection.make("", "an object").message, "expected an object")
  })
})
