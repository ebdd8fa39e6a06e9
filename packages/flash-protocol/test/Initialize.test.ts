import { assert, describe, it } from "@effect/vitest"
import * as Initialize from "../src/Initialize.ts"
import { json, value } from "./support/json.ts"

const { Handshake } = Initialize

describe("Initialize.decodeReply", () => {
  it.each<[string, Initialize.Handshake]>([
    ['{"ok":true,"protocol_version":1}', Handshake.Accepted()],
    ['{"ok":true,"protocol_version":2}', Handshake.WrongVersion({ version: 2 })],
    ['{"ok":false,"protocol_version":2,"error":"x"}', Handshake.WrongVersion({ version: 2 })],
    ['{"ok":true,"protocol_version":1.0}', Handshake.WrongVersion({ version: undefined })],
    ['{"ok":true,"protocol_version":true}', Handshake.WrongVersion({ version: undefined })],
    ['{"ok":true,"protocol_version":"1"}', Handshake.WrongVersion({ version: undefined })],
    ['{"ok":true}', Handshake.WrongVersion({ version: undefined })],
    ['{"ok":false,"error":"x"}', Handshake.WrongVersion({ version: undefined })],
    ['{"ok":false,"protocol_version":1,"error":"x"}', Handshake.Refused()],
    ['{"ok":1,"protocol_version":1}', Handshake.Refused()],
    ['{"protocol_version":1}', Handshake.Refused()],
    ['{"ok":true,"protocol_version":1,"name":"x"}', Handshake.Malformed()],
    ['{"ok":true,"protocol_version":1,"error":null}', Handshake.Malformed()]
  ])("reads %s, version before ok before keys [FLASH-INIT-05, FLASH-INIT-06, FLASH-INIT-08]", (text, handshake) => {
    assert.deepStrictEqual(Initialize.decodeReply(json(text)), handshake)
  })
})

describe("Initialize.answer", () => {
  it("accepts its own version, and starts [FLASH-INIT-01]", () => {
    assert.deepStrictEqual(Initialize.answer(Initialize.params, false), {
      reply: { ok: true, protocol_version: 1 },
      next: "start"
    })
  })

  it.each([
    ['{"protocol_version":99}', 99],
    ['{"protocol_version":0}', 0],
    ['{"protocol_version":2147483648}', 2147483648],
    ['{"protocol_version":-1}', 0],
    ['{"protocol_version":1.0}', 0],
    ['{"protocol_version":true}', 0],
    ['{"protocol_version":"1"}', 0],
    ["{}", 0],
    ["null", 0],
    ["[1]", 0]
  ])(
    "refuses %s as host v%d, and exits [FLASH-INIT-02, FLASH-INIT-03, FLASH-INIT-07, FLASH-INIT-08]",
    (params, version) => {
      const error = `protocol version mismatch: host v${version}, plugin v1`
      assert.deepStrictEqual(Initialize.answer(value(params), false), {
        reply: { ok: false, protocol_version: 1, error },
        next: "exit"
      })
    }
  )

  it.each(['{"protocol_version":1}', '{"protocol_version":99}', "null"])(
    "refuses a repeat with %s without looking at its version, and serves on [FLASH-INIT-04]",
    (params) => {
      assert.deepStrictEqual(Initialize.answer(value(params), true), {
        reply: { ok: false, error: "initialize may only be called once" },
        next: "serve"
      })
    }
  )
})
