/** Real processes that break rules: each call does its effect once, whatever becomes of it, and the next one is served. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Scope } from "effect"
import { isAlive } from "./support/alive.ts"
import { faulty, type Running, running } from "./support/live.ts"

const act = ({ call, file }: Running, fault: string, action = "act") => call(faulty, action, [file, fault])

const starts = ({ trace }: Running) => trace.filter((line) => line.includes('"phase":"start"')).length

describe("a real module", () => {
  it.live.each([
    ["exits", "exit", "faulty plugin exited with status 3 during invoke"],
    ["dies", "exit", "faulty plugin was ended by SIGKILL during invoke"],
    ["half a reply", "exit", "faulty plugin exited with status 0 during invoke"],
    ["closed output", "exit", "faulty plugin closed its output during invoke"],
    ["noise", "decode", "faulty plugin wrote non-protocol data to stdout during invoke"],
    ["blank line", "decode", "faulty plugin wrote non-protocol data to stdout during invoke: a blank line"],
    ["bad utf8", "decode", "faulty plugin wrote non-protocol data to stdout during invoke: a line that is not UTF-8"],
    ["two values", "decode", "faulty plugin wrote non-protocol data to stdout during invoke"],
    ["another version", "decode", undefined],
    ["text id", "decode", undefined],
    ["decimal id", "decode", undefined],
    ["no id", "decode", undefined],
    ["unknown id", "decode", undefined],
    ["both", "decode", undefined],
    ["neither", "decode", undefined],
    ["request", "decode", undefined],
    ["notification", "decode", undefined],
    ["too large", "decode", "faulty plugin wrote a message larger than 1048576 bytes during invoke"],
    ["large data", "decode", undefined],
    ["bad payload", "validate", "the failure Declared of faulty.act returned reason as integer; expected text"]
  ] as const)(
    "that ends a call by %s fails it once, in phase %s, and is replaced [SOS-CALL-10]",
    ([fault, phase, message]) =>
      Effect.gen(function* () {
        const modules = yield* running(["faulty"])
        const failed = yield* Effect.flip(act(modules, fault))
        assert.strictEqual(failed.phase, phase)
        if (message !== undefined) assert.strictEqual(failed.message, message)
        assert.deepStrictEqual(modules.effects(), [fault])
        assert.strictEqual(yield* act(modules, "none"), "done")
        assert.deepStrictEqual(modules.effects(), [fault, "none"])
        assert.strictEqual(starts(modules), 2)
      }).pipe(Effect.scoped)
  )

  it.live.each(["declared", "undeclared"])("that fails a call by an error, %s, stays in use [SOS-CALL-11]", (fault) =>
    Effect.gen(function* () {
      const modules = yield* running(["faulty"])
      const failed = yield* Effect.flip(act(modules, fault))
      assert.deepInclude(failed, { phase: "invoke", retryable: true, declared: fault === "declared" })
      assert.strictEqual(yield* act(modules, "none"), "done")
      assert.strictEqual(starts(modules), 1)
    }).pipe(Effect.scoped)
  )

  it.live.each([
    ["in pieces", "ü"],
    ["none", "done"],
    ["stderr flood", "done"]
  ] as const)("whose reply comes %s has answered [SOS-CALL-12]", ([fault, value]) =>
    Effect.gen(function* () {
      const modules = yield* running(["faulty"])
      assert.strictEqual(yield* act(modules, fault), value)
      assert.strictEqual(yield* act(modules, "none"), "done")
      assert.strictEqual(starts(modules), 1)
    }).pipe(Effect.scoped)
  )

  it.live("may answer with 1 MiB to the last byte [SOS-CALL-12]", () =>
    Effect.gen(function* () {
      const modules = yield* running(["faulty"])
      assert.isAbove(String(yield* act(modules, "largest")).length, 1_048_000)
    }).pipe(Effect.scoped)
  )

  it.live("that answers twice has answered once, and is replaced [SOS-CALL-13]", () =>
    Effect.gen(function* () {
      const modules = yield* running(["faulty"])
      assert.strictEqual(yield* act(modules, "twice"), 1)
      assert.strictEqual(yield* act(modules, "none"), "done")
      assert.strictEqual(starts(modules), 2)
      assert.isTrue(modules.trace.some((line) => line.includes('"rule":"LateReply"')))
    }).pipe(Effect.scoped)
  )

  it.live("has its stderr kept to 1 MiB, with a note of what was left out [SOS-CALL-14]", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const modules = yield* Scope.provide(running(["faulty"]), scope)
      yield* act(modules, "stderr flood")
      yield* Scope.close(scope, Exit.void)
      const [text = ""] = modules.stderr
      assert.strictEqual(text.length, 1_048_576 + "\n[4194304 more bytes of stderr were left out]\n".length)
      assert.isTrue(text.endsWith("e\n[4194304 more bytes of stderr were left out]\n"))
    })
  )
})

describe("a real call that takes too long", () => {
  it.live("fails at its limit, with one effect, and the module that does not give up is replaced [SOS-CALL-20]", () =>
    Effect.gen(function* () {
      const modules = yield* running(["faulty"])
      yield* act(modules, "none")
      const failed = yield* Effect.flip(act(modules, "hangs", "brief"))
      assert.deepInclude(failed, {
        phase: "cancel",
        kind: "timeout",
        message: "faulty.brief exceeded its 300ms action timeout"
      })
      assert.strictEqual(yield* act(modules, "none"), "done")
      assert.deepStrictEqual(modules.effects(), ["none", "hangs", "none"])
      assert.strictEqual(starts(modules), 2)
    }).pipe(Effect.scoped)
  )

  it.live("is given up by a module that reads its cancellation, which goes on [SOS-CALL-21]", () =>
    Effect.gen(function* () {
      const modules = yield* running(["faulty"])
      yield* act(modules, "none")
      const failed = yield* Effect.flip(act(modules, "gives up", "brief"))
      assert.deepInclude(failed, { phase: "cancel", kind: "timeout" })
      assert.strictEqual(yield* act(modules, "none"), "done")
      assert.strictEqual(starts(modules), 1)
      assert.isTrue(modules.trace.some((line) => line.includes('"outcome":"acknowledged"')))
    }).pipe(Effect.scoped)
  )
})

describe("a real tree of processes", () => {
  it.live("that ignores end of input and SIGTERM is gone when the run has ended [SOS-CALL-30]", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const modules = yield* Scope.provide(running(["faulty"]), scope)
      const pids = yield* act(modules, "stubborn")
      assert.isTrue(Array.isArray(pids) && pids.length === 2 && pids.every((pid) => isAlive(Number(pid))))
      yield* Scope.close(scope, Exit.void)
      assert.deepStrictEqual(Array.isArray(pids) ? pids.filter((pid) => isAlive(Number(pid))) : pids, [])
      const end = modules.trace.map((line) => JSON.parse(line)).at(-1)
      assert.deepInclude(end, { phase: "shutdown", outcome: "killed" })
      assert.isAtLeast(end.millis, 1500)
      assert.isBelow(end.millis, 4000)
    })
  )

  it.live("is gone after its run was interrupted as well [SOS-CALL-30]", () =>
    Effect.gen(function* () {
      let pids: ReadonlyArray<unknown> = []
      const run = Effect.gen(function* () {
        const modules = yield* running(["faulty"])
        const value = yield* act(modules, "stubborn")
        pids = Array.isArray(value) ? value : []
        return yield* act(modules, "hangs")
      })
      const fiber = yield* Effect.forkChild(Effect.scoped(run))
      yield* Effect.repeat(Effect.yieldNow, { until: () => pids.length > 0 })
      yield* Fiber.interrupt(fiber)
      assert.deepStrictEqual(
        pids.filter((pid) => isAlive(Number(pid))),
        []
      )
    })
  )
})

describe("a real handshake", () => {
  it.live.each([
    ["protocol", "initialize"],
    ["module", "initialize"],
    ["version", "initialize"],
    ["definitionDigest", "initialize"],
    ["refuses", "initialize"],
    ["exits", "initialize"],
    ["banner", "decode"]
  ] as const)("that goes wrong by %s fails in phase %s, before any effect [SOS-CALL-40]", ([fault, phase]) =>
    Effect.gen(function* () {
      const modules = yield* running(["faulty"], { args: [fault] })
      assert.strictEqual((yield* Effect.flip(act(modules, "none"))).phase, phase)
      assert.deepStrictEqual(modules.effects(), [])
    }).pipe(Effect.scoped)
  )

  it.live("that does not come is cut off by the limit of the call [SOS-CALL-41]", () =>
    Effect.gen(function* () {
      const modules = yield* running(["faulty"], { args: ["silent"] })
      const failed = yield* Effect.flip(act(modules, "none", "brief"))
      assert.deepInclude(failed, { phase: "cancel", kind: "timeout" })
      assert.deepStrictEqual(modules.effects(), [])
    }).pipe(Effect.scoped)
  )
})
