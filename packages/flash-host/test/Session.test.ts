import { assert, describe, it } from "@effect/vitest"
import { Perform } from "@lanyard/flash-protocol"
import { Script } from "@lanyard/process/testing"
import { Effect } from "effect"
import { advance, begin, host, publish, row, serving } from "./support/scripted.ts"

const run = { kind: "command", command: "scripted", subcommand: "run", args: [], raw: "" } as const
const accepted = '{"id":1,"result":{"ok":true,"protocol_version":1}}\n'

const started = Effect.fn(function* (script: Script.Script) {
  const running = yield* host(() => script)
  yield* running.plugins.start
  yield* advance(0)
  return running
})

describe("ping", () => {
  it.effect("is true when the plugin says yes, and false when it is not running", () =>
    Effect.gen(function* () {
      const { plugins } = yield* host(() => ({ answers: serving(() => '{"ok":true}') }))
      assert.isFalse(yield* plugins.ping("scripted"))
      yield* plugins.start
      yield* advance(0)
      const probing = yield* begin(plugins.ping("scripted"))
      assert.isTrue(yield* probing.outcome)
    })
  )

  it.effect("that is not answered within 10 s is false and ends the attempt (F1) [FLASH-LIVE-03]", () =>
    Effect.gen(function* () {
      const { plugins, of, state, times } = yield* started({ answers: serving() })
      const probing = yield* begin(plugins.ping("scripted"))
      yield* advance(9999)
      assert.isUndefined(probing.now())
      assert.strictEqual((yield* state)?._tag, "Running")
      yield* advance(1)
      assert.isFalse(yield* probing.outcome)
      assert.deepInclude(of("AttemptFailed")[0]?.failure, { _tag: "PingMissed", reason: "no reply" })
      yield* advance(1000)
      assert.deepStrictEqual(times("started"), [0, 11_000])
    })
  )

  it.effect.each(["[]", '{"ok":false,"error":"x"}', '{"ok":1}'])("answered by %s ends the attempt at once", (reply) =>
    Effect.gen(function* () {
      const { plugins, of } = yield* started({ answers: serving(() => reply) })
      const probing = yield* begin(plugins.ping("scripted"))
      assert.isFalse(yield* probing.outcome)
      assert.deepInclude(of("AttemptFailed")[0]?.failure, { _tag: "PingMissed", reason: "bad reply" })
    })
  )

  it.effect("that could not be sent, for too many requests wait, is false and ends nothing", () =>
    Effect.gen(function* () {
      const { plugins, of } = yield* started({ answers: serving() })
      yield* Effect.forEach(Array.from({ length: 64 }), () => Effect.forkChild(plugins.perform("scripted", run)))
      yield* advance(0)
      assert.isFalse(yield* plugins.ping("scripted"))
      yield* advance(9999)
      assert.deepStrictEqual(of("AttemptFailed"), [])
    })
  )

  it.effect("on a closed connection is false, and the connection is what failed", () =>
    Effect.gen(function* () {
      const { plugins, of, closeOutput } = yield* started({ answers: serving() })
      closeOutput()
      assert.isFalse(yield* plugins.ping("scripted"))
      yield* advance(200)
      assert.deepStrictEqual(
        of("AttemptFailed").map(({ failure }) => failure._tag),
        ["ConnectionLost"]
      )
    })
  )
})

describe("A session ends", () => {
  it.effect.each([
    ["closeOutput", "EndOfInput"],
    ["breakInput", "BrokenPipe"]
  ] as const)("200 ms after %s, for the exit may follow and says more", ([end, reason]) =>
    Effect.gen(function* () {
      const running = yield* started({ answers: serving() })
      running[end]()
      yield* advance(199)
      assert.deepStrictEqual(running.of("AttemptFailed"), [])
      yield* advance(1)
      assert.deepInclude(running.of("AttemptFailed")[0]?.failure, { _tag: "ConnectionLost", reason })
    })
  )

  it.effect("by the exit that follows a closed pipe", () =>
    Effect.gen(function* () {
      const { of, closeOutput } = yield* started({ answers: serving(), ends: Script.exits(150, 3) })
      closeOutput()
      yield* advance(150)
      yield* advance(50)
      assert.deepInclude(of("AttemptFailed")[0]?.failure, {
        _tag: "PluginExited",
        exit: { _tag: "Exited", code: 3 }
      })
    })
  )

  const asks = Array.from({ length: 3000 }, (_, index) => `{"id":${index + 1},"method":"host.x"}\n`).join("")

  it.effect("not when the plugin reads the replies that it asked for in one write", () =>
    Effect.gen(function* () {
      const { of } = yield* started({ answers: serving(), emits: [{ at: 10, text: asks }] })
      yield* advance(1000)
      assert.deepStrictEqual(of("AttemptFailed"), [])
    })
  )

  it.effect("at once when the replies that the plugin asked for and does not read fill its queue", () =>
    Effect.gen(function* () {
      const { of, plugins } = yield* started({
        reads: false,
        emits: [
          { at: 5, text: accepted },
          { at: 10, text: asks }
        ]
      })
      yield* advance(10)
      assert.deepStrictEqual(
        of("AttemptFailed").map(({ failure }) => failure._tag),
        ["TransportOverflowed"]
      )
      yield* begin(plugins.stop)
      yield* advance("1 minute")
    })
  )

  it.effect("after the output behind its exit, though the reply to its handshake is in it (B054)", () =>
    Effect.gen(function* () {
      const { plugins, of, times } = yield* started({
        ends: Script.exits(10, 1),
        emits: [
          { at: 50, text: accepted + publish(50, "one").text, late: true },
          { at: 100, text: "\n", late: true }
        ]
      })
      for (const wait of [10, 40, 49]) yield* advance(wait)
      assert.deepStrictEqual(of("AttemptFailed"), [])
      yield* advance(1)
      assert.deepStrictEqual(times("closed"), [100])
      assert.deepInclude(of("AttemptFailed")[0]?.failure, { _tag: "PluginExited", ready: true })
      assert.deepStrictEqual(yield* plugins.catalog("scripted"), [row("one")])
    })
  )
})

describe("A reply over the frame cap", () => {
  it.effect("is told without content, and its request ends at the deadline (B050)", () =>
    Effect.gen(function* () {
      const message = "secret".repeat(2 * 1024 * 1024)
      const { plugins, of, state } = yield* started({ answers: serving(() => `{"ok":true,"message":"${message}"}`) })
      const performing = yield* begin(plugins.perform("scripted", run))
      assert.deepStrictEqual(
        of("Violated").map(({ violation }) => ({ ...violation })),
        [{ _tag: "LineTooLong", limit: 10_485_760 }]
      )
      yield* advance(9999)
      assert.isUndefined(performing.now())
      yield* advance(1)
      assert.deepStrictEqual(yield* performing.outcome, Perform.noReply)
      assert.strictEqual((yield* state)?._tag, "Running")
    })
  )
})
