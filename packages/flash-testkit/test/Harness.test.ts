import { assert, describe, it } from "@effect/vitest"
import { Catalog, HostReply, Methods, Response, Status } from "@lanyard/flash-protocol"
import { Effect, Fiber, Option } from "effect"
import { TestClock } from "effect/testing"
import * as Harness from "../src/Harness.ts"
import * as ScriptedPlugin from "../src/ScriptedPlugin.ts"
import { served } from "./support.ts"

/** The context of an SDK in small: it publishes on every tick, and asks the host. */
const build = ({ call, notify }: Harness.Outlet): Effect.Effect<Harness.Built<{ readonly ask: typeof ask }>> => {
  const ask = (text: string) => Effect.result(call("host.ping", { text }, { deadline: "5 seconds" }))
  return Effect.succeed({
    context: { ask },
    deliver: (params) =>
      Effect.sync(() => void notify("publish", Catalog.encode([{ source: "s", title: String(params.name) }])))
  })
}

const manifest = { sources: [{ name: "s", kind: "default", priority: "normal", live: false }] } as const
const harness = Harness.make(build, { manifest, patience: "20 millis" })

describe("Harness", () => {
  it.effect("delivers ticks and events, and shows the catalog that follows", () =>
    Effect.gen(function* () {
      const { published, tell, tick } = yield* harness
      yield* tick("i1")
      assert.deepStrictEqual(Option.getOrThrow(published()), [{ source: "s", title: "core:poll:i1" }])
      yield* tell({ name: "core:power.changed", payload: {} })
      assert.deepStrictEqual(Option.getOrThrow(published()), [{ source: "s", title: "core:power.changed" }])
    })
  )

  it.effect("hands over host calls and carries the replies back", () =>
    Effect.gen(function* () {
      const { context, nextHostCall, reply } = yield* harness
      const asked = yield* Effect.forkChild(context.ask("hi"))
      const { id, method, params } = yield* nextHostCall("host.ping")
      assert.deepStrictEqual([method, params], ["host.ping", { text: "hi" }])
      yield* reply(id, Response.success({ echo: 1 }))
      assert.deepStrictEqual((yield* Fiber.join(asked))._tag, "Success")
      yield* reply(id, HostReply.timedOut)
    })
  )

  it.effect("lets a call end at its deadline on the test clock, and when the host hangs up", () =>
    Effect.gen(function* () {
      const { context, hangUp } = yield* harness
      const late = yield* Effect.forkChild(context.ask("a"))
      yield* TestClock.adjust("5 seconds")
      assert.deepInclude(yield* Fiber.join(late), { _tag: "Failure" })
      const waiting = yield* Effect.forkChild(context.ask("b"), { startImmediately: true })
      yield* hangUp
      const failures = [yield* Fiber.join(waiting), yield* context.ask("c")]
      assert.deepStrictEqual(
        failures.map((outcome) => (outcome._tag === "Failure" ? outcome.failure._tag : "Success")),
        ["ConnectionClosed", "ConnectionClosed"]
      )
    })
  )

  it.effect("says which call it waited for", () =>
    Effect.gen(function* () {
      const { nextHostCall } = yield* harness
      assert.strictEqual((yield* Effect.flip(nextHostCall("host.open"))).waitedFor, "the host call host.open")
    })
  )
})

describe("Harness.serving", () => {
  const loop = served({
    on: {
      perform: () => [
        ScriptedPlugin.call("host.open", { url: "https://example.com/" }),
        ScriptedPlugin.reply({ ok: true })
      ],
      event: ({ params }) => [
        ScriptedPlugin.tell("log", { level: "info", message: JSON.stringify(params), fields: {} })
      ]
    },
    replied: (_, body) => [
      ScriptedPlugin.tell("status", { segments: { state: String(Object.hasOwn(Object(body), "error")) } })
    ]
  })

  it.effect("is the same for a loop: asks, calls and replies, whatever the manifest declares", () =>
    Effect.gen(function* () {
      const harness = yield* Harness.serving(loop, { manifest: { status: ["state"] }, patience: "50 millis" })
      const performed = yield* harness.context.ask(Methods.perform, { kind: "navigate", url: "x:y" })
      assert.strictEqual(performed._tag, "Performed")
      const { id, method } = yield* harness.nextHostCall()
      assert.strictEqual(method, "host.open")
      yield* harness.reply(id, Response.failure("no"))
      yield* harness.next("status")
      assert.deepStrictEqual([...harness.segments()], [["state", Status.Value.Markup({ text: "true" })]])
      yield* harness.tick("i1")
      yield* harness.next("log")
      assert.deepStrictEqual(
        harness.logs().map(({ message }) => message),
        ['{"name":"core:poll:i1","payload":{}}']
      )
    })
  )
})
