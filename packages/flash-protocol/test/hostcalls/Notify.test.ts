import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import * as Notify from "../../src/hostcalls/Notify.ts"
import { answered, received, replied, written } from "../support/hostcall.ts"
import { emoji } from "../support/rows.ts"

describe("host.notify", () => {
  it.each(["x", " ", emoji(1024)])("takes a message within its bound: case %# [FLASH-HOST-38]", (message) => {
    assert.deepStrictEqual(received("host.notify", JSON.stringify({ message, more: 1 })), {
      message,
      duration_ms: 3000
    })
  })

  it.each([
    "{}",
    '{"message":""}',
    JSON.stringify({ message: emoji(1025) }),
    '{"message":null}',
    '{"message":1}',
    "[]"
  ])("refuses case %# [FLASH-HOST-38]", (params) => {
    assert.strictEqual(received("host.notify", params), "host.notify requires a message under 1 KiB")
  })

  it.each([
    ["499", 500],
    ["500", 500],
    ["501", 501],
    ["9999", 9999],
    ["10000", 10000],
    ["10001", 10000],
    ["-1", 500],
    ["0", 500],
    ["4000.0", 3000],
    ["4000.5", 3000],
    ['"4000"', 3000],
    ["true", 3000],
    ["1e300", 3000],
    ["null", 3000]
  ])("moves a duration of %s to %d ms [FLASH-HOST-06, FLASH-HOST-39]", (duration, expected) => {
    assert.deepStrictEqual(received("host.notify", `{"message":"x","duration_ms":${duration}}`), {
      message: "x",
      duration_ms: expected
    })
  })

  it("writes what it was given, and answers nothing but ok [FLASH-HOST-38]", () => {
    assert.strictEqual(written("host.notify", { duration_ms: 1, message: "x" }), '{"message":"x","duration_ms":1}')
    assert.strictEqual(written("host.notify", { message: "x" }), '{"message":"x"}')
    assert.strictEqual(answered("host.notify", undefined), '{"ok":true}')
    assert.isUndefined(replied("host.notify", '{"ok":true}'))
  })
})

describe("Notify.accept", () => {
  const rate = "host.notify rate limit: 1 per second"

  it.each<[number | undefined, number, number | string]>([
    [undefined, 0, 0],
    [0, 0, rate],
    [0, 999, rate],
    [0, 1000, 1000],
    [5_000, 5_999.5, rate],
    [5_000, 6_000, 6_000],
    [5_000, 1_000_000, 1_000_000]
  ])("last accepted at %s, now %s: %s [FLASH-HOST-40]", (last, now, expected) => {
    assert.strictEqual(Result.merge(Notify.accept(last, now)), expected)
  })

  it("counts from the last accepted call, not from a refused one [FLASH-HOST-40]", () => {
    const accepted: Array<number> = []
    for (let now = 0, last: number | undefined; now <= 3_000; now += 400) {
      const judged = Notify.accept(last, now)
      if (Result.isFailure(judged)) continue
      last = judged.success
      accepted.push(now)
    }
    assert.deepStrictEqual(accepted, [0, 1_200, 2_400])
  })
})
