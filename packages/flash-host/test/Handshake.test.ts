import { assert, describe, it } from "@effect/vitest"
import { Deadlines } from "@lanyard/flash-protocol"
import { Script } from "@lanyard/process/testing"
import { Effect } from "effect"
import type { HandshakeRejected } from "../src/AttemptFailure.ts"
import { advance, host, serving } from "./support/scripted.ts"

const answering = (result: string): Script.Script => ({
  answers: (line) => [`{"id":${JSON.parse(line).id},"result":${result}}`]
})

describe("The handshake", () => {
  it.effect("is the first request, with the startup deadline, and makes the plugin run", () =>
    Effect.gen(function* () {
      const { plugins, lines, state, of } = yield* host(() => ({ answers: serving() }))
      yield* plugins.start
      yield* advance(0)
      assert.deepStrictEqual(lines(), [
        { id: 1, method: "initialize", params: { protocol_version: 1 }, deadline_ms: 5000 }
      ])
      assert.strictEqual((yield* state)?._tag, "Running")
      assert.deepStrictEqual(
        of("Ready").map(({ pid }) => pid),
        [1000]
      )
    })
  )

  it.effect("is given up after 5 s without a reply, and tried again 1 s later (B081)", () =>
    Effect.gen(function* () {
      const { plugins, times, of } = yield* host((attempt) => (attempt === 1 ? {} : { answers: serving() }))
      yield* plugins.start
      yield* advance(4999)
      assert.deepStrictEqual(of("AttemptFailed"), [])
      yield* advance(1)
      assert.deepStrictEqual(
        of("AttemptFailed").map(({ failure }) => failure._tag),
        ["HandshakeUnanswered"]
      )
      yield* advance(1000)
      assert.deepStrictEqual(times("started"), [0, 6000])
    })
  )

  it.effect("takes its deadline from the table in force (B077)", () =>
    Effect.gen(function* () {
      const { plugins, of } = yield* host(() => ({}))
      yield* plugins.start
      yield* advance(999)
      assert.deepStrictEqual(of("AttemptFailed"), [])
      yield* advance(1)
      assert.strictEqual(of("AttemptFailed").length, 1)
    }).pipe(Effect.provide(Deadlines.layer({ startup: "1 second" })))
  )

  it.effect.each<readonly [string, HandshakeRejected["reason"]]>([
    ['{"ok":true,"protocol_version":2}', "wrong version"],
    ['{"ok":true,"protocol_version":1.0}', "wrong version"],
    ['{"ok":false,"error":"x"}', "wrong version"],
    ['{"ok":false,"protocol_version":1,"error":"x"}', "refused"],
    ['{"ok":true,"protocol_version":1,"more":1}', "malformed"]
  ])("parks at once on %s", ([result, reason]) =>
    Effect.gen(function* () {
      const { plugins, times, state, of } = yield* host(() => answering(result))
      yield* plugins.start
      yield* advance("1 hour")
      assert.deepStrictEqual(times("started"), [0])
      assert.strictEqual((yield* state)?._tag, "Parked")
      const [failed] = of("AttemptFailed")
      assert.deepInclude(failed?.failure, { _tag: "HandshakeRejected", reason })
    })
  )

  it.effect("is given up at once, not parked, when the reply is no object (F4)", () =>
    Effect.gen(function* () {
      const { plugins, times, of } = yield* host((attempt) =>
        attempt === 1 ? answering("[]") : { answers: serving() }
      )
      yield* plugins.start
      yield* advance(1000)
      assert.deepStrictEqual(times("started"), [0, 1000])
      assert.deepStrictEqual(
        of("AttemptFailed").map(({ failure }) => failure._tag),
        ["HandshakeGarbled"]
      )
    })
  )

  it.effect("names a plugin that ends first as one that exited before it (B091)", () =>
    Effect.gen(function* () {
      const { plugins, of } = yield* host(() => ({ ends: Script.exits(100, 1) }))
      yield* plugins.start
      yield* advance(400)
      assert.deepInclude(of("AttemptFailed")[0]?.failure, {
        _tag: "PluginExited",
        exit: { _tag: "Exited", code: 1 },
        ready: false
      })
    })
  )

  it.effect("ids go on across restarts (F3) [FLASH-LIFE-21]", () =>
    Effect.gen(function* () {
      const { plugins, lines } = yield* host(() => ({ answers: serving(), ends: Script.exits(10) }))
      yield* plugins.start
      yield* advance(5000)
      assert.deepStrictEqual(
        lines().map(({ id }) => id),
        [1, 2, 3]
      )
    })
  )
})
