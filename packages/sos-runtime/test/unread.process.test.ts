/** Real processes that stop reading: what a call hands to a full pipe ends with the call, and so does the process. */
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import { gone, isAlive } from "./support/alive.ts"
import { faulty, type Running, running } from "./support/live.ts"

const act = ({ call, file }: Running, fault: string) => call(faulty, "act", [file, fault])

/** A call of 1 MiB, nearly: many times what a pipe holds. */
const large = ({ call, file }: Running) => Effect.flip(call(faulty, "brief", [file, "x".repeat(1_000_000)]))

/** A call that its module never reads, and the next one. */
const unread = Effect.fn(function* (modules: Running) {
  yield* act(modules, "stops reading")
  const failed = yield* large(modules)
  assert.strictEqual(yield* act(modules, "none"), "done")
  return failed
})

/** Bytes that this process still needs. */
const held = (): number => {
  setFlagsFromString("--expose-gc")
  runInNewContext("gc")()
  const { arrayBuffers, external, heapUsed } = process.memoryUsage()
  return heapUsed + external + arrayBuffers
}

describe("a real module that stops reading", () => {
  it.live("fails a large call at its limit, without an effect, and is replaced [SOS-CALL-22]", () =>
    Effect.gen(function* () {
      const modules = yield* running(["faulty"])
      assert.deepInclude(yield* unread(modules), {
        phase: "cancel",
        kind: "timeout",
        message: "faulty.brief exceeded its 300ms action timeout"
      })
      assert.deepStrictEqual(modules.effects(), ["stops reading", "none"])
      const starts = modules.trace.map((line) => JSON.parse(line)).filter(({ phase }) => phase === "start")
      assert.deepStrictEqual(
        starts.map(({ restartOf }) => restartOf),
        [undefined, 1]
      )
    }).pipe(Effect.scoped)
  )

  it.live("is gone with its whole tree, SIGTERM or not, before the next call reaches another [SOS-CALL-22]", () =>
    Effect.gen(function* () {
      const modules = yield* running(["faulty"])
      const pids = yield* act(modules, "stubborn")
      assert.isTrue(Array.isArray(pids) && pids.length === 2 && pids.every((pid) => isAlive(Number(pid))))
      yield* unread(modules)
      assert.deepStrictEqual(Array.isArray(pids) ? pids.filter((pid) => isAlive(Number(pid))) : pids, [])
      const ended = modules.trace.map((line) => JSON.parse(line)).find(({ outcome }) => outcome === "killed")
      assert.deepInclude(ended, { phase: "exit", process: 1 })
    }).pipe(Effect.scoped)
  )

  it.live("leaves nothing in memory of what it never read [SOS-CALL-22]", () =>
    Effect.gen(function* () {
      const modules = yield* running(["faulty"])
      yield* unread(modules)
      const before = held()
      const rounds = Array.from({ length: 8 })
      yield* Effect.forEach(rounds, () => unread(modules), { discard: true })
      assert.isBelow(held() - before, (rounds.length * 1_000_000) / 2)
    }).pipe(Effect.scoped)
  )

  it.live("is ended in time with its run, while a large call waits for it [SOS-CALL-22]", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const modules = yield* Scope.provide(running(["faulty"]), scope)
      const pids = yield* act(modules, "stubborn")
      yield* act(modules, "stops reading")
      yield* Effect.forkChild(large(modules), { startImmediately: true })
      yield* Scope.close(scope, Exit.void)
      yield* Effect.forEach(Array.isArray(pids) ? pids : [], (pid) => gone(Number(pid)))
      const end = modules.trace.map((line) => JSON.parse(line)).findLast(({ process }) => process === 1)
      assert.deepInclude(end, { outcome: "killed" })
      assert.isBelow(end.millis, 4000)
    })
  )
})
