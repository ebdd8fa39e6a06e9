import { assert, describe, it } from "@effect/vitest"
import { Log } from "@lanyard/flash-protocol"
import { Script } from "@lanyard/process/testing"
import { Effect, Layer, Logger, Metric, References } from "effect"
import { HostEvent } from "../../src/HostEvent.ts"
import * as Logging from "../../src/observability/Logging.ts"
import * as Metrics from "../../src/observability/Metrics.ts"
import * as Observability from "../../src/observability/Observability.ts"
import { PluginHost } from "../../src/PluginHost.ts"
import { advance, begin, host, serving, specOf } from "../support/scripted.ts"

/** Figures by name and labels, as an exporter would read them. */
const figures = Effect.map(
  Metric.snapshot,
  (all) =>
    new Map(
      all.map(({ id, attributes, state }) => [
        [id, ...Object.entries(attributes ?? {}).map(([name, value]) => `${name}=${value}`)].join(" "),
        state
      ])
    )
)
const countOf = (state: unknown) =>
  typeof state === "object" && state !== null && "count" in state ? state.count : undefined
const fresh = Effect.provideService(Metric.MetricRegistry, new Map())

const tool = specOf("tool", { query: {}, commands: [{ command: "tool", subcommand: "run" }] })
const answer = '{"ok":true,"answers":[{"title":"2","effect":{"type":"copy_text","text":"2"}}]}'

describe("Metrics", () => {
  it.effect("count starts, failures by their kind, rejected payloads and calls by their outcome", () =>
    Effect.gen(function* () {
      const noise: Script.Emission = { at: 5, text: 'noise\n{"method":"publish","params":{}}\n' }
      const { plugins } = yield* host(
        (attempt) => ({
          answers: serving((method) => (method === "evaluate" ? answer : '{"ok":false,"unhandled":true}')),
          ...(attempt === 1 ? { emits: [noise], ends: Script.exits(100, 1) } : {})
        }),
        [tool]
      )
      yield* Layer.build(Observability.layer.pipe(Layer.provide(Layer.succeed(PluginHost, plugins))))
      yield* plugins.start
      yield* advance(1500)
      yield* begin(plugins.evaluate({ query: "1", scope: "all", surface: "test" }))
      yield* begin(plugins.command("tool", "run", ""))
      yield* begin(plugins.hints({ bundle_id: "a", pid: 1, front_window_frame: { x: 0, y: 0, width: 1, height: 1 } }))
      const seen = yield* figures
      assert.strictEqual(countOf(seen.get("flash_plugin_starts plugin=tool")), 2)
      assert.strictEqual(countOf(seen.get("flash_plugin_failures plugin=tool failure=PluginExited")), 1)
      assert.strictEqual(countOf(seen.get("flash_plugin_rejected plugin=tool kind=publish")), 1)
      assert.strictEqual(countOf(seen.get("flash_plugin_rejected plugin=tool kind=NotJson")), 1)
      assert.strictEqual(countOf(seen.get("flash_plugin_ready_millis plugin=tool")), 2)
      assert.strictEqual(countOf(seen.get("flash_calls method=evaluate outcome=Answered")), 1)
      assert.strictEqual(countOf(seen.get("flash_calls method=perform outcome=Unhandled")), 1)
      assert.strictEqual(countOf(seen.get("flash_calls method=hints outcome=Empty")), 1)
    }).pipe(fresh)
  )

  it.effect("count what repeats by its total", () =>
    Effect.gen(function* () {
      yield* Metrics.record(HostEvent.Dropped({ plugin: "a", method: "poll", reason: "x" }))
      yield* Metrics.record(HostEvent.Repeated({ plugin: "a", of: "Dropped", kind: "poll", count: 41 }))
      assert.strictEqual(countOf((yield* figures).get("flash_plugin_rejected plugin=a kind=poll")), 42)
    }).pipe(fresh)
  )

  it.effect("count no trouble with a store among what a plugin sent and was refused", () =>
    Effect.gen(function* () {
      yield* Metrics.record(HostEvent.StorageUnavailable({ plugin: "a", code: "EIO" }))
      yield* Metrics.record(HostEvent.Repeated({ plugin: "a", of: "StorageUnavailable", kind: "EIO", count: 41 }))
      assert.isFalse((yield* figures).has("flash_plugin_rejected plugin=a kind=EIO"))
    }).pipe(fresh)
  )

  it.effect("show what a plugin has not read and its counted failures, when they are sampled", () =>
    Effect.gen(function* () {
      const { plugins } = yield* host(() => ({}), [tool])
      const standings = yield* plugins.status
      assert.deepStrictEqual(standings[0]?.queued, { frames: 0, bytes: 0 })
      const busy = standings.map((standing) => ({ ...standing, failures: 2, queued: { frames: 3, bytes: 90 } }))
      yield* Metrics.sample(busy)
      const seen = yield* figures
      assert.deepInclude(seen.get("flash_plugin_queued_frames plugin=tool"), { value: 3 })
      assert.deepInclude(seen.get("flash_plugin_queued_bytes plugin=tool"), { value: 90 })
      assert.deepInclude(seen.get("flash_plugin_budget_failures plugin=tool"), { value: 2 })
    }).pipe(fresh)
  )
})

