import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Result, Schema } from "effect"
import * as Catalog from "../src/Catalog.ts"
import { quotas } from "../src/Constants.ts"
import * as Quota from "../src/Quota.ts"
import * as Slices from "../src/Slices.ts"
import { verdict } from "./support/json.ts"
import { row } from "./support/rows.ts"

const sources = new Set(["s"])
const kib = 1024

/** How often a reading pauses. */
const pauses = (slices: Slices.Slices<unknown>): number => {
  let count = 0
  while (slices.next().done !== true) count++
  return count
}

const shapes: ReadonlyArray<readonly [string, unknown]> = [
  ["nothing", []],
  ["many small rows", Array.from({ length: 10_000 }, (_, at) => row({ title: `title ${at} é🚀` }))],
  [
    "few large rows",
    Array.from({ length: 3 }, () => row({ metadata: { a: "x".repeat(60 * kib), b: '"'.repeat(60 * kib) } }))
  ],
  ["one row of many members", [Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`kéy ${at}`, at * 1.5]))]],
  ["nested lists", [[["y".repeat(200 * kib)], [], [[1, 2.5, true, null, "z".repeat(100 * kib)]]], {}]],
  ["one long text", "🚀\n".repeat(100 * kib)]
]

describe("Slices.encodedFits", () => {
  it.each(shapes)("draws the line for %s at the byte where its compact encoding ends", (_, value) => {
    const bytes = Buffer.byteLength(JSON.stringify(value))
    assert.isTrue(Slices.run(Slices.encodedFits(value, bytes)))
    assert.isFalse(Slices.run(Slices.encodedFits(value, bytes - 1)))
  })

  it.each([...shapes.slice(1, 5)])("pauses within %s at least once for each 128 KiB", (_, value) => {
    const bytes = Buffer.byteLength(JSON.stringify(value))
    assert.isAtLeast(pauses(Slices.encodedFits(value, bytes)), Math.floor(bytes / (128 * kib)))
  })

  it("stops as soon as the limit is passed", () => {
    let read = 0
    const items = new Proxy(Array(1_000).fill("x".repeat(10 * kib)), {
      get: (target, key, receiver) => {
        if (typeof key === "string" && /^\d+$/.test(key)) read++
        return Reflect.get(target, key, receiver)
      }
    })
    assert.isFalse(Slices.run(Slices.encodedFits(items, 200 * kib)))
    assert.isBelow(read, 40)
  })

  it.prop(
    "agrees with the count in one go",
    [
      Schema.Array(Schema.Union([Schema.String, Schema.Finite, Schema.Boolean, Schema.Null])),
      Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 400 }))
    ],
    ([scalars, limit]) => {
      const items = scalars.map((scalar) => (typeof scalar === "string" ? scalar.toWellFormed() : scalar))
      const value = [{ items, [String(items[0])]: items }, items]
      assert.strictEqual(Slices.run(Slices.encodedFits(value, limit)), Quota.encodedFits(value, limit))
      // Repeated, so that lists larger than a slice come up.
      const repeated = Array(2_000).fill(value)
      const bytes = Buffer.byteLength(JSON.stringify(repeated))
      assert.isTrue(Slices.run(Slices.encodedFits(repeated, bytes)))
      assert.isFalse(Slices.run(Slices.encodedFits(repeated, bytes - 1)))
    },
    { arbitrary: { runs: 50 } }
  )

  it("leaves what has no encoding to other rules", () => {
    const deep = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`)
    assert.isTrue(Slices.run(Slices.encodedFits(["x".repeat(100 * kib), deep], 1_000_000)))
  })
})

describe("Slices.inTurns", () => {
  it.effect("lets other fibers run between slices and ends with what running at once gives", () =>
    Effect.gen(function* () {
      const rows = Array.from({ length: 5_000 }, (_, at) => row({ title: String(at) }))
      let others = 0
      const other = yield* Effect.forkChild(
        Effect.forever(
          Effect.andThen(
            Effect.sync(() => others++),
            Effect.yieldNow
          )
        )
      )
      const read = yield* Slices.inTurns(Catalog.reading({ rows }, sources))
      yield* Fiber.interrupt(other)
      assert.strictEqual<unknown>(Result.getOrThrow(read), rows)
      assert.isAtLeast(others, 3)
    })
  )
})

describe("Catalog.reading", () => {
  const large = [row({ metadata: { a: "x".repeat(60_000) } })]

  it("counts bytes only when the frame was larger than the quota", () => {
    const rows = Array.from({ length: 80 }, () => large[0])
    const bytes = Buffer.byteLength(JSON.stringify(rows))
    assert.isAbove(bytes, quotas.catalog_bytes)
    assert.strictEqual(
      verdict(Catalog.decode({ rows }, sources, quotas.catalog_bytes + 1)),
      "rows: expected an encoding of at most 4194304 bytes"
    )
    assert.strictEqual(
      verdict(Catalog.decode({ rows }, sources)),
      "rows: expected an encoding of at most 4194304 bytes"
    )
    // Such a frame cannot hold these rows; that nothing was counted is what shows.
    assert.strictEqual(verdict(Catalog.decode({ rows }, sources, quotas.catalog_bytes)), "accepted")
  })

  it("pauses at least once in each 1,024 rows", () => {
    const rows = Array.from({ length: quotas.catalog_rows }, () => row())
    assert.strictEqual(pauses(Catalog.reading({ rows }, sources, 1)), Math.floor(quotas.catalog_rows / 1024))
  })
})
