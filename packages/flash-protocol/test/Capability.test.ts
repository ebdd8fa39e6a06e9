import { assert, describe, it } from "@effect/vitest"
import * as Capability from "../src/Capability.ts"
import { capabilities, hostCalls } from "../src/Constants.ts"

const table: ReadonlyArray<readonly [Capability.Method, Capability.Capability | null]> = [
  ["host.ping", null],
  ["host.storage_get", null],
  ["host.storage_set", null],
  ["host.fetch", "network_fetch"],
  ["host.normal_mode_target", "app_control"],
  ["host.activate", "app_control"],
  ["host.open", "open"],
  ["host.post_media_key", "media_keys"],
  ["host.process_table", "process_control"],
  ["host.signal", "process_control"],
  ["host.clipboard_write", "clipboard"],
  ["host.notify", "notify"],
  ["host.wifi_info", "wifi_info"],
  ["host.post_keys", "accessibility"],
  ["host.post_global_key", "accessibility"],
  ["host.ax_snapshot", "accessibility"],
  ["host.ax_perform", "accessibility"],
  ["host.ax_set", "accessibility"],
  ["host.ax_select_child", "accessibility"]
]

const every = new Set<Capability.Capability>(capabilities)
const none = new Set<Capability.Capability>()

describe("the registry", () => {
  it("has the eleven names of the contract, in its order [FLASH-CAP-01]", () => {
    assert.deepStrictEqual<ReadonlyArray<string>>(capabilities, [
      "accessibility",
      "app_control",
      "clipboard",
      "media_keys",
      "network",
      "network_fetch",
      "notify",
      "open",
      "process_control",
      "subprocess",
      "wifi_info"
    ])
  })

  it("gives the nineteen calls of the table their capabilities, and no other call [FLASH-CAP-03]", () => {
    assert.deepStrictEqual<unknown>(Object.entries(hostCalls), table)
  })
})

describe("Capability.gate", () => {
  it.each(table)("lets %s pass with %s alone [FLASH-CAP-03]", (method, needed) => {
    const granted = new Set(needed === null ? [] : [needed])
    assert.deepStrictEqual(Capability.gate(method, granted), Capability.Passage.Granted({ method }))
  })

  it.each(table)("denies %s without %s, whatever else is granted [FLASH-CAP-02, FLASH-CAP-03]", (method, needed) => {
    const others = new Set(capabilities.filter((capability) => capability !== needed))
    const passage =
      needed === null
        ? Capability.Passage.Granted({ method })
        : Capability.Passage.Denied({ capability: needed, refusal: `missing ${needed} capability` })
    assert.deepStrictEqual(Capability.gate(method, others), passage)
    assert.deepStrictEqual(Capability.gate(method, none), passage)
  })

  it.each([
    "publish",
    "host.nope",
    "host",
    "",
    "ping",
    "host.fetch ",
    "HOST.PING",
    "constructor",
    "__proto__",
    "host.ax"
  ])("knows no call of the name %j [FLASH-CAP-05]", (method) => {
    const unknown = Capability.Passage.Unknown({ refusal: `unknown method: ${method}` })
    assert.deepStrictEqual(Capability.gate(method, none), unknown)
    assert.deepStrictEqual(Capability.gate(method, every), unknown)
  })

  it.each(["host.ax_bogus", "host.ax_", "host.ax_snapshot2"])(
    "denies %s before it says that there is no such call [FLASH-CAP-06]",
    (method) => {
      const denied = { capability: "accessibility", refusal: "missing accessibility capability" } as const
      assert.deepStrictEqual(Capability.gate(method, none), Capability.Passage.Denied(denied))
      assert.deepStrictEqual(
        Capability.gate(method, new Set(["accessibility"] as const)),
        Capability.Passage.Unknown({ refusal: `unknown method: ${method}` })
      )
    }
  )
})
