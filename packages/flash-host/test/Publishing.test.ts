import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { HostEvents } from "../src/HostEvents.ts"
import * as Publishing from "../src/Publishing.ts"
import { CatalogStore } from "../src/stores/CatalogStore.ts"
import { advance, specOf } from "./support/scripted.ts"

const { manifest } = specOf("bar", { sources: [{ name: "s" }] })
const over = 5_000_000

const titled = (title: string, count = 1) => ({
  rows: Array.from({ length: count }, (_, at) => ({ source: "s", title: `${title} ${at}` }))
})
/** Takes several turns to read. */
const long = (title: string) => titled(title, 5000)
const refused = { rows: [{ source: "other", title: "x" }] }

/** Takes catalogs as they come within one turn: a plugin's first row and the reasons of those that were dropped. */
const taking = (frames: ReadonlyArray<readonly [params: unknown, frameBytes: number]>) =>
  Effect.gen(function* () {
    const dropped: Array<string> = []
    const take = yield* Publishing.make(manifest, (_, reason) => dropped.push(reason))
    for (const [params, frameBytes] of frames) take(params, frameBytes)
    yield* advance(0)
    const catalogs = yield* CatalogStore
    return { first: (yield* catalogs.rows("bar"))[0]?.title, dropped }
  }).pipe(Effect.provide(Layer.merge(CatalogStore.layer, HostEvents.layer)))

const overtaken = "a newer one came"
const unlawful = "rows[0].source: expected a source the manifest declares"

describe("A catalog that is read between turns", () => {
  it.effect.each<readonly [string, Array<readonly [unknown, number]>, string, Array<string>]>([
    [
      "gives way to a newer one that is taken",
      [
        [long("a"), over],
        [titled("b"), 9]
      ],
      "b 0",
      [overtaken]
    ],
    [
      "gives way to none that is refused",
      [
        [long("a"), over],
        [refused, 9]
      ],
      "a 0",
      [unlawful]
    ],
    [
      "is followed by the newest that waits",
      [
        [long("a"), over],
        [long("b"), over],
        [long("c"), over]
      ],
      "c 0",
      [overtaken]
    ],
    [
      "is followed by none that a newer one overtook",
      [
        [long("a"), over],
        [long("b"), over],
        [titled("c"), 9]
      ],
      "c 0",
      [overtaken, overtaken]
    ],
    [
      "keeps what waits when a newer one is refused",
      [
        [long("a"), over],
        [long("b"), over],
        [refused, 9]
      ],
      "b 0",
      [unlawful]
    ]
  ])("%s", ([, frames, first, dropped]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* taking(frames), { first, dropped })
    })
  )
})
