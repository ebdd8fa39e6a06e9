import { assert, describe, it } from "@effect/vitest"
import { Clock, Context, Effect, Exit, Fiber, Layer, Result, Scope, Stream } from "effect"
import { TestClock } from "effect/testing"
import { CatalogStore } from "../../src/stores/CatalogStore.ts"
import { counting, pass, settle } from "../support/time.ts"

const sources = new Set(["s"])
const rows = (...titles: ReadonlyArray<string>) => titles.map((title) => ({ source: "s", title }))
const whole = Array.from({ length: 10_000 }, (_, at) => `${at}`)

/** A store, what its changes told and when, and what it costs. */
const storing = Effect.gen(function* () {
  const { clock, wakeUps } = yield* counting
  const scope = yield* Scope.make()
  const context = yield* Effect.provideService(Layer.buildWithScope(CatalogStore.layer, scope), Clock.Clock, clock)
  const store = Context.get(context, CatalogStore)
  const told: Array<string> = []
  const reader = yield* store.changes.pipe(
    Stream.runForEach((plugins) =>
      Effect.sync(() => told.push(`${clock.currentTimeMillisUnsafe()} ${[...plugins].join(" ")}`))
    ),
    Effect.forkChild({ startImmediately: true })
  )
  yield* settle
  const publish = (plugin: string, ...titles: ReadonlyArray<string>) =>
    store.publish(plugin, { rows: rows(...titles) }, sources, 0)
  const publishInTurns = (plugin: string, ...titles: ReadonlyArray<string>) =>
    store.publishInTurns(plugin, { rows: rows(...titles) }, sources, 0)
  const titles = (plugin: string) => Effect.map(store.rows(plugin), (held) => held.map(({ title }) => title))
  return {
    ...store,
    raw: store,
    publish,
    publishInTurns,
    titles,
    told,
    wakeUps,
    reader,
    close: Scope.close(scope, Exit.void)
  }
})

