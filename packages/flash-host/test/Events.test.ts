import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import type { Observed } from "../src/events/Observation.ts"
import { advance, begin, host, serving, specOf } from "./support/scripted.ts"

const listening = specOf("bar", { listen: ["core:*"], status: ["cpu"], query: {} })
const app = { bundle_id: "org.example.app", pid: 7, localized_name: "App" }
const running = {
  name: "core:apps.changed",
  payload: { reason: "launched", running_applications: [app] }
} as const
const observed: Observed = new Map([["bar", new Set(["cpu"])]])

const started = Effect.fn(function* () {
  const made = yield* host(() => ({ answers: serving(() => '{"ok":true,"answers":[]}') }), [listening])
  const read = () => made.lines().map(({ method, params }) => [method, params.name, params.payload])
  return { ...made, read }
})

describe("A plugin that listens", () => {
  it.effect(
    "hears the running apps and what is observed right after its handshake, and nothing before [FLASH-LIFE-02, FLASH-LIFE-14, FLASH-DELI-08]",
    () =>
      Effect.gen(function* () {
        const { plugins, read } = yield* started()
        yield* plugins.tell(running)
        yield* plugins.observe(observed)
        yield* plugins.tell({ name: "core:power.changed", payload: {} })
        yield* plugins.start
        yield* advance(0)
        assert.deepStrictEqual(read(), [
          ["initialize", undefined, undefined],
          ["event", "core:apps.changed", { reason: "initialize", running_applications: [app] }],
          ["event", "core:status.observed", { segments: ["cpu"] }]
        ])
      })
  )

  it.effect(
    "hears what happens while it runs, in order, and nothing of the time when it did not [FLASH-DELI-01, FLASH-DELI-12]",
    () =>
      Effect.gen(function* () {
        const { plugins, read, stage } = yield* started()
        yield* plugins.start
        yield* advance(0)
        yield* plugins.tell({ name: "core:space.changed", payload: {} })
        yield* plugins.tell({ name: "core:apps.launched", payload: app })
        yield* advance(0)
        stage.kill(1)
        yield* advance(500)
        yield* plugins.tell({ name: "core:power.changed", payload: {} })
        yield* advance(1000)
        const names = read().flatMap(([method, name]) => (method === "event" ? [name] : []))
        assert.deepStrictEqual(names, [
          "core:apps.changed",
          "core:status.observed",
          "core:space.changed",
          "core:apps.launched",
          "core:apps.changed",
          "core:status.observed"
        ])
      })
  )

  it.effect(
    "reads only the newest of replaced events that wait in one turn, and every other event [FLASH-DELI-05, FLASH-DELI-06]",
    () =>
      Effect.gen(function* () {
        const { plugins, read } = yield* started()
        yield* plugins.start
        yield* advance(0)
        const before = read().length
        const focus = (pid: number) => ({ name: "core:focus.changed", payload: { ...app, pid } }) as const
        yield* plugins.tell(focus(1))
        yield* plugins.tell({ name: "core:apps.launched", payload: app })
        yield* plugins.tell(focus(2))
        yield* plugins.tell({ name: "core:apps.launched", payload: app })
        yield* advance(0)
        assert.deepStrictEqual(
          read()
            .slice(before)
            .map(([, name]) => name),
          ["core:apps.launched", "core:focus.changed", "core:apps.launched"]
        )
      })
  )

  it.effect("lets its host know what to watch for, while it can be called [FLASH-DELI-02]", () =>
    Effect.gen(function* () {
      const { plugins } = yield* host(
        () => ({ answers: serving() }),
        [specOf("bar", { listen: ["core:network.*"], query: {} })]
      )
      const seen: Array<ReadonlyArray<string>> = []
      yield* plugins.interest.pipe(
        Stream.runForEach((names) => Effect.sync(() => seen.push([...names]))),
        Effect.forkScoped({ startImmediately: true })
      )
      yield* plugins.start
      yield* advance(0)
      yield* begin(plugins.stop)
      assert.deepStrictEqual(seen, [[], ["core:network.changed"], []])
    })
  )

  it.effect("is told nothing that fits no frame, which is reported", () =>
    Effect.gen(function* () {
      const { plugins, of, read } = yield* host(
        () => ({ answers: serving(() => '{"ok":true}') }),
        [specOf("clip", { listen: ["core:clipboard.changed"], capabilities: ["clipboard"], query: {} })]
      ).pipe(Effect.map((made) => ({ ...made, read: () => made.lines().map(({ method }) => method) })))
      yield* plugins.start
      yield* advance(0)
      yield* plugins.tell({ name: "core:clipboard.changed", payload: { text: "x".repeat(11 * 1024 * 1024) } })
      yield* advance(0)
      assert.deepStrictEqual(read(), ["initialize"])
      assert.deepStrictEqual(
        of("Dropped").map(({ method, reason }) => [method, reason]),
        [["event", "FrameTooLong"]]
      )
      assert.isTrue(yield* (yield* begin(plugins.ping("clip"))).outcome)
    })
  )
})
