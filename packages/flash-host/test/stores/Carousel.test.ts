import { assert, describe, it } from "@effect/vitest"
import { Status } from "@lanyard/flash-protocol"
import { Schema } from "effect"
import * as Carousel from "../../src/stores/Carousel.ts"

const content = (cycleSeconds: number, ...lines: ReadonlyArray<string>): Carousel.Content =>
  Status.Value.Carousel({ lines, cycleSeconds })

const shown = (...lines: ReadonlyArray<string>) => Carousel.show(Carousel.make(content(5, ...lines)), 0)

/** The line and when its turn ends. */
const state = ({ line, ends }: Carousel.Carousel) => [line, ends]

describe("Carousel", () => {
  it("starts with its first line, and counts no turns before it is shown", () => {
    const carousel = Carousel.make(content(5, "a", "b"))
    assert.deepStrictEqual(state(carousel), ["a", undefined])
    assert.deepStrictEqual(state(Carousel.rotate(carousel, 1e9)), ["a", undefined])
    assert.deepStrictEqual(state(Carousel.show(carousel, 700)), ["a", 5700])
  })

  it.each([
    [4999, "a", 5000],
    [5000, "b", 10_000],
    [9999, "b", 10_000],
    [10_000, "b", 15_000],
    [12_345, "b", 15_000]
  ])("at %d ms shows %s until %d ms", (now, line, ends) => {
    assert.deepStrictEqual(state(Carousel.rotate(shown("a", "b", "c"), now)), [line, ends])
  })

  it("goes round", () => {
    let carousel = shown("a", "b", "c")
    const lines = [5, 10, 15, 20].map((seconds) => {
      carousel = Carousel.rotate(carousel, seconds * 1000)
      return carousel.line
    })
    assert.deepStrictEqual(lines, ["b", "c", "a", "b"])
  })

  it("waits for nothing when there is no other line", () => {
    assert.deepStrictEqual(state(shown("a")), ["a", undefined])
    assert.deepStrictEqual(state(shown("a", "a")), ["a", undefined])
  })

  it.each<readonly [string, ReadonlyArray<string>, string]>([
    ["the same lines", ["a", "b", "c"], "b"],
    ["a line in front", ["new", "a", "b", "c"], "b"],
    ["other lines", ["x", "y", "z"], "y"],
    ["fewer lines", ["x", "y"], "y"],
    ["one line", ["x"], "x"]
  ])("keeps the visible line until its turn ends when %s are published [FLASH-DELI-14]", (_, lines, next) => {
    const republished = Carousel.republish(shown("a", "b", "c"), content(60, ...lines))
    assert.deepStrictEqual(state(Carousel.rotate(republished, 4999)), ["a", 5000])
    const rotated = Carousel.rotate(republished, 5000)
    assert.deepStrictEqual(state(rotated), [next, lines.length === 1 ? undefined : 65_000])
  })

  it("goes on behind the visible line where the new lines still have it", () => {
    const visible = Carousel.rotate(shown("a", "b", "a", "c"), 5000)
    const third = Carousel.rotate(visible, 10_000)
    assert.deepStrictEqual([third.line, third.place], ["a", 2])
    const same = Carousel.republish(third, content(5, "a", "b", "a", "c"))
    assert.strictEqual(Carousel.rotate(same, 15_000).line, "c")
    const moved = Carousel.republish(visible, content(5, "b", "x", "y"))
    assert.strictEqual(Carousel.rotate(moved, 10_000).line, "x")
  })

  it("applies new lines at once where nothing is scheduled", () => {
    const hidden = Carousel.republish(Carousel.make(content(5, "a", "b")), content(5, "x", "y"))
    assert.deepStrictEqual(state(hidden), ["x", undefined])
    assert.deepStrictEqual(state(Carousel.republish(shown("a"), content(5, "x"))), ["x", undefined])
    assert.deepStrictEqual(state(Carousel.republish(shown("a", "b"), content(5, "a"))), ["a", undefined])
  })

  it("keeps its line while it is hidden, and gives it a whole turn when it is shown again", () => {
    const hidden = Carousel.hide(Carousel.rotate(shown("a", "b", "c"), 5000))
    assert.deepStrictEqual(state(hidden), ["b", undefined])
    assert.deepStrictEqual(state(Carousel.show(hidden, 100_000)), ["b", 105_000])
    assert.deepStrictEqual(state(Carousel.show(shown("a", "b"), 4000)), ["a", 5000])
    const kept = Carousel.republish(shown("a", "b"), content(5, "x", "y"))
    assert.deepStrictEqual(state(Carousel.hide(kept)), ["x", undefined])
  })

  it("draws the prefix, as it was published last, still before the line", () => {
    const carousel = Carousel.show(
      Carousel.make(Status.Value.Carousel({ prefix: "old ", lines: ["a", "b"], cycleSeconds: 5 })),
      0
    )
    assert.strictEqual(Carousel.markup(carousel), "old #[cyc]a#[nocyc]")
    const republished = Carousel.republish(
      carousel,
      Status.Value.Carousel({ prefix: "new ", lines: ["x", "y"], cycleSeconds: 5 })
    )
    assert.strictEqual(Carousel.markup(republished), "new #[cyc]a#[nocyc]")
    assert.strictEqual(Carousel.markup(Carousel.make(content(5, "a"))), "#[cyc]a#[nocyc]")
  })

  it.prop(
    "is not disturbed by what is published again and again",
    [
      Schema.NonEmptyArray(Schema.Literals(["a", "b", "c"])),
      Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 3000 })))
    ],
    ([lines, steps]) => {
      let republished = shown(...lines)
      let alone = republished
      let now = 0
      for (const step of steps) {
        now += step
        alone = Carousel.rotate(alone, now)
        republished = Carousel.show(Carousel.republish(Carousel.rotate(republished, now), content(5, ...lines)), now)
        assert.deepStrictEqual(state(republished), state(alone))
      }
    }
  )
})
