import { assert, describe, it } from "@effect/vitest"
import * as WindowsGroup from "../../src/node/WindowsGroup.ts"

describe("WindowsGroup", () => {
  it("names the system's own program, never one of the current directory", () => {
    assert.strictEqual(WindowsGroup.path({ SystemRoot: "D:\\Win" }), "D:\\Win\\System32\\taskkill.exe")
    assert.strictEqual(WindowsGroup.path({}), "C:\\Windows\\System32\\taskkill.exe")
  })

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