describe("Logs", () => {
  const lines: Array<{ readonly message: unknown; readonly annotations: unknown; readonly level: string }> = []
  const collecting = Logger.layer([
    Logger.make(({ fiber, logLevel, message }) => {
      lines.push({ message, annotations: fiber.getRef(References.CurrentLogAnnotations), level: logLevel })
    })
  ])

  it.effect("carry a plugin's own line with its level, fields and trace, under its source", () =>
    Effect.gen(function* () {
      const entry = Log.decode({ level: "warn", message: "slow", fields: { source: "forged", ms: "7" }, trace: "t1" })
      yield* Logging.record(HostEvent.Logged({ plugin: "tool", entry }))
      assert.deepStrictEqual(lines.splice(0), [
        {
          message: ["slow"],
          level: "Warn",
          annotations: { source: "plugin:tool", trace: "t1", "field.source": "forged", "field.ms": "7" }
        }
      ])
    }).pipe(Effect.provide(collecting), Effect.provideService(References.MinimumLogLevel, "All"))
  )

  it.effect("warn of descendants that outlived a stop, by pid and name (B6)", () =>
    Effect.gen(function* () {
      const report = { steps: [], exit: { _tag: "Exited", code: 0 }, survivors: [], elapsed: 41.7 } as const
      const survivors = [
        { pid: 8, name: "daemon" },
        { pid: 9, name: "helper" }
      ]
      yield* Logging.record(HostEvent.Stopped({ plugin: "tool", pid: 7, report }))
      yield* Logging.record(HostEvent.Stopped({ plugin: "tool", pid: 7, report: { ...report, survivors } }))
      assert.deepStrictEqual(
        lines.splice(0).map(({ message, level }) => [level, message]),
        [
          ["Info", ["pid 7 is gone after 42 ms"]],
          ["Warn", ["pid 7 is gone after 42 ms; what left its group still runs: 8 (daemon), 9 (helper)"]]
        ]
      )
    }).pipe(Effect.provide(collecting), Effect.provideService(References.MinimumLogLevel, "All"))
  )

  it.effect("say everything that can happen in a line", () =>
    Effect.gen(function* () {
      yield* Logging.record(HostEvent.Launched({ plugin: "tool", pid: 7 }))
      yield* Logging.record(HostEvent.Dropped({ plugin: "tool", method: "poll", reason: "a rule" }))
      yield* Logging.record(HostEvent.DiagnosticsDropped({ plugin: "tool", lines: 3 }))
      assert.deepStrictEqual(
        lines.splice(0).map(({ message, level }) => [level, message]),
        [
          ["Info", ["launched, pid 7"]],
          ["Warn", ["dropped poll: a rule"]],
          ["Warn", ["stderr: 3 lines left out"]]
        ]
      )
    }).pipe(Effect.provide(collecting), Effect.provideService(References.MinimumLogLevel, "All"))
  )
})
