import { assert, describe, it } from "@effect/vitest"
import { run } from "../lib/children.mjs"

const node = (code: string) => run(process.execPath, ["-e", code], { stdio: "ignore" })
const listeners = () =>
  process.listenerCount("SIGTERM") + process.listenerCount("SIGHUP") + process.listenerCount("SIGINT")

describe("run", () => {
  it("returns the child's exit status", async () => {
    assert.strictEqual(await node("process.exitCode = 7"), 7)
  })

  it.skipIf(process.platform === "win32")("returns 128 plus the signal that ended the child", async () => {
    assert.strictEqual(await node('process.kill(process.pid, "SIGTERM")'), 143)
  })

  it.skipIf(process.platform === "win32")("passes a signal on and outlives it", async () => {
    const code =
      'process.on("SIGHUP", () => process.exit(5)); process.kill(process.ppid, "SIGHUP"); setInterval(() => {}, 1e3)'
    assert.strictEqual(await node(code), 5)
  })

  it("leaves no signal listener behind, also when the program does not exist", async () => {
    const before = listeners()
    await node("")
    let refused = false
    await run("/there-is-no-such-program", [], {}).catch(() => {
      refused = true
    })
    assert.isTrue(refused)
    assert.strictEqual(listeners(), before)
  })
})
