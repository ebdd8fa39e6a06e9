import { assert, describe, it } from "@effect/vitest"
import * as Perform from "../src/Perform.ts"
import { json } from "./support/json.ts"

const { Outcome } = Perform

describe("Perform.decodeReply", () => {
  it.each<[string, Perform.Outcome]>([
    ['{"ok":true}', Outcome.Performed({})],
    ['{"ok":true,"target_pid":null,"navigation_url":null,"message":null}', Outcome.Performed({})],
    ['{"ok":true,"message":""}', Outcome.Performed({})],
    ['{"ok":true,"target_pid":1}', Outcome.Performed({ targetPid: 1 })],
    ['{"ok":true,"target_pid":2147483647}', Outcome.Performed({ targetPid: 2147483647 })],
    ['{"ok":true,"navigation_url":"tmux://x"}', Outcome.Performed({ navigationUrl: "tmux://x" })],
    ['{"ok":true,"navigation_url":"mailto:x"}', Outcome.Performed({ navigationUrl: "mailto:x" })],
    ['{"ok":true,"message":"done"}', Outcome.Performed({ message: "done" })],
    ['{"ok":false,"unhandled":true}', Outcome.Unhandled()],
    ['{"ok":false,"error":"broke"}', Outcome.Failed({ cause: "reported", error: "broke" })]
  ])(
    "reads %s [FLASH-PERF-09, FLASH-PERF-10, FLASH-PERF-11, FLASH-PERF-12, FLASH-PERF-13, FLASH-VAL-02]",
    (text, outcome) => {
      assert.deepStrictEqual(Perform.decodeReply(json(text)), outcome)
    }
  )

  it.each([
    ['{"ok":1}', "ok: expected a boolean"],
    ["{}", "ok: expected a boolean"],
    ['{"ok":true,"error":null}', "error: expected no such key beside success"],
    ['{"ok":true,"unhandled":true}', "unhandled: expected no such key beside success"],
    ['{"ok":false,"unhandled":false}', "error: expected text that is not blank"],
    ['{"ok":false,"unhandled":1}', "error: expected text that is not blank"],
    ['{"ok":false,"unhandled":true,"error":null}', "error: expected text that is not blank"],
    ['{"ok":false,"unhandled":true,"error":"x"}', "*: expected no key but those of the contract"],
    ['{"ok":false,"unhandled":true,"message":"x"}', "error: expected text that is not blank"],
    ['{"ok":false,"error":" \\t\\n"}', "error: expected text that is not blank"],
    ['{"ok":false,"error":"x","target_pid":1}', "*: expected no key but those of the contract"],
    ['{"ok":true,"navigation_url":"relative/path"}', "navigation_url: expected an absolute address"],
    ['{"ok":true,"navigation_url":""}', "navigation_url: expected an absolute address"],
    ['{"ok":true,"navigation_url":"1a:x"}', "navigation_url: expected an absolute address"],
    ...["2147483648", "0", "-1", "1.0", "1.5", "true", '"1"', "[]"].map((pid) => [
      `{"ok":true,"target_pid":${pid}}`,
      "target_pid: expected an integer from 1 to 2147483647"
    ]),
    ['{"ok":true,"message":1}', "message: expected text"],
    ['{"ok":true,"secret":1}', "*: expected no key but those of the contract"]
  ])(
    "coerces %s to a failure, never to unhandled [FLASH-PERF-10, FLASH-PERF-11, FLASH-PERF-14, FLASH-PERF-15]",
    (text, reason) => {
      assert.deepStrictEqual(
        Perform.decodeReply(json(text)),
        Outcome.Failed({ cause: "malformed", error: `malformed reply: ${reason}` })
      )
    }
  )

  it("counts no reply as a failure [FLASH-PERF-15]", () => {
    assert.strictEqual(Perform.noReply._tag, "Failed")
  })
})

describe("Perform.reply", () => {
  it.each<[Perform.Outcome]>([
    [Outcome.Performed({})],
    [Outcome.Performed({ targetPid: 7, navigationUrl: "a:b", message: "m" })],
    [Outcome.Unhandled()],
    [Outcome.Failed({ cause: "reported", error: "broke" })]
  ])("writes what decodeReply reads: %j", (outcome) => {
    assert.deepStrictEqual(Perform.decodeReply(Perform.reply(outcome)), outcome)
  })

  it.each([
    [Outcome.Performed({ targetPid: 0 }), "invalid perform target_pid"],
    [Outcome.Performed({ targetPid: 1.5 }), "invalid perform target_pid"],
    [Outcome.Performed({ targetPid: 2147483648, navigationUrl: "x" }), "invalid perform target_pid"],
    [Outcome.Performed({ navigationUrl: "" }), "invalid perform navigation_url"],
    [Outcome.Performed({ navigationUrl: "relative/path", message: "m" }), "invalid perform navigation_url"]
  ])("turns a success that a host would refuse into a failure: %j [FLASH-PERF-17]", (outcome, error) => {
    assert.deepStrictEqual(Perform.reply(outcome), { ok: false, error })
  })

  it("gives a blank failure the canonical text [FLASH-PERF-17]", () => {
    assert.deepStrictEqual(Perform.reply(Outcome.Failed({ cause: "reported", error: " " })), {
      ok: false,
      error: "perform failed"
    })
  })
})
