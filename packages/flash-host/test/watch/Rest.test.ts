import { assert, describe, it } from "@effect/vitest"
import * as Rest from "../../src/watch/Rest.ts"

describe("Rest.left", () => {
  it.each([
    ["the whole quiet after a hint", { hinted: 1_000, since: 1_000, polled: false }, 1_000, 300],
    ["the last of it", { hinted: 1_000, since: 1_000, polled: false }, 1_299, 1],
    ["a whole millisecond for a part of one", { hinted: 1_000, since: 1_000, polled: false }, 1_299.5, 1],
    ["nothing once it is over", { hinted: 1_000, since: 1_000, polled: false }, 1_300, 0],
    ["nothing long after it", { hinted: 1_000, since: 90_000, polled: false }, 90_000, 0],
    ["what is left of 3 s when hints go on", { hinted: 3_900, since: 1_000, polled: false }, 3_999, 1],
    ["nothing of 3 s that are over", { hinted: 3_999, since: 1_000, polled: false }, 4_000, 0],
    ["a poll more where polls are the hints", { hinted: 1_000, since: 1_000, polled: true }, 1_000, 2_300],
    ["5 s at most where polls are the hints", { hinted: 5_000, since: 1_000, polled: true }, 5_000, 1_000]
  ] as const)("is %s", (_, unrest, now, expected) => assert.strictEqual(Rest.left(unrest, now), expected))
})

describe("Rest.quiet", () => {
  it("is the 300 ms of the contract", () => assert.strictEqual(Rest.quiet, 300))
})
