import { assert, describe, it } from "@effect/vitest"
import { Status } from "@lanyard/flash-protocol"
import { Effect, Exit, Fiber, Latch, Layer, Scope, Stream } from "effect"
import { TestClock } from "effect/testing"
import { Presence } from "../../src/clocks/Presence.ts"
import { StatusStore } from "../../src/stores/StatusStore.ts"
import { held, pass, settle } from "../support/time.ts"

const carousel = (cycleSeconds: number, ...lines: ReadonlyArray<string>) =>
  Status.Value.Carousel({ lines, cycleSeconds })
const text = (markup: string) => Status.Value.Markup({ text: markup })
const seen = (...segments: ReadonlyArray<string>) => new Map([["p", new Set(segments)]])

/** A store, what its changes told and when, and what it costs. */
const storing = Effect.gen(function* () {
  const { service, presence, wakeUps } = yield* held(StatusStore, StatusStore.layer)
  const clock = yield* Effect.clockWith(Effect.succeed)
  const told: Array<string> = []
  yield* service.changes.pipe(
    Stream.runForEach((segments) =>
      Effect.sync(() => told.push(`${clock.currentTimeMillisUnsafe()} ${[...segments].join(" ")}`))
    ),
    Effect.forkChild({ startImmediately: true })
  )
  yield* settle
  const publish = (segments: Readonly<Record<string, Status.Value>>, plugin = "p") =>
    service.update(plugin, new Map(Object.entries(segments)))
  const shows = (...segments: ReadonlyArray<string>) =>
    Effect.forEach(segments, (segment) => service.rendered("p", segment))
  return { ...service, presence, wakeUps, told, publish, shows }
})

