import { assert, describe, it } from "@effect/vitest"
import { Script } from "@lanyard/process/testing"
import { Effect } from "effect"
import { advance, host, serving } from "./support/scripted.ts"

const row = (title: string) => ({ source: "scripted.items", title })
const publish = (rows: unknown, at = 10): Script.Emission => ({
  at,
  text: `${JSON.stringify({ method: "publish", params: { rows } })}\n`
})
const says = (...emits: ReadonlyArray<Script.Emission>): Script.Script => ({ answers: serving(), emits })
const line = (text: string): Script.Script => says({ at: 10, text: `${text}\n` })

const started = Effect.fn(function* (script: Script.Script) {
  const running = yield* host(() => script)
  yield* running.plugins.start
  yield* advance(100)
  return running
})

describe("A publish", () => {
  it.effect("replaces the catalog whole, before the handshake too [FLASH-LIFE-22]", () =>
    Effect.gen(function* () {
      const { plugins } = yield* started({ emits: [publish([row("one")]), publish([row("two"), row("three")], 20)] })
      assert.deepStrictEqual(yield* plugins.catalog("scripted"), [row("two"), row("three")])
    })
  )

  it.effect("that breaks a rule leaves the previous catalog, and its reason names no content", () =>
    Effect.gen(function* () {
      const { plugins, of } = yield* started(
        says(publish([row("one")]), publish([{ source: "elsewhere", title: "secret" }], 20))
      )
      assert.deepStrictEqual(yield* plugins.catalog("scripted"), [row("one")])
      assert.deepStrictEqual(
        of("Dropped").map(({ method, reason }) => [method, reason]),
        [["publish", "rows[0].source: expected a source the manifest declares"]]
      )
    })
  )

  it.effect("of nothing is an authoritative empty", () =>
    Effect.gen(function* () {
      const { plugins } = yield* started(says(publish([row("one")]), publish([], 20)))
      assert.deepStrictEqual(yield* plugins.catalog("scripted"), [])
    })
  )

  it.effect("survives a crash and the backoff after it [FLASH-LIFE-11]", () =>
    Effect.gen(function* () {
      const { plugins, state } = yield* started({ ...says(publish([row("one")])), ends: Script.exits(20, 1) })
      yield* advance(500)
      assert.strictEqual((yield* state)?._tag, "Backoff")
      assert.deepStrictEqual(yield* plugins.catalog("scripted"), [row("one")])
    })
  )

  it.effect("with an id is no publish: it is answered as an unknown method and not applied", () =>
    Effect.gen(function* () {
      const { plugins, stage } = yield* started(
        line('{"id":7,"method":"publish","params":{"rows":[{"source":"scripted.items","title":"one"}]}}')
      )
      assert.deepStrictEqual(yield* plugins.catalog("scripted"), [])
      assert.include(
        stage.log().map(({ what }) => what),
        'read {"id":7,"result":{"ok":false,"error":"unknown method: publish"}}'
      )
    })
  )
})

describe("A log", () => {
  it.effect("is recorded under its plugin, with the trace of the request it belongs to", () =>
    Effect.gen(function* () {
      const { of } = yield* started(
        line('{"method":"log","params":{"level":"warn","message":"slow","fields":{"ms":"12"},"trace":"a1"}}')
      )
      assert.deepStrictEqual(
        of("Logged").map(({ plugin, entry }) => ({ plugin, ...entry, fields: [...entry.fields] })),
        [{ plugin: "scripted", level: "warn", message: "slow", fields: [["ms", "12"]], trace: "a1" }]
      )
    })
  )
})

describe("Anything else", () => {
  it.effect("that is a request is answered as an unknown method", () =>
    Effect.gen(function* () {
      const { stage } = yield* started(line('{"id":1,"method":"host.teleport","params":{}}'))
      assert.include(
        stage.log().map(({ what }) => what),
        'read {"id":1,"result":{"ok":false,"error":"unknown method: host.teleport"}}'
      )
    })
  )

  it.effect("that is a notification is dropped without its name", () =>
    Effect.gen(function* () {
      const { of } = yield* started(line('{"method":"gossip","params":{}}'))
      assert.deepStrictEqual(
        of("Dropped").map(({ method, reason }) => [method, reason]),
        [["notification", "no such notification"]]
      )
    })
  )

  it.effect("that is no frame is counted, and the next line is served (B045)", () =>
    Effect.gen(function* () {
      const { of, state } = yield* started({
        answers: serving(),
        emits: [{ at: 0, text: 'Welcome!\n\n42\n{"method":"log","params":{}}\n' }]
      })
      assert.deepStrictEqual(
        of("Violated").map(({ violation }) => violation._tag),
        ["NotJson", "NotObject"]
      )
      assert.strictEqual(of("Logged").length, 1)
      assert.strictEqual((yield* state)?._tag, "Running")
    })
  )

  it.effect("on stderr is a diagnostic [FLASH-PROC-12]", () =>
    Effect.gen(function* () {
      const { of } = yield* started(says({ at: 10, text: "warming up\n", to: "stderr" }))
      assert.deepStrictEqual(
        of("Diagnostic").map(({ line }) => line),
        ["warming up"]
      )
    })
  )
})
