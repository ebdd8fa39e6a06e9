import { assert, describe, it } from "@effect/vitest"
import { Event, Manifest } from "@lanyard/flash-protocol"
import { Effect, Exit, Fiber, Result, Scope, Stream } from "effect"
import { EventBus } from "../../src/events/EventBus.ts"
import * as Observation from "../../src/events/Observation.ts"
import { advance } from "../support/scripted.ts"

const manifest = (id: string, fields: Readonly<Record<string, unknown>>): Manifest.Manifest =>
  Result.getOrThrow(Manifest.decode({ id, name: id, version: "1", description: "d", exec: ["./p"], ...fields }))

/** Attaches a plugin and collects what it is sent. */
const listener = Effect.fn(function* (id: string, fields: Readonly<Record<string, unknown>>) {
  const bus = yield* EventBus
  const sent: Array<Event.Event> = []
  yield* bus.attach({ manifest: manifest(id, fields), send: (event) => sent.push(event) })
  return { sent, names: () => sent.splice(0).map(({ name }) => name) }
})

const app = (pid: number): Event.App => ({ pid, bundle_id: `app.${pid}`, localized_name: `App ${pid}` })
const running = (...pids: ReadonlyArray<number>) =>
  ({
    name: "core:apps.changed",
    payload: { reason: "launched", running_applications: pids.map(app) }
  }) as const
const nothing = {} as const
const observing = (plugin: string, ...segments: ReadonlyArray<string>): Observation.Observed =>
  new Map([[plugin, new Set(segments)]])

