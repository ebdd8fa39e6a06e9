/** A host over scripted plugins, under a test clock. */
import { Manifest } from "@lanyard/flash-protocol"
import { Child, type ChildSpec } from "@lanyard/process"
import { type Script, ScriptedChild } from "@lanyard/process/testing"
import { type Duration, Effect, type Exit, Fiber, Layer, Result, Stream } from "effect"
import { TestClock } from "effect/testing"
import type { HostEvent } from "../../src/HostEvent.ts"
import { HostCalls } from "../../src/hostcalls/HostCalls.ts"
import { PluginHost } from "../../src/PluginHost.ts"
import type { PluginSpec } from "../../src/PluginSpec.ts"
import * as TestPlatform from "../../src/testing/TestPlatform.ts"

/** What a plugin says to one request; the text stands for the whole `result`. */
export type Reply = (method: string, params: Readonly<Record<string, unknown>>) => string | undefined

interface Received {
  readonly id: number
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
  readonly deadline_ms: number
  readonly trace?: string
}

/** Reads a line that the host wrote. */
export const received = (line: string): Received => JSON.parse(line)

/** Accepts the handshake, and answers the rest as given. */
export const serving =
  (reply: Reply = () => undefined): NonNullable<Script.Script["answers"]> =>
  (line) => {
    const { id, method, params } = received(line)
    const result = method === "initialize" ? '{"ok":true,"protocol_version":1}' : reply(method, params)
    return result === undefined ? [] : [`{"id":${id},"result":${result}}`]
  }

/** Writes a publish that replaces the catalog with rows of these titles. */
export const publish = (at: number, ...titles: ReadonlyArray<string>): Script.Emission => ({
  at,
  text: `${JSON.stringify({ method: "publish", params: { rows: titles.map(row) } })}\n`
})

/** A catalog row. */
export const row = (title: string) => ({ source: "scripted.items", title })

/** What runs a plugin with a manifest of these sections, as `manifest.json` has them. */
export const specOf = (id: string, sections: Readonly<Record<string, unknown>>): PluginSpec => ({
  manifest: Result.getOrThrow(
    Manifest.decode({
      id,
      name: id,
      version: "0.1.0",
      description: "A plugin that follows a script.",
      exec: [`/plugins/${id}/program`, "--serve"],
      ...sections
    })
  ),
  root: `/plugins/${id}`,
  dataDir: `/data/${id}`,
  settings: {}
})

/** A plugin with one source, one evaluator and two commands. */
export const spec: PluginSpec = specOf("scripted", {
  sources: [{ name: "scripted.items" }],
  query: {},
  commands: [
    { command: "scripted", subcommand: "slow", timeout_ms: 60_000 },
    { command: "scripted", subcommand: "run" }
  ]
})

/** Lets everything happen that needs no time, then lets time pass. */
export const advance = (duration: Duration.Input) =>
  Effect.andThen(Effect.repeat(Effect.yieldNow, { times: 60 }), TestClock.adjust(duration)).pipe(
    Effect.andThen(Effect.repeat(Effect.yieldNow, { times: 60 }))
  )

/** Begins an effect and lets everything happen that needs no time; returns what it came to, and how to wait for it. */
export const begin = Effect.fn(function* <A, E>(effect: Effect.Effect<A, E>) {
  const fiber = yield* Effect.forkChild(effect)
  yield* advance(0)
  return { now: (): Exit.Exit<A, E> | undefined => fiber.pollUnsafe(), outcome: Fiber.join(fiber) }
})

/** Builds a stopped host whose plugins' starts are played as cast. */
export const host = Effect.fn(function* (
  cast: ScriptedChild.Casting,
  specs: ReadonlyArray<PluginSpec> = [spec],
  calls: Layer.Layer<HostCalls> = HostCalls.layerNone
) {
  const stage = yield* ScriptedChild.make(cast)
  const readers: Array<Child.PipesReader> = []
  const start = (child: ChildSpec.ChildSpec) =>
    Effect.map(stage.spawner.start(child), ({ stdio, ...played }) => {
      const open = (reader: Child.PipesReader) => {
        readers.push(reader)
        return stdio.open(reader)
      }
      return { ...played, stdio: { ...stdio, open } }
    })
  const services = Layer.mergeAll(TestPlatform.withoutProcesses, calls, Layer.succeed(Child.Spawner, { start }))
  const context = yield* Layer.build(PluginHost.layer(specs).pipe(Layer.provide(services)))
  const plugins = yield* Effect.provide(PluginHost, context)
  const events: Array<HostEvent> = []
  yield* plugins.events.pipe(
    Stream.runForEach((event) => Effect.sync(() => events.push(event))),
    Effect.forkScoped({ startImmediately: true })
  )
  yield* advance(0)
  /** Times at which something happened to a child, in order. */
  const times = (what: string) =>
    stage
      .log()
      .filter((entry) => entry.what === what)
      .map((entry) => entry.at)
  /** Lines that children read, oldest first. */
  const lines = () =>
    stage
      .log()
      .filter(({ what }) => what.startsWith("read "))
      .map(({ what }) => received(what.slice("read ".length)))
  /** Events of one kind. */
  const of = <Tag extends HostEvent["_tag"]>(tag: Tag) =>
    events.filter((event): event is Extract<HostEvent, { readonly _tag: Tag }> => event._tag === tag)
  const state = Effect.map(plugins.status, ([first]) => first?.state)
  /** The latest child closes its stdout, or stops reading for good, and lives on. */
  const closeOutput = () => readers.at(-1)?.end()
  const breakInput = () => readers.at(-1)?.broken()
  return { plugins, stage, times, lines, of, state, closeOutput, breakInput }
})