describe("CatalogStore", () => {
  it.effect("holds the last catalog of each plugin, whole, and tells them by id", () =>
    Effect.gen(function* () {
      const { publish, titles, all } = yield* storing
      publish("q", "a", "b")
      publish("p", "c")
      publish("q", "d")
      assert.deepStrictEqual([yield* titles("p"), yield* titles("q"), yield* titles("r")], [["c"], ["d"], []])
      assert.deepStrictEqual(
        [...(yield* all)],
        [
          ["p", rows("c")],
          ["q", rows("d")]
        ]
      )
    })
  )

  it.effect("keeps the last good catalog when one is refused, and tells no change", () =>
    Effect.gen(function* () {
      const { publish, raw, titles, told } = yield* storing
      publish("p", "a")
      for (const params of [{}, { rows: [{ source: "other", title: "b" }] }, { rows: [], extra: 1 }]) {
        assert.isTrue(Result.isFailure(raw.publish("p", params, sources, 0)))
        assert.isTrue(Exit.isFailure(yield* Effect.exit(raw.publishInTurns("p", params, sources, 0))))
      }
      yield* pass(5_000)
      assert.deepStrictEqual([yield* titles("p"), told], [["a"], ["0 p"]])
    })
  )

  it.effect("tells the first change at once, and all others of the next second in one [FLASH-DELI-13]", () =>
    Effect.gen(function* () {
      const { publish, told, wakeUps } = yield* storing
      yield* pass(5_000)
      publish("p", "1")
      yield* settle
      assert.deepStrictEqual(told, ["5000 p"])
      yield* pass(1)
      publish("q", "1")
      yield* pass(500)
      publish("p", "2")
      yield* pass(498)
      assert.strictEqual(told.length, 1)
      yield* pass(1)
      assert.deepStrictEqual(told, ["5000 p", "6000 q p"])
      assert.strictEqual(wakeUps(), 1)
    })
  )

  it.effect.each([
    [999, 1000],
    [1000, 1000],
    [1001, 1001]
  ] as const)("tells a change %d ms after the last one at %d ms [FLASH-DELI-13]", ([change, tick]) =>
    Effect.gen(function* () {
      const { publish, told } = yield* storing
      publish("p", "1")
      yield* pass(change)
      publish("p", "2")
      yield* pass(5_000)
      assert.deepStrictEqual(told, ["0 p", `${tick} p`])
    })
  )

  it.effect("tells at most once a second in a flood, loses no change and then rests [FLASH-DELI-13]", () =>
    Effect.gen(function* () {
      const { publish, titles, told, wakeUps } = yield* storing
      for (let turn = 1; turn <= 500; turn++) {
        publish(turn % 2 === 0 ? "p" : "q", `${turn}`)
        yield* pass(7)
      }
      assert.deepStrictEqual(
        told.map((tick) => Number.parseInt(tick, 10)),
        [0, 1000, 2000, 3000]
      )
      yield* pass(1000)
      assert.strictEqual(told.length, 5)
      assert.deepStrictEqual([yield* titles("p"), yield* titles("q")], [["500"], ["499"]])
      yield* TestClock.adjust("1 day")
      assert.deepStrictEqual([told.length, wakeUps()], [5, 4])
    })
  )

  it.effect("takes an identical catalog for no change, and holds on to the rows it has", () =>
    Effect.gen(function* () {
      const { publish, publishInTurns, rows, told } = yield* storing
      publish("p", ...whole)
      const held = yield* rows("p")
      yield* pass(5_000)
      assert.deepStrictEqual(publish("p", ...whole), Result.succeed(held))
      assert.strictEqual(yield* publishInTurns("p", ...whole), held)
      assert.strictEqual(yield* rows("p"), held)
      yield* pass(5_000)
      assert.deepStrictEqual(told, ["0 p"])
      publish("p", ...whole.slice(1))
      yield* settle
      assert.deepStrictEqual(told, ["0 p", "10000 p"])
    })
  )

  it.effect("takes no rows for a catalog: a change if there were some, and none otherwise", () =>
    Effect.gen(function* () {
      const { publish, titles, told, all } = yield* storing
      publish("p")
      yield* pass(5_000)
      assert.deepStrictEqual(told, [])
      publish("p", "a")
      yield* pass(5_000)
      publish("p")
      yield* pass(5_000)
      assert.deepStrictEqual([told, yield* titles("p"), (yield* all).size], [["5000 p", "10000 p"], [], 0])
    })
  )

  it.effect("forgets a dropped catalog: a change if there were rows, and none otherwise", () =>
    Effect.gen(function* () {
      const { publish, drop, titles, told } = yield* storing
      drop("p")
      yield* pass(5_000)
      publish("p", "a")
      yield* pass(5_000)
      drop("p")
      drop("p")
      yield* pass(5_000)
      assert.deepStrictEqual([told, yield* titles("p")], [["5000 p", "10000 p"], []])
    })
  )

  it.effect("has the rows before it tells the change, and begins with what is there for a late reader", () =>
    Effect.gen(function* () {
      const { publish, changes, titles } = yield* storing
      publish("p", "a")
      publish("q", "b")
      const seen: Array<unknown> = []
      yield* changes.pipe(
        Stream.runForEach((plugins) =>
          Effect.flatMap(titles("p"), (held) => Effect.sync(() => seen.push([[...plugins], held])))
        ),
        Effect.forkChild({ startImmediately: true })
      )
      yield* settle
      yield* pass(5_000)
      publish("p", "c")
      yield* settle
      assert.deepStrictEqual(seen, [
        [["p", "q"], ["a"]],
        [["q"], ["a"]],
        [["p"], ["c"]]
      ])
    })
  )

  it.effect("reads in turns, and says what it says in one", () =>
    Effect.gen(function* () {
      const { publishInTurns, rows } = yield* storing
      let turns = 0
      yield* Effect.forkChild(
        Effect.forever(
          Effect.andThen(
            Effect.yieldNow,
            Effect.sync(() => turns++)
          )
        )
      )
      yield* Effect.yieldNow
      const before = turns
      const published = yield* publishInTurns("p", ...whole)
      assert.isAbove(turns - before, 1)
      assert.strictEqual(yield* rows("p"), published)
      assert.strictEqual(published.length, 10_000)
    })
  )

  it.effect("lets a drop or a publish win over a catalog that is still being read", () =>
    Effect.gen(function* () {
      const { publish, publishInTurns, drop, titles, told } = yield* storing
      const overtake = Effect.fnUntraced(function* (event: () => void) {
        const reading = yield* Effect.forkChild(publishInTurns("p", ...whole), { startImmediately: true })
        event()
        return (yield* Fiber.join(reading)).length
      })
      publish("p", "old")
      assert.strictEqual(yield* overtake(() => drop("p")), 0)
      assert.deepStrictEqual(yield* titles("p"), [])
      assert.strictEqual(yield* overtake(() => publish("p", "new")), 1)
      assert.deepStrictEqual(yield* titles("p"), ["new"])
      assert.strictEqual(yield* overtake(() => publish("q", "new")), 10_000)
      yield* pass(5_000)
      assert.deepStrictEqual(told, ["0 p", "1000 p q"])
    })
  )

  it.effect("changes nothing by a reading that was interrupted", () =>
    Effect.gen(function* () {
      const { publishInTurns, titles, told } = yield* storing
      const reading = yield* Effect.forkChild(publishInTurns("p", ...whole), { startImmediately: true })
      yield* Fiber.interrupt(reading)
      yield* pass(5_000)
      assert.deepStrictEqual([yield* titles("p"), told], [[], []])
    })
  )

  it.effect("wakes nobody and ends for its readers once its scope closes", () =>
    Effect.gen(function* () {
      const { publish, reader, close, wakeUps } = yield* storing
      publish("p", "a")
      publish("p", "b")
      yield* close
      yield* Fiber.join(reader)
      yield* TestClock.adjust("1 day")
      assert.strictEqual(wakeUps(), 0)
    })
  )
})
