import { assert, describe, it } from "@effect/vitest"
import { Script } from "@lanyard/process/testing"
import { Effect, Fiber, Redacted } from "effect"
import * as Redaction from "../src/secrets/Redaction.ts"
import { weather } from "./support/modules.ts"
import { advance, answering, echo, error, fault, type Read, result, stage } from "./support/stage.ts"

const identity = {
  protocol: "sos-plugin/1",
  module: "example.com/acme/weather",
  version: "1.2.0",
  definitionDigest: weather().digest
}

/** A module that answers initialize with these lines, and the first call after that. */
const saying =
  (...lines: ReadonlyArray<string>) =>
  (line: string) =>
    line.includes('"initialize"') ? lines : echo(line)

describe("initialize", () => {
  it.effect("tells who the module should be, who runs it and what it may send [SOS-PLUG-40]", () =>
    Effect.gen(function* () {
      const { begin, read } = yield* stage(() => ({ answers: echo }))
      yield* Fiber.join(yield* begin())
      const sent: Read | undefined = read()[0]
      assert.strictEqual(sent?.id, 1)
      assert.deepStrictEqual(sent?.params, {
        ...identity,
        host: { sosVersion: "0.1.0", target: "linux-x64" },
        limits: { maxMessageBytes: 1_048_576, maxInFlight: 1 }
      } as unknown as Read["params"])
    })
  )

  it.effect("is answered by the same identity, and whatever stands beside it [SOS-PLUG-41]", () =>
    Effect.gen(function* () {
      const { begin } = yield* stage(() => ({ answers: saying(result(1, { ...identity, pid: 7, actions: ["more"] })) }))
      assert.strictEqual(yield* Fiber.join(yield* begin()), "current")
    })
  )

  it.effect.each([
    ["protocol", "sos-plugin/2", "protocol sos-plugin/2; expected sos-plugin/1"],
    ["module", "example.com/acme/other", "module example.com/acme/other; expected example.com/acme/weather"],
    ["version", "1.3.0", "version 1.3.0; expected 1.2.0"],
    ["definitionDigest", "sha256:0", `definition digest sha256:0; expected ${identity.definitionDigest}`]
  ] as const)("fails before any call when %s is another [SOS-PLUG-42]", ([member, other, words]) =>
    Effect.gen(function* () {
      const { begin, life, read } = yield* stage(() => ({
        answers: saying(result(1, { ...identity, [member]: other }))
      }))
      const failed = yield* fault(yield* begin())
      assert.strictEqual(failed.phase, "initialize")
      assert.strictEqual(failed.message, `weather plugin answered initialize with ${words}`)
      yield* advance(0)
      assert.include(life(), "0 gone")
      assert.strictEqual(read().length, 1)
    })
  )

  it.effect.each([
    ["no object", null],
    ["an empty object", {}],
    ["a protocol that is no text", { ...identity, protocol: 1 }]
  ] as const)("fails when the result is %s [SOS-PLUG-42]", ([, said]) =>
    Effect.gen(function* () {
      const { begin } = yield* stage(() => ({ answers: saying(result(1, said)) }))
      const failed = yield* fault(yield* begin())
      assert.strictEqual(failed.message, "weather plugin answered initialize without protocol; expected sos-plugin/1")
    })
  )

  it.effect("fails with what the module says against it, kept short and without secrets [SOS-PLUG-43]", () =>
    Effect.gen(function* () {
      const message = `no\nto hush-hush ${"x".repeat(5000)}`
      const redactor = Redaction.make([Redacted.make("hush-hush")])
      const { begin } = yield* stage(() => ({ answers: saying(error(1, { code: -32602, message })) }), { redactor })
      const failed = yield* fault(yield* begin())
      assert.deepInclude(failed, { phase: "initialize", code: -32602 })
      assert.match(failed.message, /^weather plugin refused initialize: no to \[REDACTED\] x{100,}… \(-32602\)$/)
      assert.isAtMost(failed.message.length, 300)
    })
  )

  it.effect("fails when the process ends instead, with its status [SOS-PLUG-44]", () =>
    Effect.gen(function* () {
      const { begin } = yield* stage(() => ({ ends: Script.exits(5, 9) }))
      const calling = yield* begin()
      yield* advance(5)
      const failed = yield* fault(calling)
      assert.deepInclude(failed, {
        phase: "initialize",
        message: "weather plugin exited with status 9 during initialize"
      })
      assert.deepStrictEqual(failed.ended, { _tag: "Exited", code: 9 })
    })
  )

  it.effect("fails when a banner comes first, and says what stdout is for [SOS-PLUG-45]", () =>
    Effect.gen(function* () {
      const { begin } = yield* stage(() => ({ answers: saying("weather 1.2.0", result(1, identity)) }))
      const failed = yield* fault(yield* begin())
      assert.strictEqual(failed.phase, "decode")
      assert.strictEqual(
        failed.message,
        "weather plugin wrote non-protocol data to stdout during initialize; stdout carries nothing but messages, and logs go to stderr"
      )
    })
  )

  it.effect("is waited for by everybody who calls meanwhile, with one process [SOS-PLUG-46]", () =>
    Effect.gen(function* () {
      const emits = [{ at: 4000, text: `${result(1, identity)}\n` }]
      const late = (line: string) => (line.includes('"initialize"') ? [] : answers(line))
      const answers = answering(({ id }) => [result(id, { value: id })])
      const { call, log } = yield* stage(() => ({ answers: late, emits }))
      const all = Effect.all(
        Array.from({ length: 50 }, () => call()),
        { concurrency: "unbounded" }
      )
      const calling = yield* Effect.forkChild(all, { startImmediately: true })
      yield* advance(4000)
      assert.strictEqual((yield* Fiber.join(calling)).length, 50)
      assert.strictEqual(log().filter(({ what }) => what === "started").length, 1)
    })
  )
})
