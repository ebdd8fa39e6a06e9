/** The host and the SDK of this project joined in memory, in whole chunks and in single bytes. */
import { assert, describe, it } from "@effect/vitest"
import { PluginHost } from "@lanyard/flash-host"
import { TestPlatform } from "@lanyard/flash-host/testing"
import { Environment, Plugin, Reply, Serve } from "@lanyard/flash-plugin"
import { Manifest } from "@lanyard/flash-protocol"
import { MemoryChildren } from "@lanyard/flash-testkit"
import { Effect, Layer, Result } from "effect"

const file = {
  id: "joined",
  name: "Joined",
  version: "0.1.0",
  description: "Is served in the process of its host.",
  exec: ["/joined"],
  sources: [{ name: "joined.items" }],
  commands: [{ command: "joined", subcommand: "*" }],
  navigation: ["joined"],
  status: ["state"],
  listen: ["core:space.changed"]
} as const

const plugin = Plugin.make(file, {
  start: (host) => {
    host.publish([{ source: "joined.items", title: "名前" }])
    host.after("1 second", () => host.status({ state: "awake" }))
  },
  resolve: () => Reply.failed("no such row"),
  // The host of this test makes no calls, and says so.
  command: ({ raw }, host) =>
    Effect.map(host.call("host.ping", { text: raw }), (answer) => Reply.performed({ message: `${raw}: ${answer.ok}` })),
  navigate: () => Reply.performed({ targetPid: 7 }),
  event: ({ name }, host) => host.publish([{ source: "joined.items", title: name }])
})

const child = ({ duplex, variables }: MemoryChildren.Start) =>
  Serve.serve(plugin, { duplex, environment: Environment.read(variables), diagnose: () => {} })

const spec = { manifest: Result.getOrThrow(Manifest.decode(file)), root: "/joined", dataDir: "/data", settings: {} }

const turn = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))

describe("the host and the SDK", () => {
  it.live.each([
    ["whole chunks", {}],
    ["single bytes", { chunkBytes: 1 }]
  ] as const)("understand each other in %s", ([, pipes]) =>
    Effect.gen(function* () {
      const host = yield* PluginHost
      const titles = Effect.map(Effect.tap(host.catalog("joined"), turn), (rows) => rows.map(({ title }) => title))
      const published = (title: string) => Effect.repeat(titles, { until: (found) => found.includes(title) })
      yield* host.observe(new Map([["joined", new Set(["state"])]]))
      yield* host.start
      yield* published("名前")

      const performed = yield* host.command("joined", "run", "one  two")
      assert.deepInclude(performed, { _tag: "Performed", message: "one  two: false" })
      const row = { source: "joined.items", title: "Mars" }
      assert.deepInclude(yield* host.perform("joined", { kind: "resolve", row }), {
        _tag: "Failed",
        error: "no such row"
      })
      assert.deepInclude(yield* host.navigate("joined://place"), { _tag: "Performed", targetPid: 7 })
      assert.isTrue(yield* host.ping("joined"))
      yield* host.tell({ name: "core:space.changed", payload: {} })
      yield* published("core:space.changed")
      yield* Effect.repeat(Effect.tap(host.rendered("joined", "state"), turn), {
        until: (markup) => markup === "awake"
      })

      yield* host.stop
      const [standing] = yield* host.status
      assert.strictEqual(standing?.state._tag, "Stopped")
    }).pipe(
      Effect.provide(
        PluginHost.layer([spec]).pipe(
          Layer.provide(Layer.merge(TestPlatform.withoutProcesses, MemoryChildren.layer(child, pipes)))
        )
      )
    )
  )
})
