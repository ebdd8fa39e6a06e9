import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { parse, print, Timestamp } from "../../src/values/Timestamp.ts"

const nanos = (millis: number, rest = 0n) => BigInt(millis) * 1_000_000n + rest

describe("Timestamp.parse", () => {
  it.each([
    ["1970-01-01T00:00:00Z", 0n, 0],
    ["2026-09-20T20:20:00-04:00", nanos(Date.parse("2026-09-21T00:20:00Z")), -240],
    ["2026-09-20T20:20:00+05:30", nanos(Date.parse("2026-09-20T14:50:00Z")), 330],
    ["2026-09-20T20:20:00+00:00", nanos(Date.parse("2026-09-20T20:20:00Z")), 0],
    ["2026-09-20T20:20:00-00:00", nanos(Date.parse("2026-09-20T20:20:00Z")), 0],
    ["2024-02-29T23:59:59.123456789Z", nanos(Date.parse("2024-02-29T23:59:59Z"), 123_456_789n), 0],
    ["2024-02-29T23:59:59.1234567899Z", nanos(Date.parse("2024-02-29T23:59:59Z"), 123_456_789n), 0],
    ["1969-12-31T23:59:59.5Z", -500_000_000n, 0],
    ["0001-01-01T00:00:00Z", nanos(Date.parse("0001-01-01T00:00:00Z")), 0],
    ["9999-12-31T23:59:59Z", nanos(Date.parse("9999-12-31T23:59:59Z")), 0]
  ])("reads %s and keeps its offset [SOS-VAL-22]", (text, expected, offset) => {
    assert.deepStrictEqual(parse(text), Result.succeed(new Timestamp(expected, offset)))
  })

  it.each([
    "",
    "2026-09-20",
    "2026-09-20T20:20:00",
    "2026-09-20 20:20:00Z",
    "2026-09-20T20:20Z",
    "2026-09-20t20:20:00Z",
    "2026-09-20T20:20:00z",
    "2026-09-20T20:20:60Z",
    "2026-09-20T24:00:00Z",
    "2026-09-20T20:60:00Z",
    "2026-02-29T00:00:00Z",
    "1900-02-29T00:00:00Z",
    "2026-13-01T00:00:00Z",
    "2026-00-01T00:00:00Z",
    "2026-01-00T00:00:00Z",
    "2026-09-20T20:20:00+24:00",
    "2026-09-20T20:20:00+0400",
    "2026-09-20T20:20:00.Z",
    " 2026-09-20T20:20:00Z",
    "2026-09-20T20:20:00Z\n",
    "1790000000"
  ])("refuses %j and says what is expected (B117) [SOS-VAL-22]", (text) => {
    assert.deepStrictEqual(parse(text), Result.fail("a timestamp with an offset, such as 2026-09-20T20:20:00-04:00"))
  })

  it.prop("never throws", { text: Schema.String }, ({ text }) => {
    assert.isTrue(Result.isResult(parse(text)))
  })
})

describe("Timestamp.print", () => {
  it.each([
    "2026-09-20T20:20:00-04:00",
    "2026-09-20T20:20:00Z",
    "2026-09-20T20:20:00.5+14:00",
    "0099-03-01T00:00:00.000000001Z"
  ])("writes %s as it was read [SOS-VAL-23]", (text) => {
    assert.strictEqual(print(Result.getOrThrow(parse(text))), text)
  })

  it("writes no zeros at the end of a fraction, and no offset of zero [SOS-VAL-23]", () => {
    assert.strictEqual(print(Result.getOrThrow(parse("2026-09-20T20:20:00.500+00:00"))), "2026-09-20T20:20:00.5Z")
  })

  it.prop(
    "agrees with the calendar of the system, day for day",
    { day: Schema.Int, minutes: Schema.Int },
    ({ day, minutes }) => {
      const millis = (Math.abs(day) % 3_652_059) * 86_400_000 + Date.parse("0001-01-01T00:00:00Z") + 43_200_000
      const offset = Math.abs(minutes) % 1439
      const timestamp = new Timestamp(nanos(millis), 0)
      assert.strictEqual(print(timestamp), new Date(millis).toISOString().replace(".000", ""))
      assert.deepStrictEqual(parse(print(timestamp)), Result.succeed(timestamp))
      const moved = new Timestamp(nanos(millis), millis > 0 ? -offset : offset)
      assert.deepStrictEqual(parse(print(moved)), Result.succeed(moved.offsetMinutes === 0 ? timestamp : moved))
    },
    { arbitrary: { runs: 1000 } }
  )
})