describe("StatusStore", () => {
  it.effect("shows markup, clears what is blank and leaves what is not named", () =>
    Effect.gen(function* () {
      const { publish, shows, rendered } = yield* storing
      publish({ a: text("1"), b: text("2") })
      publish({ a: text("x") }, "q")
      publish({ b: text("3"), c: carousel(5, "l", "m") })
      assert.deepStrictEqual(yield* shows("a", "b", "c", "d"), ["1", "3", "#[cyc]l#[nocyc]", ""])
      assert.strictEqual(yield* rendered("q", "a"), "x")
      publish({ a: Status.Value.Cleared(), c: Status.Value.Cleared() })
      assert.deepStrictEqual(yield* shows("a", "b", "c"), ["", "3", ""])
    })
  )

  it.effect("tells which segments look different, and nothing when none does", () =>
    Effect.gen(function* () {
      const { publish, clear, told } = yield* storing
      publish({ a: text("1"), b: text("2") })
      yield* settle
      publish({ a: text("1"), b: text("3") })
      yield* settle
      publish({ a: text("1"), none: Status.Value.Cleared() })
      clear("q")
      yield* settle
      clear("p")
      yield* settle
      assert.deepStrictEqual(told, [
        "0 flash.plugin.p.a flash.plugin.p.b",
        "0 flash.plugin.p.b",
        "0 flash.plugin.p.a flash.plugin.p.b"
      ])
    })
  )

  it.effect("begins with what is shown for a late reader, and keeps one element for a slow one", () =>
    Effect.gen(function* () {
      const { publish, changes } = yield* storing
      publish({ a: text("1") })
      publish({ b: text("1") }, "q")
      const ready = Latch.makeUnsafe(false)
      const seen: Array<ReadonlyArray<string>> = []
      yield* changes.pipe(
        Stream.runForEach((names) =>
          Effect.andThen(
            Effect.sync(() => seen.push([...names])),
            ready.await
          )
        ),
        Effect.forkChild({ startImmediately: true })
      )
      yield* settle
      for (let turn = 0; turn < 1000; turn++) publish({ [`s${turn % 2}`]: text(`${turn}`) })
      yield* ready.open
      yield* settle
      assert.deepStrictEqual(seen, [
        ["flash.plugin.p.a", "flash.plugin.q.b"],
        ["flash.plugin.p.s0", "flash.plugin.p.s1"]
      ])
    })
  )

  it.effect("rotates an observed carousel every cycle_seconds [FLASH-DELI-14]", () =>
    Effect.gen(function* () {
      const { publish, observe, shows, told, wakeUps } = yield* storing
      yield* observe(seen("c"))
      publish({ c: carousel(5, "a", "b") })
      yield* pass(4999)
      assert.deepStrictEqual(yield* shows("c"), ["#[cyc]a#[nocyc]"])
      yield* pass(1)
      assert.deepStrictEqual(yield* shows("c"), ["#[cyc]b#[nocyc]"])
      yield* pass(15_000)
      assert.deepStrictEqual(
        told.map((change) => Number.parseInt(change, 10)),
        [0, 5000, 10_000, 15_000, 20_000]
      )
      assert.strictEqual(wakeUps(), 4)
    })
  )

  it.effect("costs no wake-up for carousels that no surface shows [FLASH-DELI-14]", () =>
    Effect.gen(function* () {
      const { publish, observe, shows, wakeUps } = yield* storing
      publish({ c: carousel(1, "a", "b"), d: carousel(1, "a", "b") })
      yield* observe(new Map([["q", new Set(["c", "d"])]]))
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(wakeUps(), 0)
      yield* observe(seen("c"))
      yield* pass(1000)
      assert.deepStrictEqual(yield* shows("c", "d"), ["#[cyc]b#[nocyc]", "#[cyc]a#[nocyc]"])
      yield* observe(seen())
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual([wakeUps(), yield* shows("c")], [1, ["#[cyc]b#[nocyc]"]])
    })
  )

  it.effect("costs no wake-up for a carousel of one line", () =>
    Effect.gen(function* () {
      const { publish, observe, wakeUps } = yield* storing
      yield* observe(seen("c"))
      publish({ c: carousel(1, "a") })
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(wakeUps(), 0)
    })
  )

  it.effect("keeps the visible line until its turn ends, however often it is published again [FLASH-DELI-14]", () =>
    Effect.gen(function* () {
      const { publish, observe, shows } = yield* storing
      yield* observe(seen("c"))
      publish({ c: carousel(5, "a", "b") })
      for (let second = 1; second < 5; second++) {
        yield* pass(1000)
        publish({ c: carousel(5, `a${second}`, `b${second}`) })
        assert.deepStrictEqual(yield* shows("c"), ["#[cyc]a#[nocyc]"])
      }
      yield* pass(1000)
      assert.deepStrictEqual(yield* shows("c"), ["#[cyc]b4#[nocyc]"])
    })
  )

  it.effect("lets markup take the place of a carousel at once, and the other way round", () =>
    Effect.gen(function* () {
      const { publish, observe, shows, wakeUps } = yield* storing
      yield* observe(seen("c"))
      publish({ c: carousel(5, "a", "b") })
      yield* pass(1000)
      publish({ c: text("plain") })
      assert.deepStrictEqual(yield* shows("c"), ["plain"])
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(wakeUps(), 0)
      publish({ c: carousel(5, "a", "b") })
      assert.deepStrictEqual(yield* shows("c"), ["#[cyc]a#[nocyc]"])
    })
  )

  it.effect("does not rotate while nobody can look at the surfaces", () =>
    Effect.gen(function* () {
      const { publish, observe, presence, shows, wakeUps } = yield* storing
      yield* observe(seen("c"))
      publish({ c: carousel(5, "a", "b") })
      yield* pass(5000)
      yield* presence.set({ displaysAsleep: true })
      yield* settle
      yield* observe(seen("c", "other"))
      publish({ c: carousel(5, "a", "b") })
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual([wakeUps(), yield* shows("c")], [1, ["#[cyc]b#[nocyc]"]])
      yield* presence.set({ displaysAsleep: false })
      yield* pass(4999)
      assert.deepStrictEqual(yield* shows("c"), ["#[cyc]b#[nocyc]"])
      yield* pass(1)
      assert.deepStrictEqual(yield* shows("c"), ["#[cyc]a#[nocyc]"])
    })
  )

  it.effect("keeps values over a planned reload for ten seconds, each until it is published again", () =>
    Effect.gen(function* () {
      const { publish, beginReload, shows, told, wakeUps } = yield* storing
      publish({ a: text("1"), b: text("2"), c: text("3") })
      publish({ a: text("other") }, "q")
      beginReload("p")
      yield* pass(3000)
      publish({ a: text("new"), c: Status.Value.Cleared() })
      assert.deepStrictEqual(yield* shows("a", "b", "c"), ["new", "2", ""])
      yield* pass(6999)
      assert.deepStrictEqual(yield* shows("a", "b"), ["new", "2"])
      yield* pass(1)
      assert.deepStrictEqual(yield* shows("a", "b"), ["new", ""])
      assert.strictEqual(told.at(-1), "10000 flash.plugin.p.b")
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual([yield* shows("a"), wakeUps()], [["new"], 1])
    })
  )

  it.effect("measures those seconds from the newest replacement", () =>
    Effect.gen(function* () {
      const { publish, beginReload, shows } = yield* storing
      publish({ a: text("1"), b: text("2") })
      beginReload("p")
      yield* pass(6000)
      publish({ b: text("3") })
      beginReload("p")
      yield* pass(9999)
      assert.deepStrictEqual(yield* shows("a", "b"), ["1", "3"])
      yield* pass(1)
      assert.deepStrictEqual(yield* shows("a", "b"), ["", ""])
    })
  )

  it.effect("takes a value for published again although it is the same", () =>
    Effect.gen(function* () {
      const { publish, beginReload, shows } = yield* storing
      publish({ a: text("1") })
      beginReload("p")
      yield* pass(9999)
      publish({ a: text("1") })
      yield* pass(60_000)
      assert.deepStrictEqual(yield* shows("a"), ["1"])
    })
  )

  it.effect("goes on rotating a kept carousel that is seen", () =>
    Effect.gen(function* () {
      const { publish, observe, beginReload, shows } = yield* storing
      yield* observe(seen("c"))
      publish({ c: carousel(4, "a", "b") })
      beginReload("p")
      yield* pass(4000)
      assert.deepStrictEqual(yield* shows("c"), ["#[cyc]b#[nocyc]"])
      yield* pass(6000)
      assert.deepStrictEqual(yield* shows("c"), [""])
    })
  )

  it.effect("clears everything at any other end, kept values included", () =>
    Effect.gen(function* () {
      const { publish, observe, beginReload, clear, shows, rendered, wakeUps } = yield* storing
      publish({ a: text("other") }, "q")
      yield* observe(seen("c"))
      publish({ a: text("1"), c: carousel(5, "a", "b") })
      beginReload("p")
      publish({ b: text("2") })
      yield* pass(1000)
      clear("p")
      assert.deepStrictEqual(yield* shows("a", "b", "c"), ["", "", ""])
      assert.strictEqual(yield* rendered("q", "a"), "other")
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(wakeUps(), 0)
    })
  )

  const builds = Effect.map(Layer.build(Layer.provideMerge(StatusStore.layer, Presence.layer)), (context) => {
    const store = Effect.runSync(Effect.provide(StatusStore, context))
    store.update("p", new Map([["a", text("1")]]))
    store.beginReload("p")
    return store
  })

  it.effect("changes nothing any more and ends for its readers once its scope closes", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const store = yield* Scope.provide(builds, scope)
      const reader = yield* Effect.forkChild(Stream.runCollect(store.changes), { startImmediately: true })
      yield* settle
      yield* Scope.close(scope, Exit.void)
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(yield* Fiber.join(reader), [new Set(["flash.plugin.p.a"])])
    })
  )

  it.effect("ends for its readers once its owner was interrupted", () =>
    Effect.gen(function* () {
      const collected: Array<Fiber.Fiber<unknown>> = []
      const scope = yield* Effect.scope
      const read = (store: StatusStore["Service"]) => Effect.forkIn(Stream.runDrain(store.changes), scope)
      const owner = yield* Effect.forkChild(
        Effect.scoped(
          builds.pipe(
            Effect.flatMap(read),
            Effect.tap((fiber) => Effect.sync(() => collected.push(fiber))),
            Effect.andThen(Effect.never)
          )
        )
      )
      yield* settle
      yield* Fiber.interrupt(owner)
      assert.strictEqual(collected.length, 1)
      yield* Effect.forEach(collected, Fiber.join)
    })
  )
})
