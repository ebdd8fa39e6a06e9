import { assert, describe, it } from "@effect/vitest"
import * as WindowsGroup from "../../src/node/WindowsGroup.ts"

describe("WindowsGroup", () => {
  it("ends the tree by taskkill, and asks nothing of a pid whose process was seen to exit", () => {
    const calls: Array<ReadonlyArray<string>> = []
    let exited = false
    const group = WindowsGroup.make(
      (args) => calls.push(args),
      10,
      () => exited
    )
    assert.isTrue(group.alive() && group.signal("SIGTERM") && group.signal("SIGKILL"))
    exited = true
    assert.isFalse(group.alive() || group.signal("SIGKILL"))
    assert.deepStrictEqual(calls, [
      ["/pid", "10", "/T", "/F"],
      ["/pid", "10", "/T", "/F"]
    ])
    assert.deepStrictEqual(group.trace()(), [])
  })
})
