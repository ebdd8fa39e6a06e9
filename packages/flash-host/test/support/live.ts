/** A host over the fixture plugins, as real processes. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { fileURLToPath } from "node:url"
import { Manifest } from "@lanyard/flash-protocol"
import { layer as processes } from "@lanyard/process/node"
import { Context, Effect, Layer, Result, Stream } from "effect"
import { Presence } from "../../src/clocks/Presence.ts"
import { LoginEnvironment } from "../../src/environment/LoginEnvironment.ts"
import type { HostEvent } from "../../src/HostEvent.ts"
import { HostCalls } from "../../src/hostcalls/HostCalls.ts"
import { sandbox, layer as self } from "../../src/node.ts"
import { PluginHost } from "../../src/PluginHost.ts"
import type { PluginSpec } from "../../src/PluginSpec.ts"

const folder = (name: string) => fileURLToPath(new URL(`../../../../fixtures/plugins/${name}`, import.meta.url))

/** Whether the program of the Python fixtures is there. */
export const hasPython = (process.env.PATH ?? "")
  .split(delimiter)
  .some((directory) => ["python3", "python3.exe"].some((name) => existsSync(join(directory, name))))

/** What runs a fixture plugin, named by folder. */
export const specOf = (name: string, data: string): PluginSpec => {
  const root = folder(name)
  const manifest = Result.getOrThrow(Manifest.parse(readFileSync(join(root, "manifest.json"))))
  return { manifest, root, dataDir: data, settings: {} }
}

/** A temporary folder that goes with the scope. */
export const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "lanyard-host-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

/** Builds a stopped host over fixture plugins, named by folder. */
export const host = Effect.fn(function* (...names: ReadonlyArray<string>) {
  const data = yield* temporaryFolder
  return { ...(yield* hostOf(names.map((name) => specOf(name, data)))), data }
})

/** Builds a stopped host over any plugins, which nobody watches. Nothing is confined unless it is asked for. */
export const unwatched = (specs: ReadonlyArray<PluginSpec>, isConfining = false) => {
  const login = LoginEnvironment.layerOf(process.env)
  const confining = isConfining ? Layer.provide(sandbox, processes) : Layer.empty
  return Effect.map(
    Layer.build(
      PluginHost.layer(specs).pipe(
        Layer.provide([processes, self, login, Presence.layer, HostCalls.layerNone, confining])
      )
    ),
    Context.get(PluginHost)
  )
}

/** Builds a stopped host over any plugins, and keeps what happens to them. */
export const hostOf = Effect.fn(function* (specs: ReadonlyArray<PluginSpec>, isConfining = false) {
  const plugins = yield* unwatched(specs, isConfining)
  const events: Array<HostEvent> = []
  const waiting = new Set<(event: HostEvent) => void>()
  yield* plugins.events.pipe(
    Stream.runForEach((event) =>
      Effect.sync(() => {
        events.push(event)
        // A copy, for whoever waited may go on at once and wait again.
        for (const look of [...waiting]) look(event)
      })
    ),
    Effect.forkScoped({ startImmediately: true })
  )
  yield* Effect.yieldNow
  /** Waits until enough events of one kind came; returns these. */
  const untilAny = <Event extends HostEvent>(is: (event: HostEvent) => event is Event, count = 1) =>
    Effect.callback<ReadonlyArray<Event>>((resume) => {
      const found: Array<Event> = []
      const look = (event: HostEvent) => {
        if (is(event)) found.push(event)
        if (found.length < count) return
        waiting.delete(look)
        resume(Effect.succeed(found))
      }
      waiting.add(look)
      for (const event of events) look(event)
      return Effect.sync(() => waiting.delete(look))
    })
  /** Waits until enough events with one tag came; returns these. */
  const until = <Tag extends HostEvent["_tag"]>(tag: Tag, count = 1) =>
    untilAny((event): event is Extract<HostEvent, { readonly _tag: Tag }> => event._tag === tag, count)
  return { plugins, until, untilAny, events: Effect.sync(() => [...events]) }
})
