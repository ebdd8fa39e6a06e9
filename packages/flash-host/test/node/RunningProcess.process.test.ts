import { spawn } from "node:child_process"
import { once } from "node:events"
import { assert, describe, it } from "@effect/vitest"
import { processTable } from "@lanyard/process/node"
import { Effect } from "effect"
import { makers, nameOf, pidOf } from "../../src/node/RunningProcess.ts"
import { posix } from "../support/groups.ts"

const started = processTable !== undefined

/** A process that has ended and that nobody has waited for, until the scope closes. */
const zombie = Effect.map(
  Effect.acquireRelease(
    Effect.promise(async () => {
      const parent = spawn("/bin/sh", ["-c", "true & echo $!; exec sleep 600"], { stdio: ["ignore", "pipe", "ignore"] })
      return { parent, pid: Number(String((await once(parent.stdout, "data"))[0])) }
    }),
    ({ parent }) =>
      Effect.promise(async () => {
        const exited = once(parent, "exit")
        parent.kill("SIGKILL")
        await exited
      })
  ),
  ({ pid }) => pid
)

/** Waits until a process has ended. */
const ended = (pid: number): Effect.Effect<void> =>
  Effect.suspend(() => {
    const found = processTable?.find(pid)
    return typeof found === "object" && found.running ? Effect.andThen(Effect.yieldNow, ended(pid)) : Effect.void
  })

describe("The name of a process", () => {
  it.runIf(started)("says when it started, where the system does", () => {
    const found = processTable?.find(process.pid)
    assert.strictEqual(nameOf(process.pid), `${process.pid}.${typeof found === "object" ? found.started : ""}`)
  })

  it("leads back to it while it runs, with its start or without", () => {
    assert.deepStrictEqual([nameOf(process.pid), `${process.pid}`].map(pidOf), [process.pid, process.pid])
    assert.isTrue(makers().isRunning(makers().self))
  })

  it.runIf(started)("of an earlier process with the same pid leads to none", () => {
    assert.isUndefined(pidOf(`${process.pid}.1`))
    assert.isFalse(makers().isRunning(`${process.pid}.1`))
  })

  it.each(["", "0", "-1", "1e3", "x", `0${process.pid}`, ` ${process.pid}`, "9".repeat(20), "999999999999999"])(
    "is none: %j",
    (name) => {
      assert.isUndefined(pidOf(name))
    }
  )

  it.live.runIf(posix && started)("leads to none once it has ended, though nobody has waited for it", () =>
    Effect.gen(function* () {
      const pid = yield* zombie
      yield* ended(pid)
      assert.isUndefined(pidOf(`${pid}`))
    }).pipe(Effect.scoped)
  )
})