describe("EventBus", () => {
  it.effect("tells an event to the plugins whose patterns match it, in order, and to no others", () =>
    Effect.gen(function* () {
      const { tell } = yield* EventBus
      const all = yield* listener("all", { listen: ["core:*"] })
      const some = yield* listener("some", { listen: ["core:power.changed"] })
      const none = yield* listener("none", { commands: [{ command: "x", subcommand: "y" }] })
      all.names()
      yield* tell({ name: "core:power.changed", payload: nothing })
      yield* tell({ name: "core:space.changed", payload: nothing })
      assert.deepStrictEqual(all.names(), ["core:power.changed", "core:space.changed"])
      assert.deepStrictEqual(some.names(), ["core:power.changed"])
      assert.deepStrictEqual(none.names(), [])
    }).pipe(Effect.provide(EventBus.layer), Effect.scoped)
  )

  it.effect("tells clipboard text only to plugins with the capability (F6)", () =>
    Effect.gen(function* () {
      const { tell } = yield* EventBus
      const without = yield* listener("without", { listen: ["*"] })
      const granted = yield* listener("granted", { listen: ["*"], capabilities: ["clipboard"] })
      for (const { names } of [without, granted]) names()
      yield* tell({ name: "core:clipboard.changed", payload: { text: "copied" } })
      assert.deepStrictEqual(without.names(), [])
      assert.deepStrictEqual(granted.names(), ["core:clipboard.changed"])
    }).pipe(Effect.provide(EventBus.layer), Effect.scoped)
  )

  it.effect("tells a new attempt the running apps and then what is observed, empty or not", () =>
    Effect.gen(function* () {
      const { observe, tell } = yield* EventBus
      yield* tell(running(1, 2))
      const first = yield* listener("first", { listen: ["*"], status: ["cpu"] })
      assert.deepStrictEqual(first.sent, [
        Event.snapshot([app(1), app(2)]),
        { name: "core:status.observed", payload: { segments: [] } }
      ])
      yield* observe(observing("second", "memory", "cpu", "unknown"))
      const second = yield* listener("second", { listen: ["core:status.*"], status: ["cpu", "memory"] })
      assert.deepStrictEqual(second.sent, [{ name: "core:status.observed", payload: { segments: ["cpu", "memory"] } }])
    }).pipe(Effect.provide(EventBus.layer), Effect.scoped)
  )

  it.effect("tells what is observed when it changes for a plugin, and never an unchanged set [FLASH-DELI-09]", () =>
    Effect.gen(function* () {
      const { observe } = yield* EventBus
      const one = yield* listener("one", { listen: ["core:status.observed"], status: ["a", "b"] })
      const other = yield* listener("other", { listen: ["core:status.observed"], status: ["a"] })
      one.names()
      other.names()
      yield* observe(observing("one", "a"))
      yield* observe(observing("one", "a"))
      yield* observe(observing("one", "a", "unknown"))
      assert.deepStrictEqual(one.sent, [{ name: "core:status.observed", payload: { segments: ["a"] } }])
      assert.deepStrictEqual(other.sent, [])
      yield* observe(Observation.nothing)
      assert.deepStrictEqual(one.sent.at(-1), { name: "core:status.observed", payload: { segments: [] } })
    }).pipe(Effect.provide(EventBus.layer), Effect.scoped)
  )

  it.effect("does not repeat running apps that are the same processes", () =>
    Effect.gen(function* () {
      const { tell } = yield* EventBus
      const { names } = yield* listener("one", { listen: ["core:apps.changed"] })
      names()
      yield* tell(running(1, 2))
      yield* tell(running(2, 1))
      assert.lengthOf(names(), 1)
      yield* tell(running(2))
      yield* tell(running(2, 3))
      yield* tell(running(3, 3))
      assert.lengthOf(names(), 3)
    }).pipe(Effect.provide(EventBus.layer), Effect.scoped)
  )

  it.effect.each(["core:network.changed", "core:volumes.changed"] as const)(
    "gathers a burst of %s for 500 ms and tells it once [FLASH-DELI-03]",
    (name) =>
      Effect.gen(function* () {
        const { tell } = yield* EventBus
        const { names } = yield* listener("one", { listen: ["*"] })
        names()
        yield* tell({ name, payload: nothing })
        yield* advance(300)
        yield* tell({ name, payload: nothing })
        yield* advance(199)
        assert.deepStrictEqual(names(), [])
        yield* advance(1)
        assert.deepStrictEqual(names(), [name])
        yield* advance(5000)
        assert.deepStrictEqual(names(), [])
        yield* tell({ name, payload: nothing })
        yield* advance(500)
        assert.deepStrictEqual(names(), [name])
      }).pipe(Effect.provide(EventBus.layer), Effect.scoped)
  )

  it.effect("tells nothing to an attempt that is over, whether its scope closed or its owner was interrupted", () =>
    Effect.gen(function* () {
      const { tell } = yield* EventBus
      const scope = yield* Scope.make()
      const closed = yield* Scope.provide(listener("closed", { listen: ["*"] }), scope)
      const sent: Array<Event.Event> = []
      const owner = yield* Effect.flatMap(EventBus, (bus) =>
        Effect.andThen(
          bus.attach({ manifest: manifest("owned", { listen: ["*"] }), send: (event) => sent.push(event) }),
          Effect.never
        )
      ).pipe(Effect.scoped, Effect.forkChild({ startImmediately: true }))
      yield* tell({ name: "core:power.changed", payload: nothing })
      assert.include(closed.names(), "core:power.changed")
      assert.strictEqual(sent.splice(0).at(-1)?.name, "core:power.changed")
      yield* Scope.close(scope, Exit.void)
      yield* Fiber.interrupt(owner)
      yield* tell({ name: "core:power.changed", payload: nothing })
      assert.deepStrictEqual(closed.names(), [])
      assert.deepStrictEqual(sent, [])
    }).pipe(Effect.provide(EventBus.layer), Effect.scoped)
  )

  it.effect("says which events anyone hears, as plugins come and go [FLASH-DELI-02]", () =>
    Effect.gen(function* () {
      const { interest } = yield* EventBus
      const seen: Array<ReadonlyArray<string>> = []
      yield* interest.pipe(
        Stream.runForEach((names) => Effect.sync(() => seen.push([...names].toSorted()))),
        Effect.forkScoped({ startImmediately: true })
      )
      const scope = yield* Scope.make()
      yield* Scope.provide(listener("one", { listen: ["core:network.*", "core:power.changed"] }), scope)
      yield* advance(0)
      yield* Scope.close(scope, Exit.void)
      yield* advance(0)
      assert.deepStrictEqual(seen, [[], ["core:network.changed", "core:power.changed"], []])
    }).pipe(Effect.provide(EventBus.layer), Effect.scoped)
  )
})
