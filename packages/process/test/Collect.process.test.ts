import { readFileSync } from "node:fs"
import { setImmediate as turn } from "node:timers/promises"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Result, Scope } from "effect"
import { type Child, Spawner } from "../src/Child.ts"
import * as Collect from "../src/Collect.ts"
import * as Environment from "../src/Environment.ts"
import { layer } from "../src/node.ts"
import { CommandOverdue, ExecutableNotFound } from "../src/ProcessError.ts"
import { groupOf, linux, node, posix, runs, sh } from "./support/children.ts"

const limits = { stdoutBytes: 1 << 20, stderrBytes: 1 << 20, deadline: "30 seconds" } as const
const text = (output: Collect.Output) => Buffer.from(output.bytes).toString()

setFlagsFromString("--expose-gc")
const gc: () => void = runInNewContext("gc")

/** A variable of this process, until the scope closes. */
const variable = (name: string, value: string) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      process.env[name] = value
    }),
    () => Effect.sync(() => delete process.env[name])
  )

describe.runIf(posix)("Collect.run", () => {
  it.live("keeps both outputs and the exit apart", () =>
    Effect.gen(function* () {
      const { exit, stderr, stdout } = yield* Collect.run({ ...sh("echo out; echo err >&2; exit 4"), ...limits })
      assert.deepStrictEqual([exit, text(stdout), text(stderr)], [{ _tag: "Exited", code: 4 }, "out\n", "err\n"])
      assert.deepStrictEqual([stdout.omitted, stderr.omitted], [0, 0])
    }).pipe(Effect.provide(layer))
  )

  it.live("keeps the first bytes up to each limit and counts the others", () =>
    Effect.gen(function* () {
      const flood = "head -c 3000000 /dev/zero | tr '\\0' o; head -c 2000000 /dev/zero | tr '\\0' e >&2"
      const run = yield* Collect.run({ ...sh(flood), ...limits, stdoutBytes: 10, stderrBytes: 0 })
      assert.deepStrictEqual([text(run.stdout), run.stdout.omitted], ["oooooooooo", 2_999_990])
      assert.deepStrictEqual([text(run.stderr), run.stderr.omitted], ["", 2_000_000])
    }).pipe(Effect.provide(layer))
  )

  it.live("ends a command that never ends by itself at the first byte over a limit", () =>
    Effect.gen(function* () {
      for (const [output, script] of [
        ["stdout", "while :; do echo oooooooooooooooooooooooo; done"],
        ["stderr", "while :; do echo eeeeeeeeeeeeeeeeeeeeeeee >&2; done"]
      ] as const) {
        const command = { ...sh(script), ...limits, stdoutBytes: 1000, stderrBytes: 1000 } as const
        const failure = yield* Effect.flip(Effect.scoped(Collect.runWithin(command)))
        assert.strictEqual(failure._tag, "OutputOverflow")
        assert.include(failure, { output, limit: 1000 })
      }
    }).pipe(Effect.provide(layer))
  )

  it.live("takes outputs of exactly their limits, and fails at one byte more", () =>
    Effect.gen(function* () {
      const command = { ...limits, stdoutBytes: 5, stderrBytes: 3 } as const
      const run = yield* Collect.runWithin({ ...sh("printf 12345; printf 123 >&2"), ...command })
      assert.deepStrictEqual([text(run.stdout), text(run.stderr)], ["12345", "123"])
      const over = yield* Effect.flip(Collect.runWithin({ ...sh("printf 123456"), ...command }))
      assert.strictEqual(over._tag, "OutputOverflow")
    }).pipe(Effect.provide(layer))
  )

  it.live("moves 5 MB through a program that answers as it reads (B033)", () =>
    Effect.gen(function* () {
      const stdin = Uint8Array.from({ length: 5_000_000 }, (_, at) => (at * 7) & 0xff)
      const run = yield* Collect.run({ ...sh("exec cat"), ...limits, stdoutBytes: 6_000_000, stdin })
      assert.isTrue(Buffer.from(run.stdout.bytes).equals(stdin))
    }).pipe(Effect.provide(layer))
  )

  it.live("passes text as UTF-8 and then the end of input", () =>
    Effect.gen(function* () {
      assert.strictEqual(text((yield* Collect.run({ ...sh("cat"), ...limits, stdin: "hé\n" })).stdout), "hé\n")
      assert.strictEqual(text((yield* Collect.run({ ...sh("cat; echo end"), ...limits })).stdout), "end\n")
    }).pipe(Effect.provide(layer))
  )

  it.live("is not failed by a program that leaves its input unread", () =>
    Effect.gen(function* () {
      const run = yield* Collect.run({ ...sh("exec 0<&-; echo done"), ...limits, stdin: "x".repeat(5_000_000) })
      assert.deepStrictEqual([run.exit, text(run.stdout)], [{ _tag: "Exited", code: 0 }, "done\n"])
    }).pipe(Effect.provide(layer))
  )

  it.live("is not delayed by a grandchild that holds the pipe, whose end the scope awaits (B003, B019)", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const run = yield* Scope.provide(Collect.run({ ...sh("sleep 600 & echo $!"), ...limits }), scope)
      const pid = Number(text(run.stdout))
      assert.deepStrictEqual(run.exit, { _tag: "Exited", code: 0 })
      yield* Scope.close(scope, Exit.void)
      assert.isFalse(runs(pid))
    }).pipe(Effect.provide(layer))
  )

  // Ignores SIGTERM and holds no pipe.
  const stubborn = "(trap '' TERM; exec >&- 2>&-; while :; do sleep 1; done) & echo $!"

  it.live("gives its result before it ends what is left, and that before the scope has closed (B019)", () =>
    Effect.gen(function* () {
      for (const turns of [0, 1, 5]) {
        const scope = yield* Scope.make()
        const run = yield* Scope.provide(Collect.run({ ...sh(stubborn), ...limits }), scope)
        const pid = Number(text(run.stdout))
        for (let at = 0; at < turns; at++) yield* Effect.promise(() => turn())
        assert.isTrue(runs(pid))
        yield* Scope.close(scope, Exit.void)
        assert.isFalse(runs(pid))
      }
    }).pipe(Effect.provide(layer))
  )

  it.live("says that a program was killed, which is no status (B113, B114)", () =>
    Effect.gen(function* () {
      const run = yield* Collect.run({ ...sh("kill -KILL $$"), ...limits })
      assert.deepStrictEqual(run.exit, { _tag: "Signaled", signal: "SIGKILL" })
    }).pipe(Effect.provide(layer))
  )

  it.live("fails once when the program is missing and input waits (B027)", () =>
    Effect.gen(function* () {
      const missing = { ...sh(""), executable: "/nowhere/program", ...limits, stdin: "x".repeat(1e6) }
      const failure = yield* Effect.flip(Collect.run(missing))
      assert.deepStrictEqual(failure, new ExecutableNotFound({ executable: "/nowhere/program" }))
    }).pipe(Effect.provide(layer))
  )

  it.live("gives the child exactly the allowed variables of a full environment (B103)", () =>
    Effect.gen(function* () {
      const source = {
        PATH: process.env.PATH,
        LANG: "C.UTF-8",
        GITHUB_TOKEN: "t",
        SSH_AUTH_SOCK: "s",
        NODE_OPTIONS: "--no-warnings",
        LD_PRELOAD: "",
        PYTHONPATH: "p",
        "BASH_FUNC_ls%%": "() { :; }"
      }
      const environment = Result.getOrThrow(
        Environment.make({ source, allow: ["PATH", "LANG", "HOME", "BASH_FUNC_ls%%"], values: { OWN: "1=2" } })
      )
      const print = "process.stdout.write(JSON.stringify(process.env))"
      yield* variable("NODE_V8_COVERAGE", "/nowhere")
      const run = yield* Collect.run({ ...node(print), environment, ...limits })
      const { __CF_USER_TEXT_ENCODING: _, ...seen } = JSON.parse(text(run.stdout))
      assert.deepStrictEqual(seen, { PATH: source.PATH, LANG: "C.UTF-8", OWN: "1=2" })
      assert.deepStrictEqual(Object.keys(Environment.toRecord(environment)), environment.names)
    }).pipe(Effect.provide(layer))
  )
})

