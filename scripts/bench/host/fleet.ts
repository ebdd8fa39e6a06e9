/** A host over many copies of one plugin, and the same processes by hand. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { HostCalls, LoginEnvironment, PluginHost, type PluginSpec, Presence } from "@lanyard/flash-host"
import * as Host from "@lanyard/flash-host/node"
import { Deadlines, Initialize, Manifest } from "@lanyard/flash-protocol"
import * as Processes from "@lanyard/process/node"
import { Context, Effect, Exit, Fiber, Layer, Result, Scope, Stream } from "effect"
import { plugin } from "../programs.ts"
import * as raw from "../raw.ts"

const data = mkdtempSync(join(tmpdir(), "lanyard-bench-host-"))
process.on("exit", () => rmSync(data, { recursive: true, force: true }))

/** Makes the specs of so many evaluators, the last `deaf` of which read no more after their handshake. */
export const specs = (count: number, deaf = 0): ReadonlyArray<PluginSpec> =>
  Array.from({ length: count }, (_, at) => {
    const id = `bench-${at}`
    const manifest = Manifest.decode({
      id,
      name: id,
      version: "0.1.0",
      description: "A plugin of the benchmarks.",
      exec: [process.execPath, plugin, ...(at < count - deaf ? [] : ["deaf"])],
      listen: ["core:apps.launched"],
      query: {}
    })
    return { manifest: Result.getOrThrow(manifest), root: data, dataDir: join(data, id), settings: {} }
  })

// On a busy machine an answer may take longer than an input is worth waiting for; it is to be measured all the same.
const patient = Layer.succeed(Deadlines.Table, { ...Deadlines.make(), query: 10_000 })

const platform = Layer.mergeAll(
  Processes.layer,
  Host.layer,
  LoginEnvironment.layerOf(process.env),
  Presence.layer,
  HostCalls.layerNone,
  patient
)

/** Builds a stopped host. */
export const open = async (specs: ReadonlyArray<PluginSpec>) => {
  const scope = await Effect.runPromise(Scope.make())
  const building = Layer.build(Layer.provide(PluginHost.layer(specs), platform))
  const host = Context.get(await Effect.runPromise(Scope.provide(building, scope)), PluginHost)
  return { host, close: () => Effect.runPromise(Scope.close(scope, Exit.void)) }
}

/** Starts all plugins of a host, and waits until each of them is up. */
export const start = (host: PluginHost["Service"], count: number): Promise<void> =>
  host.events.pipe(
    Stream.filter(({ _tag }) => _tag === "Ready"),
    Stream.take(count),
    Stream.runDrain,
    Effect.forkChild({ startImmediately: true }),
    Effect.tap(host.start),
    Effect.flatMap((counting) => Fiber.join(counting)),
    Effect.runPromise
  )

/** Starts as many of the same processes at once, and waits until each of them has shaken hands. */
export const startRaw = async (count: number) => {
  const children = Array.from({ length: count }, () => {
    const child = raw.start(process.execPath, [plugin])
    return { child, call: raw.client(child) }
  })
  await Promise.all(children.map(({ call }) => call("initialize", Initialize.params)))
  return {
    calls: children.map(({ call }) => call),
    close: async () => {
      await Promise.all(children.map(({ child }) => raw.kill(child)))
    }
  }
}
