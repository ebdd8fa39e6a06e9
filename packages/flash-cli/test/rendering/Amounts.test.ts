import { assert, describe, it } from "@effect/vitest"
import * as Amounts from "../../src/rendering/Amounts.ts"

describe("Amounts", () => {
  it.each([
    [1, "row", "1 row"],
    [2, "row", "2 rows"],
    [3, "process", "3 processes"]
  ])("counts %d %s", (count, noun, expected) => assert.strictEqual(Amounts.counted(count, noun), expected))

  it("shows tenths of small times only", () => {
    assert.deepStrictEqual([0.25, 9.94, 10.4, 1500].map(Amounts.millis), ["0.3 ms", "9.9 ms", "10 ms", "1500 ms"])
  })

  it.each([
    [0, "0 B"],
    [1023, "1023 B"],
    [1024, "1.0 KiB"],
    [1024 ** 2 - 1, "1024.0 KiB"],
    [1024 ** 2, "1.0 MiB"],
    [47_500_000, "45.3 MiB"],
    [1024 ** 3, "1.0 GiB"],
    [1024 ** 5, "1024.0 TiB"]
  ])("shows %d bytes in the largest unit that leaves a whole one", (value, expected) =>
    assert.strictEqual(Amounts.bytes(value), expected)
  )
})
