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

  it("says what is wrong with the payload itself without a path", () => {
    assert.strictEqual(Rejection.make("", "an object").message, "expected an object")
  })
})
