import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import * as Listen from "../src/Listen.ts"

const matches = (pattern: string, name: string) => Listen.matches(Listen.make([pattern]), name)

/** The definition, without regard to time. */
const naive = (pattern: string, name: string): boolean => {
  if (pattern === "") return name === ""
  if (pattern.startsWith("*")) {
    return naive(pattern.slice(1), name) || (name !== "" && naive(pattern, name.slice(1)))
  }
  return name !== "" && pattern[0] === name[0] && naive(pattern.slice(1), name.slice(1))
}

const Units = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 9 }))).check(Schema.isMaxLength(12))
const text = (units: ReadonlyArray<number>, alphabet: string) =>
  units.map((unit) => alphabet[unit % alphabet.length]).join("")

describe("Listen.matches", () => {
  it.each([
    ["core:apps.changed", "core:apps.changed", true],
    ["core:apps.changed", "core:apps.change", false],
    ["core:apps.changed", "core:apps.changed2", false],
    ["core:apps.*", "core:apps.launched", true],
    ["core:apps.*", "core:apps.", true],
    ["core:apps.*", "core:focus.changed", false],
    ["*", "core:apps.changed", true],
    ["*", "", true],
    ["**", "x", true],
    ["*.changed", "core:apps.changed", true],
    ["*.changed", "core:apps.changed.x", false],
    ["core:*.changed", "core:window.focus.changed", true],
    ["*focus*", "core:window.focus.changed", true],
    ["*focus*focus*", "core:window.focus.changed", false],
    ["a*a", "a", false],
    ["a*a", "aa", true],
    ["ab*ba", "aba", false],
    ["*a*a*", "a", false],
    ["*aab*", "aaab", true],
    ["*aabaaa*", "aabaabaaab", true],
    ["core:?pps.changed", "core:apps.changed", false],
    ["core:[a]pps.changed", "core:apps.changed", false],
    [".*", "core:apps.changed", false],
    ["CORE:*", "core:apps.changed", false],
    ["constructor", "constructor", true]
  ])("answers %j for the name %j with %j [FLASH-EVT-16]", (pattern, name, expected) => {
    assert.strictEqual(matches(pattern, name), expected)
  })

  it.each([
    [" core:apps.* ", "core:apps.changed", true],
    ["\tcore:apps.changed\n", "core:apps.changed", true],
    [" core:apps.changed", " core:apps.changed", false],
    ["", "", false],
    [" \t", "", false],
    [" ", " ", false],
    ["", "core:apps.changed", false]
  ])("trims the pattern %j before it matches %j: %j [FLASH-EVT-17]", (pattern, name, expected) => {
    assert.strictEqual(matches(pattern, name), expected)
  })

  it("matches if any pattern does, and with no pattern never [FLASH-EVT-13]", () => {
    assert.isTrue(Listen.matches(Listen.make(["core:focus.*", "core:apps.*"]), "core:apps.changed"))
    assert.isFalse(Listen.matches(Listen.make(["core:focus.*", "core:ax.*"]), "core:apps.changed"))
    assert.isFalse(Listen.matches(Listen.make([]), "core:apps.changed"))
  })

  it.prop(
    "agrees with the definition on every pattern and name [FLASH-EVT-16]",
    [Units, Units],
    ([pattern, name]) => {
      const glob = text(pattern, "aab**")
      const word = text(name, "aaab")
      assert.strictEqual(matches(glob, word), glob !== "" && naive(glob, word), `${glob} on ${word}`)
    },
    { arbitrary: { runs: 2_000 } }
  )

  // Backtracking, or looking for each part from every place, would take minutes for one of these: the time limit of a test fails it.
  it.each([
    ["many stars", `${"a*".repeat(100_000)}b`, "a".repeat(200_000)],
    ["a part that nearly matches everywhere", `*${"a".repeat(100_000)}b*`, "a".repeat(200_000)],
    ["a part that fails at its first unit", `*b${"a".repeat(100_000)}*`, "a".repeat(200_000)],
    ["a part with a border", `*${"ab".repeat(50_000)}c*`, "ab".repeat(100_000)]
  ])("takes linear time for %s [FLASH-EVT-18]", (_, pattern, name) => {
    assert.isFalse(matches(pattern, name))
  })
})
