import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { parse, print, SosDuration } from "../../src/values/SosDuration.ts"

const most = 2n ** 63n - 1n

describe("SosDuration.parse", () => {
  it.each([
    ["0", 0n],
    ["0s", 0n],
    ["5s", 5_000_000_000n],
    ["+5s", 5_000_000_000n],
    ["-1.5s", -1_500_000_000n],
    ["1h30m", 5_400_000_000_000n],
    ["1m1h", 3_660_000_000_000n],
    ["1s1s", 2_000_000_000n],
    [".5s", 500_000_000n],
    ["5.s", 5_000_000_000n],
    ["250ms", 250_000_000n],
    ["1us", 1000n],
    ["1\u00b5s", 1000n],
    ["1\u03bcs", 1000n],
    ["0.5ns", 0n],
    ["1.0000000009s", 1_000_000_000n],
    ["9223372036854775807ns", most],
    ["-9223372036854775807ns", -most],
    [`0.${"0".repeat(30)}1h`, 0n],
    [`${"0".repeat(30)}1s`, 1_000_000_000n]
  ])("reads %s [SOS-VAL-20]", (text, nanos) => {
    assert.deepStrictEqual(parse(text), Result.succeed(new SosDuration(nanos)))
  })

  it.each(["", "5", "-", "1d", "5 s", " 5s", "5s ", "abc", "PT5S", ".s", "s", "1.2.3s", "5S", "1h-5m", "1e3s", "٣s"])(
    "refuses %j and says what is expected [SOS-VAL-20]",
    (text) => {
      assert.deepStrictEqual(parse(text), Result.fail("a duration such as 5s, 1h30m or 250ms"))
    }
  )

  it.each(["9223372036854775808ns", "2562048h", `${"9".repeat(1000)}h`, "2562047h48m"])(
    "refuses %s, which 64 bits do not hold [SOS-VAL-20]",
    (text) => {
      assert.deepStrictEqual(parse(text), Result.fail("a duration of less than 292 years"))
    }
  )
})

describe("SosDuration.print", () => {
  it.each([
    [0n, "0s"],
    [1n, "1ns"],
    [999n, "999ns"],
    [1500n, "1.5\u00b5s"],
    [100_000_000n, "100ms"],
    [999_999_999n, "999.999999ms"],
    [1_000_000_000n, "1s"],
    [1_500_000_000n, "1.5s"],
    [-1_500_000_000n, "-1.5s"],
    [90_000_000_000n, "1m30s"],
    [120_000_000_000n, "2m0s"],
    [3_600_000_000_000n, "1h0m0s"],
    [86_400_000_000_001n, "24h0m0.000000001s"],
    [most, "2562047h47m16.854775807s"]
  ])("writes %d ns as %s [SOS-VAL-21]", (nanos, text) => {
    assert.strictEqual(print(new SosDuration(nanos)), text)
  })

  it.prop(
    "is read as what was written [SOS-VAL-21]",
    { nanos: Schema.Int, scale: Schema.Literals([1n, 1_000n, 1_000_000_007n]) },
    ({ nanos, scale }) => {
      const duration = new SosDuration((BigInt(nanos) * scale) % most)
      assert.deepStrictEqual(parse(print(duration)), Result.succeed(duration))
    },
    { arbitrary: { runs: 500 } }
  )

  it.prop("never throws on reading", { text: Schema.String }, ({ text }) => {
    assert.isTrue(Result.isResult(parse(text)))
  })
})
