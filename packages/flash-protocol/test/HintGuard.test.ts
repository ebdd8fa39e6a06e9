import { assert, describe, it } from "@effect/vitest"
import { Json } from "@lanyard/wire"
import { Result, Schema } from "effect"
import * as Hint from "../src/Hint.ts"
import { isTarget } from "../src/HintGuard.ts"
import { numberOf } from "../src/Scalar.ts"

const strictly = (value: unknown) => Result.isSuccess(Hint.decodeTarget(value))

const frame = { x: 0, y: 0, width: 10, height: 20 }
const scalars: ReadonlyArray<unknown> = [
  null,
  true,
  0,
  7,
  -1,
  2.5,
  1e308,
  2 ** 31,
  "",
  "x",
  "urgent",
  "medium",
  [],
  {},
  new Json.Decimal(1),
  new Json.Decimal(0)
]
const frames: ReadonlyArray<unknown> = [
  ...["x", "y", "width", "height"].flatMap((side) => scalars.map((value) => ({ ...frame, [side]: value }))),
  { ...frame, depth: 1 },
  { x: 0, y: 0, width: 1 },
  { x: 1e308, y: 0, width: 1e308, height: 1 },
  { x: -1e308, y: -1e308, width: 1e308, height: 1e308 },
  ...scalars
]
const names = ["id", "role", "label", "url", "pid", "context_id", "enters_insert_mode", "priority", "x", "__proto__"]

const with_ = (target: object, name: string, value: unknown): Record<string, unknown> => {
  const changed: Record<string, unknown> = { ...target }
  Object.defineProperty(changed, name, { value, enumerable: true, configurable: true, writable: true })
  return changed
}
const target = { id: "a", frame }
const choice = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 }))
const pick = <A>(from: ReadonlyArray<A>, at: number): A => from[at % from.length]!

describe("isTarget", () => {
  it.each(frames.map((value) => [value]))("agrees with the schema on the frame %j", (value) => {
    const built = { ...target, frame: value }
    assert.strictEqual(isTarget(built), strictly(built))
  })

  it.each(names.flatMap((name) => scalars.map((value) => [name, value] as const)))(
    "agrees with the schema on %s being %j",
    (name, value) => {
      const built = with_(target, name, value)
      assert.strictEqual(isTarget(built), strictly(built))
    }
  )

  it.each([...scalars, { id: "a" }, { frame }].map((value) => [value]))("refuses %j, as the schema does", (value) => {
    assert.isFalse(isTarget(value))
    assert.isFalse(strictly(value))
  })

  it.prop(
    "accepts exactly what the schema accepts",
    [Schema.Array(Schema.Tuple([choice, choice])).check(Schema.isMaxLength(4)), choice],
    ([changes, framed]) => {
      const built = changes.reduce<object>(
        (built, [name, value]) => with_(built, pick(names, name), pick(scalars, value)),
        { ...target, frame: framed % 3 === 0 ? pick(frames, framed) : frame }
      )
      assert.strictEqual(isTarget(built), strictly(built))
    },
    { arbitrary: { runs: 2_000 } }
  )
})

describe("numberOf", () => {
  it.each([
    [1, 1],
    [2.5, 2.5],
    [new Json.Decimal(3), 3],
    ["1", Number.NaN],
    [null, Number.NaN]
  ])("reads %j as %d", (value, number) => assert.deepStrictEqual(numberOf(value), number))
})
