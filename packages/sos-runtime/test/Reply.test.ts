import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Redacted } from "effect"
import * as Redaction from "../src/secrets/Redaction.ts"
import { answering, error, fault, stage } from "./support/stage.ts"

const redactor = Redaction.make([Redacted.make("hush-hush")])

/** Fails every call by this error; tells how the call failed, and whether the process stays in use. */
const failing = Effect.fn(function* (said: unknown) {
  const { begin, log } = yield* stage(() => ({ answers: answering(({ id }) => [error(id, said)]) }), { redactor })
  const failed = yield* fault(yield* begin())
  yield* Fiber.await(yield* begin())
  return { failed, stays: log().filter(({ what }) => what === "started").length === 1 }
})

const upstream = { code: -32010, message: "weather service unavailable" }

describe("an error reply", () => {
  it.effect("of a kind that its action declares has the fields of its record [SOS-PLUG-50]", () =>
    Effect.gen(function* () {
      const data = { kind: "NoStation", retryable: true, payload: { city: "Nowhere" } }
      const { failed, stays } = yield* failing({ ...upstream, data })
      assert.deepInclude(failed, {
        phase: "invoke",
        kind: "NoStation",
        message: "weather service unavailable",
        declared: true,
        retryable: true,
        code: -32010
      })
      assert.deepStrictEqual(failed.fields, new Map([["city", "Nowhere"]]))
      assert.isTrue(stays)
    })
  )

  it.effect("of any other kind keeps its kind, code and retryability [SOS-PLUG-51]", () =>
    Effect.gen(function* () {
      const { failed, stays } = yield* failing({ ...upstream, data: { kind: "upstream_unavailable", retryable: true } })
      assert.deepInclude(failed, { phase: "invoke", kind: "upstream_unavailable", retryable: true, code: -32010 })
      assert.isUndefined(failed.declared)
      assert.isTrue(stays)
    })
  )

  it.effect.each([
    ["no data", undefined],
    ["data that is a list", [1]],
    ["a kind that is no text", { kind: 7, retryable: "yes" }],
    ["an empty kind", { kind: "" }],
    ["a kind that is no name", { kind: "two words" }],
    ["a kind that holds a secret", { kind: "hush-hush" }]
  ] as const)("with %s is a failure of kind runtime that is not retryable [SOS-PLUG-51]", ([, data]) =>
    Effect.gen(function* () {
      const { failed, stays } = yield* failing({ ...upstream, data })
      assert.deepInclude(failed, { phase: "invoke", kind: "runtime", retryable: false })
      assert.isTrue(stays)
    })
  )

  it.effect.each([
    ["a missing field", {}],
    ["a field of another type", { city: 1 }],
    ["a field more", { city: "x", more: 1 }],
    ["a list", []],
    ["nothing", undefined]
  ] as const)("of a declared kind whose payload has %s breaks the definition [SOS-PLUG-52]", ([, payload]) =>
    Effect.gen(function* () {
      const { failed, stays } = yield* failing({ ...upstream, data: { kind: "NoStation", payload } })
      assert.deepInclude(failed, { phase: "validate" })
      assert.include(failed.message, "the failure NoStation of weather.current returned ")
      assert.isFalse(stays)
    })
  )

  it.effect.each([
    ["larger than 65536 bytes", { text: "x".repeat(65_536) }, "wrote error data larger than 65536 bytes"],
    ["deeper than 64 levels", nested(70), "wrote error data that nests too deeply"]
  ] as const)("with data %s ends the process [SOS-PLUG-53]", ([, data, words]) =>
    Effect.gen(function* () {
      const { failed, stays } = yield* failing({ ...upstream, data })
      assert.deepInclude(failed, { phase: "decode", message: `weather plugin ${words} during invoke` })
      assert.isFalse(stays)
    })
  )

  it.effect("tells no secret: not in its message, nor in a field or a key of its payload [SOS-PLUG-54]", () =>
    Effect.gen(function* () {
      const data = { kind: "NoStation", payload: { city: "near hush-hush" } }
      const { failed } = yield* failing({ code: 1, message: "token hush-hush\nis old", data })
      assert.strictEqual(failed.message, "token [REDACTED] is old")
      assert.deepStrictEqual(failed.fields, new Map([["city", "near [REDACTED]"]]))
    })
  )

  it.effect("is told in one line of at most 4096 characters that commands no terminal [SOS-PLUG-55]", () =>
    Effect.gen(function* () {
      const { failed } = yield* failing({ code: 1, message: `\u001b[2J\u202eone\r\ntwo${"😀".repeat(5000)}` })
      assert.isTrue(failed.message.startsWith("[2J one two😀"))
      assert.isTrue(failed.message.endsWith("😀…"))
      assert.isAtMost(failed.message.length, 4096)
      assert.isTrue(failed.message.isWellFormed())
      assert.strictEqual(
        (yield* failing({ code: 1, message: " \n " })).failed.message,
        "weather.current failed and gave no reason"
      )
    })
  )
})

function nested(levels: number): unknown {
  let value: unknown = []
  for (let level = 0; level < levels; level++) value = [value]
  return { value }
}
