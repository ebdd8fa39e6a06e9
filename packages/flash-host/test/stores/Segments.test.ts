import { assert, describe, it } from "@effect/vitest"
import { Status } from "@lanyard/flash-protocol"
import { Schema } from "effect"
import * as Segments from "../../src/stores/Segments.ts"

const Plugin = Schema.Literals(["p", "q"])
const Segment = Schema.Literals(["a", "b"])
const Line = Schema.Literals(["x", "y", "z"])
const Step = Schema.Union([
  Schema.Struct({ of: Schema.Literal("markup"), plugin: Plugin, segment: Segment, text: Line }),
  Schema.Struct({
    of: Schema.Literal("carousel"),
    plugin: Plugin,
    segment: Segment,
    lines: Schema.NonEmptyArray(Line)
  }),
  Schema.Struct({ of: Schema.Literal("cleared"), plugin: Plugin, segment: Segment }),
  Schema.Struct({ of: Schema.Literals(["reload", "end"]), plugin: Plugin }),
  Schema.Struct({
    of: Schema.Literal("observe"),
    plugin: Plugin,
    segments: Schema.Array(Segment),
    isWatched: Schema.Boolean
  }),
  Schema.Struct({
    of: Schema.Literal("wait"),
    millis: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 12_000 }))
  })
])

const valueOf = (step: Extract<typeof Step.Type, { readonly segment: string }>): Status.Value => {
  switch (step.of) {
    case "markup":
      return Status.Value.Markup({ text: step.text })
    case "carousel":
      return Status.Value.Carousel({ lines: step.lines, cycleSeconds: 3 })
    case "cleared":
      return Status.Value.Cleared()
  }
}

const apply = (segments: Segments.Segments, step: typeof Step.Type, now: number): Segments.References => {
  switch (step.of) {
    case "markup":
    case "carousel":
    case "cleared":
      return Segments.update(segments, step.plugin, new Map([[step.segment, valueOf(step)]]), now)
    case "reload":
      return Segments.beginReload(segments, step.plugin, now)
    case "end":
      return Segments.clear(segments, step.plugin)
    case "observe":
      return Segments.observe(segments, new Map([[step.plugin, new Set(step.segments)]]), step.isWatched, now)
    case "wait":
      return Segments.advance(segments, now)
  }
}

const names = ["p", "q"].flatMap((plugin) => ["a", "b"].map((segment) => [plugin, segment] as const))

const picture = (segments: Segments.Segments) =>
  new Map(
    names.map(([plugin, segment]) => [
      Segments.reference(plugin, segment),
      Segments.rendered(segments, plugin, segment)
    ])
  )

describe("Segments", () => {
  it.prop(
    "names exactly the segments that look different, and has none between the times it asks to be looked at",
    [Schema.Array(Step)],
    ([steps]) => {
      const segments = Segments.make()
      let now = 0
      /** Changes the table, and holds what it says changed to what did. */
      const changing = (change: () => Segments.References) => {
        const before = picture(segments)
        const told = new Set(change())
        const after = picture(segments)
        assert.deepStrictEqual(
          [...told].sort(),
          [...after].flatMap(([name, markup]) => (before.get(name) === markup ? [] : [name]))
        )
        assert.deepStrictEqual(
          [...Segments.references(segments)].sort(),
          [...after].flatMap(([name, markup]) => (markup === "" ? [] : [name]))
        )
      }
      for (const step of steps) {
        if (step.of !== "wait") {
          changing(() => apply(segments, step, now))
          continue
        }
        const until = now + step.millis
        for (let next = Segments.nextAt(segments); next <= until; next = Segments.nextAt(segments)) {
          assert.isAbove(next, now)
          assert.deepStrictEqual(Segments.advance(segments, next - 1), [])
          now = next
          changing(() => apply(segments, step, now))
        }
        now = until
        assert.deepStrictEqual(Segments.advance(segments, now), [])
      }
    }
  )

  it("keeps nothing of a plugin that shows nothing", () => {
    const segments = Segments.make()
    Segments.update(segments, "p", new Map([["a", Status.Value.Cleared()]]), 0)
    assert.strictEqual(segments.plugins.size, 0)
    Segments.update(segments, "p", new Map([["a", Status.Value.Markup({ text: "1" })]]), 0)
    Segments.clear(segments, "p")
    assert.strictEqual(segments.plugins.size, 0)
  })
})
