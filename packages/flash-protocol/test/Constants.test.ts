import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Constants from "../src/Constants.ts"
import { protocol } from "../src/protocol.gen.ts"

const flash: unknown = JSON.parse(readFileSync(new URL("../../../protocol/flash.json", import.meta.url), "utf8"))

describe("the generated protocol", () => {
  it("is what protocol/flash.json says [FLASH-VAL-09]", () => {
    assert.deepStrictEqual(JSON.parse(JSON.stringify(protocol)), flash)
  })

  it("keeps the order of events, actions and capabilities", () => {
    assert.strictEqual(JSON.stringify(protocol), JSON.stringify(flash))
  })
})

describe("Constants", () => {
  it("names nineteen host calls, sixteen of them gated by a registered capability", () => {
    const needed = Object.values(Constants.hostCalls).filter((capability) => capability !== null)
    assert.strictEqual(Object.keys(Constants.hostCalls).length, 19)
    assert.strictEqual(needed.length, 16)
    for (const capability of needed) assert.include(Constants.capabilities, capability)
  })

  it("names fifteen events, eleven of which replace an unsent one", () => {
    assert.strictEqual(Constants.hostEvents.names.length, 15)
    assert.strictEqual(Constants.hostEvents.replacement.length, 11)
    for (const name of Constants.hostEvents.replacement) assert.include(Constants.hostEvents.names, name)
    for (const name of Object.keys(Constants.hostEvents.coalescing_payload_keys)) {
      assert.include(Constants.hostEvents.replacement, name)
    }
  })

  it("names nineteen AX notifications and thirty-five actions, each once", () => {
    assert.strictEqual(new Set(Constants.hostEvents.ax_notifications).size, 19)
    assert.strictEqual(new Set(Constants.actions).size, 35)
    for (const action of protocol.binding_only_actions) assert.include(Constants.actions, action)
  })

  it("sweeps for silence at half the threshold [FLASH-DEAD-05]", () => {
    assert.strictEqual(Constants.liveness.sweep * 2, Constants.liveness.idle_before_ping)
  })
})
