/** Lines that no plugin would write, between replies that one would: the host goes on, and every such reply meets its request. */
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { type HostEvent, PluginHost } from "@lanyard/flash-host"
import { TestPlatform } from "@lanyard/flash-host/testing"
import { Manifest } from "@lanyard/flash-protocol"
import { Fuzz, HeldEnd, MemoryChildren } from "@lanyard/flash-testkit"
import { Corpus } from "@lanyard/flash-testkit/node"
import { Deferred, Effect, Fiber, Layer, Logger, Option, Queue, Result, Stream } from "effect"

/** How many lines, and which; `npm run fuzz` sets them. */
const lines = Number(process.env.LANYARD_FUZZ_LINES ?? 4_000)
const seed = Number(process.env.LANYARD_FUZZ_SEED ?? 1)

const corpus = Corpus.read(fileURLToPath(new URL("../../../fixtures/flash", import.meta.url))).host

/** Stands for what a user typed. Only a log line may hold it, for a plugin answers for its own words. */
const content = "CONTENT-4711"

/** Lines between two looks at what came back. */
const batch = 32

const turn = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))

const manifest = Result.getOrThrow(
  Manifest.decode({
    id: "fuzzed",
    name: "Fuzzed",
    version: "0.1.0",
    description: "Writes anything.",
    exec: ["/fuzzed"],
    sources: [{ name: "s" }],
    query: {},
    commands: [{ command: "fuzzed", subcommand: "*" }],
    hints: {},
    status: ["cpu", "mem"]
  })
)

/** A plugin that shakes hands, answers probes, and leaves the rest to the test. */
const stage = Effect.map(Queue.unbounded<number>(), (performs) => {
  const lives: Array<MemoryChildren.Start> = []
  const play = (start: MemoryChildren.Start) =>
    Effect.scoped(
      Effect.gen(function* () {
        lives.push(start)
        const ended = yield* Deferred.make<void>()
        yield* HeldEnd.make(start.duplex, {
          side: "plugin",
          atEnd: () => Deferred.doneUnsafe(ended, Effect.void),
          takes: ({ id, method }) => {
            const say = (result: object) => start.duplex.write(`${JSON.stringify({ id, result })}\n`)
            if (method === "initialize") say({ ok: true, protocol_version: 1 })
            if (method === "ping") say({ ok: true })
            if (method === "perform") Queue.offerUnsafe(performs, Number(id))
            return true
          }
        })
        yield* Deferred.await(ended)
      })
    )
  return { performs, lives, layer: MemoryChildren.layer(play) }
})

const parse = Option.liftThrowable((text: string): unknown => JSON.parse(text))

/** Whether a line happens to be a reply to one of these, which it would take from the sound one. */
const answers = (line: Uint8Array, ids: ReadonlyArray<number>): boolean =>
  new TextDecoder()
    .decode(line)
    .split("\n")
    .some((text) =>
      Option.exists(
        parse(text),
        (frame) => typeof frame === "object" && frame !== null && "id" in frame && ids.some((id) => id === frame.id)
      )
    )

describe("a host", () => {
  it.live(
    `matches every sound reply among ${lines} lines of seed ${seed} with its request, and tells nobody of their content`,
    () =>
      Effect.gen(function* () {
        const fuzz = Fuzz.make({ seed, corpus, content })
        const { layer, lives, performs } = yield* stage
        const logged: Array<string> = []
        const events: Array<HostEvent> = []
        const spec = { manifest, root: "/fuzzed", dataDir: "/data", settings: {} }
        const services = Layer.mergeAll(TestPlatform.withoutProcesses, layer)
        const silent = Logger.layer([Logger.map(Logger.formatJson, (line) => void logged.push(line))])

        yield* Effect.gen(function* () {
          const host = yield* PluginHost
          yield* Effect.forkScoped(
            Stream.runForEach(host.events, (event) => Effect.sync(() => events.push(event))),
            {
              startImmediately: true
            }
          )
          yield* host.start
          yield* Effect.repeat(turn, { until: () => events.some(({ _tag }) => _tag === "Ready") })

          for (let written = 0, serial = 0; written < lines; written += batch) {
            const calls = yield* Effect.forEach(Array.from({ length: 1 + fuzz.below(4) }), () =>
              Effect.forkScoped(host.command("fuzzed", "run", ""), { startImmediately: true })
            )
            const ids = yield* Effect.forEach(calls, () => Queue.take(performs))
            const replies = ids.map((id) =>
              Buffer.from(`${JSON.stringify({ id, result: { ok: true, message: `m${serial++}` } })}\n`)
            )
            const noise = Array.from({ length: batch }, fuzz.line).filter((line) => !answers(line, ids))
            for (const reply of replies) noise.splice(fuzz.below(noise.length), 0, reply)
            for (const chunk of fuzz.chunks(Buffer.concat(noise))) {
              lives[0]?.duplex.write(chunk)
              if (fuzz.below(16) === 0) yield* turn
            }
            // What is still on its way must not meet the requests of the next round, whose ids were not looked at.
            yield* turn
            const outcomes = yield* Effect.timeout(Effect.forEach(calls, Fiber.join), "10 seconds")
            const messages = outcomes.map((outcome) => (outcome._tag === "Performed" ? outcome.message : outcome._tag))
            assert.sameMembers(
              messages,
              ids.map((_, at) => `m${serial - ids.length + at}`)
            )
          }
          assert.isTrue(yield* host.ping("fuzzed"))
        }).pipe(Effect.scoped, Effect.provide([PluginHost.layer([spec]).pipe(Layer.provide(services)), silent]))

        assert.strictEqual(lives.length, 1)
        const own = events.filter(({ _tag }) => _tag !== "Logged")
        assert.deepStrictEqual(
          own.filter(({ _tag }) => _tag === "AttemptFailed" || _tag === "AttemptDied"),
          []
        )
        assert.isAbove(own.length, 0)
        assert.notInclude(JSON.stringify(own), content)
        assert.notInclude(logged.join("\n"), content)
      }),
    600_000
  )
})
