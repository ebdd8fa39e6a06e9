import { assert, describe, it } from "@effect/vitest"
import { Json } from "@lanyard/wire"
import { Result, Schema } from "effect"
import * as Catalog from "../src/Catalog.ts"
import { isRow } from "../src/RowGuard.ts"
import { badFields, badOpens, goodFields, row } from "./support/rows.ts"

const sources = new Set(["s"])
const strictly = (value: unknown) => Result.isSuccess(Catalog.decodeRow(value))

const fields: ReadonlyArray<Record<string, unknown>> = [
  ...goodFields.map(([, good]) => good),
  ...badFields.filter(([, bad]) => bad.source !== "other").map(([, bad]) => bad),
  ...badOpens.map((effect) => ({ effect }))
]
const scalars: ReadonlyArray<unknown> = [null, true, 0, "", "x", "a:b", [], {}, new Json.Decimal(1), { type: "open" }]
const names = [
  "source",
  "title",
  "url",
  "metadata",
  "effect",
  "type",
  "text",
  "bundle_id",
  "priority",
  "zz",
  "__proto__"
]

/** Builds a row from numbers: some fields of the tables, then members set or removed, one or two levels down. */
const rowFrom = (choices: ReadonlyArray<number>): Record<string, unknown> => {
  const pick = <A>(from: ReadonlyArray<A>, at: number): A => from[(choices[at] ?? 0) % from.length]!
  const built = structuredClone({ ...row(), ...pick([{}, ...fields], 0), ...pick([{}, ...fields], 1) })
  const inner = pick([built, built.metadata, built.effect], 2)
  const target = typeof inner === "object" && inner !== null ? inner : built
  const name = pick(names, 3)
  if (pick([true, true, false], 4)) {
    Object.defineProperty(target, name, {
      value: pick(scalars, 5),
      enumerable: true,
      configurable: true,
      writable: true
    })
  } else {
    Reflect.deleteProperty(target, name)
  }
  return built
}

describe("isRow", () => {
  it.prop(
    "accepts exactly what the schema accepts [FLASH-CAT-21]",
    [Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 }))).check(Schema.isMaxLength(6))],
    ([choices]) => {
      const built = rowFrom(choices)
      assert.strictEqual(isRow(built, sources), strictly(built) && built.source === "s")
    },
    { arbitrary: { runs: 1_000 } }
  )

  it("agrees with the schema on every pair of table fields [FLASH-CAT-21]", () => {
    for (const one of fields) {
      for (const other of fields) {
        const built = row({ ...one, ...other })
        assert.strictEqual(isRow(built, sources), strictly(built) && built.source === "s")
      }
    }
  })

  it.each(scalars.map((value) => [value]))("agrees with the schema on %j", (value) => {
    assert.isFalse(isRow(value, sources))
    assert.isFalse(strictly(value))
  })
})
