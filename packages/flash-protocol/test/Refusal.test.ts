import { assert, describe, it } from "@effect/vitest"
import * as Refusal from "../src/Refusal.ts"

describe("Refusal", () => {
  it.each([
    [Refusal.unknownMethod("nope"), "unknown method: nope"],
    [Refusal.protocolMismatch(0), "protocol version mismatch: host v0, plugin v1"],
    [Refusal.protocolMismatch(99), "protocol version mismatch: host v99, plugin v1"],
    [Refusal.protocolMismatch(2147483648), "protocol version mismatch: host v2147483648, plugin v1"],
    [Refusal.initializeRepeated, "initialize may only be called once"],
    [Refusal.hostClosed, "host closed stdin"],
    [Refusal.hostCallTimeout, "host call timed out"],
    [Refusal.frameOverflow, "response exceeded outbound frame limit"],
    [Refusal.capabilityDenied("network_fetch"), "missing network_fetch capability"],
    [Refusal.requestCapacity, "plugin request capacity exceeded"],
    [Refusal.hostCallCapacity, "host call capacity exceeded"],
    [Refusal.deadlineExceeded, "deadline exceeded"],
    [Refusal.invalidParams("evaluate"), "invalid evaluate params"],
    [Refusal.unknownPerformKind(""), "unknown perform kind: "],
    [Refusal.invalidHintsResponse, "invalid hints response"],
    [Refusal.invalidHostResponse, "invalid host response"],
    [Refusal.invalidTargetPid, "invalid perform target_pid"],
    [Refusal.invalidNavigationUrl, "invalid perform navigation_url"],
    [Refusal.performFailed, "perform failed"],
    [Refusal.performNotEncodable, "perform response could not be encoded"],
    [Refusal.hostCallOverflow, "host call exceeded outbound frame limit"],
    [Refusal.fetchFailed("ECONNREFUSED"), "fetch failed: ECONNREFUSED"],
    [Refusal.signalFailed("no such process"), "signal failed: no such process"],
    [Refusal.unavailable("host.activate"), "host.activate is unavailable on this host"]
  ])("says %j to the byte [FLASH-REF-01]", (text, expected) => {
    assert.strictEqual(text, expected)
  })

  it.each(["$&", "$1", "<method>", "<host>", "$<method>"])("puts %j in as it is [FLASH-REF-02]", (method) => {
    assert.strictEqual(Refusal.unknownMethod(method), `unknown method: ${method}`)
  })
})
