import { assert, describe, it } from "@effect/vitest"
import { Child } from "@lanyard/process"
import { ScriptedChild } from "@lanyard/process/testing"
import { Context, Effect, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"
import { Presence } from "../../src/clocks/Presence.ts"
import { PluginHost } from "../../src/PluginHost.ts"
import type { Standing } from "../../src/Standing.ts"
import { StartsAtOnce } from "../../src/StartGate.ts"
import * as TestPlatform from "../../src/testing/TestPlatform.ts"
import { specOf } from "../support/scripted.ts"
import * as Life from "./Life.ts"
import * as reference from "./reference.ts"

const hour = 60 * 60 * 1000
const length = 24 * hour
/** When the displays fall asleep and wake, at times at which nothing else happens. */
const night = [4 * hour + 5, 22 * hour + 5] as const
const ids = Array.from({ length: 100 }, (_, plugin) => `plugin-${plugin}`)

const seed = "Monday"

/** Builds a host whose plugins live as the seed has it. */
const make = Effect.gen(function* () {
  const attempts = new Map<number, number>()
  /** Which plugin each start of the host was for. */
  const players = new Map<number, number>()
  const stage = yield* ScriptedChild.make((start, { executable }) => {
    const plugin = Number(/plugin-(\d+)/.exec(executable)?.[1])
    const attempt = (attempts.get(plugin) ?? 0) + 1
    attempts.set(plugin, attempt)
    players.set(start, plugin)
    return Life.play(Life.of(seed, plugin, attempt))
  })
  const platform = Layer.mergeAll(
    TestPlatform.withoutProcesses,
    Layer.succeed(Child.Spawner, stage.spawner),
    // Nobody waits for others to start: the reference knows one plugin at a time.
    Layer.succeed(StartsAtOnce, ids.length)
  )
  const specs = ids.map((id) => specOf(id, { query: {} }))
  const context = yield* Layer.build(Layer.provideMerge(PluginHost.layer(specs), platform))
  const plugins = Context.get(context, PluginHost)
  const failures = new Map<string, Array<string>>(ids.map((id) => [id, []]))
  yield* plugins.events.pipe(
    Stream.runForEach((event) =>
      Effect.sync(() => {
        if (event._tag === "AttemptFailed") failures.get(event.plugin)?.push(event.failure._tag)
      })
    ),
    Effect.forkScoped({ startImmediately: true })
  )
  /** The starts and ends of one plugin's processes. */
  const processes = (plugin: number) =>
    stage
      .log()
      .filter(({ attempt, what }) => players.get(attempt) === plugin && (what === "started" || what === "gone"))
  return { plugins, presence: Context.get(context, Presence), failures, processes }
})

const stateOf = ({ failures, state }: Standing) => ({
  state: state._tag,
  generation: state.generation,
  counted: failures
})

describe("A day of a hundred plugins", () => {
  it.effect(
    "goes as the contract has it, hour by hour [FLASH-LIFE-03, FLASH-LIFE-04, FLASH-LIFE-05, FLASH-LIFE-07, FLASH-LIVE-02]",
    () =>
      Effect.gen(function* () {
        const { failures, plugins, presence, processes } = yield* make
        const predicted = (plugin: number, length: number) =>
          reference.live({
            life: (attempt) => Life.of(seed, plugin, attempt),
            reloads: Life.reloadsOf(seed, plugin),
            night,
            length
          })
        const checked = (now: number) =>
          Effect.map(plugins.status, (standings) => {
            const states = new Map(standings.map((standing) => [standing.plugin, stateOf(standing)]))
            assert.deepStrictEqual(
              states,
              new Map(ids.toSorted().map((id) => [id, predicted(ids.indexOf(id), now).end]))
            )
          })
        const agenda = [
          ...Array.from({ length: 24 }, (_, index) => ({
            at: (index + 1) * hour - 1,
            act: checked((index + 1) * hour - 1)
          })),
          ...ids.flatMap((id, plugin) => Life.reloadsOf(seed, plugin).map((at) => ({ at, act: plugins.reload(id) }))),
          { at: night[0], act: presence.set({ displaysAsleep: true }) },
          { at: night[1], act: presence.set({ displaysAsleep: false }) },
          { at: length, act: Effect.void }
        ]

        yield* plugins.start
        // One is started in a turn.
        yield* Effect.repeat(Effect.yieldNow, { times: 10 * ids.length })
        let now = 0
        for (const { act, at } of agenda.toSorted((a, b) => a.at - b.at)) {
          yield* TestClock.adjust(at - now)
          yield* act
          now = at
        }

        for (const [plugin, id] of ids.entries()) {
          const own = processes(plugin)
          const expected = predicted(plugin, length)
          assert.deepStrictEqual(
            own.flatMap(({ at, what }) => (what === "started" ? [at] : [])),
            expected.starts
          )
          assert.deepStrictEqual(failures.get(id), expected.failures)
          // Never two of one plugin at a time.
          assert.isTrue(own.every(({ what }, index) => what === (index % 2 === 0 ? "started" : "gone")))
        }
      }),
    60_000
  )
})
