import { ChildProcess } from "node:child_process"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import * as Environment from "../../src/Environment.ts"
import * as Inherited from "../../src/node/Inherited.ts"
import * as Spawner from "../../src/node/Spawner.ts"
import { ExecutableBusy, ExecutableNotFound, SystemLimitReached } from "../../src/ProcessError.ts"

const executable = "/bin/none"
const spec = { executable, args: [], cwd: "/", environment: Environment.empty }

/** A system that refuses every start, as an event or by throwing, as Node does for the code. */
const refusing = (code: string, how: "event" | "throws") => {
  let attempts = 0
  const error = Object.assign(new Error(code), { code })
  const spawner = Spawner.make({
    needsShell: () => false,
    detached: true,
    stdio: Inherited.pipes,
    group: () => assert.fail("there is no group"),
    spawn: () => {
      attempts++
      if (how === "throws") throw error
      const child = new ChildProcess()
      queueMicrotask(() => child.emit("error", error))
      return child
    }
  })
  return { spawner, attempts: () => attempts }
}

describe("Spawner.start", () => {
  it.effect.each([
    ["EAGAIN", "event"],
    ["EMFILE", "event"],
    ["ENFILE", "event"],
    ["ENOMEM", "throws"]
  ] as const)("names the limit %s, and does not try again by itself (B111)", ([limit, how]) =>
    Effect.gen(function* () {
      const { attempts, spawner } = refusing(limit, how)
      const failure = yield* Effect.flip(spawner.start(spec))
      assert.deepStrictEqual(failure, new SystemLimitReached({ executable, limit }))
      assert.strictEqual(attempts(), 1)
    })
  )

  it.effect("tries a busy file again for 635 ms, then reports it (B110)", () =>
    Effect.gen(function* () {
      const { attempts, spawner } = refusing("ETXTBSY", "throws")
      const failed = yield* Effect.forkChild(Effect.flip(spawner.start(spec)), { startImmediately: true })
      assert.strictEqual(attempts(), 1)
      yield* TestClock.adjust("634 millis")
      assert.strictEqual(attempts(), 7)
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(yield* Fiber.join(failed), new ExecutableBusy({ executable }))
      assert.strictEqual(attempts(), 8)
    })
  )

  it.effect.each(["", "relative/folder"])("starts nothing in the host's own directory: cwd %j", (cwd) =>
    Effect.gen(function* () {
      const { attempts, spawner } = refusing("ENOENT", "event")
      const failure = yield* Effect.flip(spawner.start({ ...spec, cwd }))
      assert.strictEqual(failure._tag, "WorkingDirectoryMissing")
      assert.strictEqual(attempts(), 0)
    })
  )

  it.effect("leaves it to nobody else to look a name up", () =>
    Effect.gen(function* () {
      const { attempts, spawner } = refusing("ENOENT", "event")
      const failure = yield* Effect.flip(spawner.start({ ...spec, executable: "none" }))
      assert.deepStrictEqual(failure, new ExecutableNotFound({ executable: "none" }))
      assert.strictEqual(attempts(), 0)
    })
  )
})