describe.runIf(linux)("Collect.run ends the whole group", () => {
  const silent = "trap '' TERM; (trap '' TERM; while :; do sleep 9; done) & while :; do sleep 9; done"

  /** A spawner that says which child it started. */
  const observed = Effect.gen(function* () {
    const real = yield* Spawner
    const started = yield* Deferred.make<Child>()
    const spawner = Spawner.of({
      start: (spec) => Effect.tap(real.start(spec), (child) => Deferred.succeed(started, child))
    })
    const child = Deferred.await(started)
    return { spawner, child, pid: Effect.map(child, ({ pid }) => pid) }
  })

  it.live("from the deadline on, however long the scope stays open", () =>
    Effect.gen(function* () {
      const { child, spawner } = yield* observed
      const late = Collect.run({ ...sh("exec sleep 60"), ...limits, deadline: "50 millis" })
      yield* late.pipe(Effect.flip, Effect.provideService(Spawner, spawner))
      assert.deepStrictEqual(yield* Deferred.await((yield* child).exited), { _tag: "Signaled", signal: "SIGTERM" })
    }).pipe(Effect.provide(layer))
  )

  it.live("and keeps nothing of what it wrote", () =>
    Effect.gen(function* () {
      const loud = Collect.run({ ...node("process.stdout.write('x'.repeat(4e6))"), ...limits, stdoutBytes: 4e6 })
      const size = (run: { readonly stdout: Collect.Output }) => run.stdout.bytes.length
      yield* Effect.map(loud, size)
      const before = process.memoryUsage().arrayBuffers
      for (let i = 0; i < 20; i++) assert.strictEqual(yield* Effect.map(loud, size), 4e6)
      // Buffers of a stream are let go some turns after it was closed.
      for (let i = 0; i < 10; i++) {
        yield* Effect.promise(() => turn())
        gc()
      }
      assert.isBelow(process.memoryUsage().arrayBuffers - before, 20e6)
    }).pipe(Effect.provide(layer))
  )

  it.live("when the deadline passes while it still writes", () =>
    Effect.gen(function* () {
      const { pid, spawner } = yield* observed
      const late = Collect.run({ ...sh(silent), ...limits, stdin: "x".repeat(5e6), deadline: "100 millis" })
      const failure = yield* late.pipe(Effect.scoped, Effect.flip, Effect.provideService(Spawner, spawner))
      assert.deepStrictEqual(failure, new CommandOverdue({ executable: "/bin/sh", millis: 100 }))
      assert.deepStrictEqual(groupOf(yield* pid), [])
    }).pipe(Effect.provide(layer))
  )

  it.live("when the owner is interrupted", () =>
    Effect.gen(function* () {
      const { pid, spawner } = yield* observed
      const owner = yield* Collect.run({ ...sh(silent), ...limits }).pipe(
        Effect.scoped,
        Effect.provideService(Spawner, spawner),
        Effect.forkChild
      )
      const leader = yield* pid
      yield* Fiber.interrupt(owner)
      assert.deepStrictEqual(groupOf(leader), [])
      assert.throws(() => readFileSync(`/proc/${leader}/stat`))
    }).pipe(Effect.provide(layer))
  )
})
