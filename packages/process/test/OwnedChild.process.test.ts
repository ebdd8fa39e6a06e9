import { mkdtempSync, readdirSync, readlinkSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Result, Scope } from "effect"
import { type Child, Spawner } from "../src/Child.ts"
import * as Environment from "../src/Environment.ts"
import { layer, processTable } from "../src/node.ts"
import * as OwnedChild from "../src/OwnedChild.ts"
import * as Termination from "../src/Termination.ts"
import { groupOf, linux, listen, node, posix, runs, sh } from "./support/children.ts"

const soon = { escalation: Termination.escalation("200 millis") }
const turn = Effect.callback<void>((resume) => {
  setImmediate(() => setImmediate(() => resume(Effect.void)))
})
const stubborn = "trap '' TERM; (trap '' TERM; echo up; while :; do sleep 9; done) & while :; do sleep 9; done"

/** Waits until a process has executed `sleep`: while it does so, the system shows no variables of it. */
const sleeping = (pid: number): Effect.Effect<void> =>
  Effect.suspend(() => {
    const found = processTable?.find(pid)
    const isOnItsWay = typeof found === "object" && found.name !== "sleep"
    return isOnItsWay ? Effect.andThen(Effect.yieldNow, sleeping(pid)) : Effect.void
  })

describe.runIf(linux)("OwnedChild.stop", () => {
  it.live("is one sequence with one report for ten callers at once and one more later (B009)", () =>
    Effect.gen(function* () {
      const child = yield* OwnedChild.spawn(sh(stubborn), soon)
      yield* listen(child).line
      const reports = yield* Effect.all(
        Array.from({ length: 10 }, () => child.stop),
        { concurrency: "unbounded" }
      )
      const later = yield* child.stop
      assert.deepStrictEqual(
        later.steps.map(({ rung, delivered }) => [rung, delivered]),
        [
          ["end of input", true],
          ["SIGTERM", true],
          ["SIGKILL", true]
        ]
      )
      for (const report of reports) assert.strictEqual(report, later)
      assert.deepStrictEqual([later.exit, groupOf(child.pid)], [{ _tag: "Signaled", signal: "SIGKILL" }, []])
    }).pipe(Effect.provide(layer))
  )

  it.live("goes on when its first caller is interrupted", () =>
    Effect.gen(function* () {
      const child = yield* OwnedChild.spawn(sh(stubborn), soon)
      yield* listen(child).line
      const first = yield* Effect.forkChild(child.stop, { startImmediately: true })
      yield* Fiber.interrupt(first)
      assert.deepStrictEqual(groupOf(child.pid), [])
      assert.lengthOf((yield* child.stop).steps, 3)
    }).pipe(Effect.provide(layer))
  )

  it.live("settles although the pipe broke before it ended the input (B026)", () =>
    Effect.gen(function* () {
      const child = yield* OwnedChild.spawn(sh("exec 0<&-; echo closed; sleep 9"), soon)
      const { line, tells } = listen(child)
      yield* line
      child.stdio.write("x")
      yield* tells("broken")
      const report = yield* child.stop
      assert.deepStrictEqual(report.exit, { _tag: "Signaled", signal: "SIGTERM" })
    }).pipe(Effect.provide(layer))
  )

  it.live.each<readonly [string, string, ReadonlyArray<string>]>([
    ["the group alone", "perl -e 'setpgrp(0, 0); $| = 1; print qq($$\\n); exec qw(sleep 60)'", []],
    ["the session too", "setsid sh -c 'echo $$; exec sleep 60'", [`LANYARD_MARK=${process.pid}`]]
  ])("lists an orphan of long before that left %s", ([, leaves, marks]) =>
    Effect.gen(function* () {
      const values = { LANYARD_MARK: String(process.pid) }
      const environment = Result.getOrThrow(Environment.make({ source: process.env, allow: ["PATH"], values }))
      const child = yield* OwnedChild.spawn({ ...sh(`(${leaves} &); exec cat`), environment }, { ...soon, marks })
      const pid = Number(yield* listen(child).line)
      yield* Effect.addFinalizer(() => Effect.sync(() => process.kill(pid, "SIGKILL")))
      yield* sleeping(pid)
      const { survivors } = yield* child.stop
      assert.deepStrictEqual(
        survivors.map((seen) => seen.pid),
        [pid]
      )
    }).pipe(Effect.provide(layer))
  )

  it.live("lists a descendant that left the group, which it cannot promise dead", () =>
    Effect.gen(function* () {
      const child = yield* OwnedChild.spawn(sh("setsid sh -c 'echo $$; exec sleep 60' & cat"), soon)
      const pid = Number(yield* listen(child).line)
      yield* Effect.addFinalizer(() => Effect.sync(() => process.kill(pid, "SIGKILL")))
      const { survivors } = yield* child.stop
      assert.deepStrictEqual(
        survivors.map((seen) => seen.pid),
        [pid]
      )
      assert.isTrue(runs(pid))
    }).pipe(Effect.provide(layer))
  )

  it.live("takes the output of a child that nobody reads, so that it can leave by itself", () =>
    Effect.gen(function* () {
      const child = yield* OwnedChild.spawn(sh("cat >/dev/null; head -c 1000000 /dev/zero"))
      const report = yield* child.stop
      assert.deepStrictEqual([report.exit, report.steps.length], [{ _tag: "Exited", code: 0 }, 1])
    }).pipe(Effect.provide(layer))
  )

  it.live("stops twenty children in one grace", () =>
    Effect.gen(function* () {
      const children = yield* Effect.all(
        Array.from({ length: 20 }, () => OwnedChild.spawn(sh(stubborn), soon)),
        { concurrency: 20 }
      )
      const reports = yield* Termination.stopAll(children)
      assert.lengthOf(reports, 20)
      for (const { steps } of reports) assert.lengthOf(steps, 3)
      assert.deepStrictEqual(
        children.flatMap(({ pid }) => groupOf(pid)),
        []
      )
    }).pipe(Effect.provide(layer))
  )
})

describe.runIf(linux)("OwnedChild.spawn", () => {
  it.live("stops the tree when the scope is closed", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const child = yield* Scope.provide(OwnedChild.spawn(sh(stubborn), soon), scope)
      const { line, tells } = listen(child)
      yield* line
      yield* Scope.close(scope, Exit.void)
      assert.deepStrictEqual(groupOf(child.pid), [])
      yield* tells("end")
    }).pipe(Effect.provide(layer))
  )

  it.live("stops the tree when the owner is interrupted", () =>
    Effect.gen(function* () {
      const started = yield* Deferred.make<Child>()
      const owner = yield* OwnedChild.spawn(sh(stubborn), soon).pipe(
        Effect.tap((child) => listen(child).line),
        Effect.tap((child) => Deferred.succeed(started, child)),
        Effect.andThen(Effect.never),
        Effect.scoped,
        Effect.forkChild
      )
      const child = yield* Deferred.await(started)
      yield* Fiber.interrupt(owner)
      assert.deepStrictEqual(groupOf(child.pid), [])
    }).pipe(Effect.provide(layer))
  )

  it.live("leaves no orphan when it is interrupted before the child was handed over", () =>
    Effect.gen(function* () {
      const started: Array<Child> = []
      const real = yield* Spawner
      const slow = Spawner.of({
        start: (spec) =>
          real.start(spec).pipe(
            Effect.tap((child) => Effect.sync(() => started.push(child))),
            Effect.tap(() => Effect.repeat(Effect.yieldNow, { times: 3 }))
          )
      })
      const owner = yield* OwnedChild.spawn(sh(stubborn), soon).pipe(
        Effect.andThen(Effect.never),
        Effect.scoped,
        Effect.provideService(Spawner, slow),
        Effect.forkChild({ startImmediately: true })
      )
      yield* Fiber.interrupt(owner)
      assert.lengthOf(started, 1)
      assert.deepStrictEqual(
        started.flatMap(({ pid }) => groupOf(pid)),
        []
      )
    }).pipe(Effect.provide(layer))
  )

  it.live("has at most one child alive when a start is tried again at once (B013)", () =>
    Effect.gen(function* () {
      const folder = mkdtempSync(join(tmpdir(), "lanyard-"))
      yield* Effect.addFinalizer(() => Effect.sync(() => rmSync(folder, { recursive: true })))
      // Fails where another one still holds the lock, and needs a while to give its own back.
      const locking = 'mkdir "$1" || exit 9; echo locked; cat >/dev/null; sleep 0.3; rmdir "$1"; exit 0'
      const attempt = OwnedChild.spawn(sh(locking, join(folder, "lock"))).pipe(
        Effect.flatMap((child) => listen(child).line),
        Effect.scoped
      )
      for (let n = 0; n < 3; n++) assert.strictEqual(yield* attempt, "locked")
    }).pipe(Effect.provide(layer))
  )

  it.live("hands no child a descriptor of another (B014)", () =>
    Effect.gen(function* () {
      const a = yield* OwnedChild.spawn(sh("echo a; cat"))
      const b = yield* OwnedChild.spawn(sh("echo b; cat"))
      yield* listen(a).line
      yield* listen(b).line
      const held = (pid: number | string) =>
        readdirSync(`/proc/${pid}/fd`).map((fd) => {
          try {
            return readlinkSync(`/proc/${pid}/fd/${fd}`)
          } catch {
            return ""
          }
        })
      const others = new Set([...held("self"), ...held(a.pid)])
      assert.deepStrictEqual(
        held(b.pid).filter((link) => link.startsWith("socket:") && others.has(link)),
        []
      )
      a.stdio.end()
      assert.deepStrictEqual(yield* Deferred.await(a.exited), { _tag: "Exited", code: 0 })
      assert.isTrue(runs(b.pid))
    }).pipe(Effect.provide(layer))
  )

  it.live("leaves no process, descriptor or listener after 500 starts and stops", () =>
    Effect.gen(function* () {
      const pids: Array<number> = []
      const once = OwnedChild.spawn({ ...sh(""), executable: "/bin/cat", args: [] }).pipe(
        Effect.tap((child) => Effect.sync(() => pids.push(child.pid))),
        Effect.flatMap((child) => child.stop),
        Effect.scoped
      )
      const rounds = (times: number) =>
        Effect.all(
          Array.from({ length: times }, () => once),
          { concurrency: 8, discard: true }
        )
      const left = () => ({
        descriptors: readdirSync("/proc/self/fd").length,
        listeners: process.eventNames().map((event) => process.listenerCount(event)),
        // Pipes and processes of children; timers and the test runner's own pipe to its parent come and go.
        resources: process.getActiveResourcesInfo().filter((name) => /ProcessWrap|PipeWrap/.test(name)).length
      })
      yield* rounds(10)
      yield* turn
      const before = left()
      yield* rounds(500)
      // A handle of Node closes in the turn after the one that asked for it.
      yield* turn
      assert.deepStrictEqual(left(), before)
      assert.deepStrictEqual(pids.filter(runs), [])
    }).pipe(Effect.provide(layer))
  )
})

describe.runIf(posix)("OwnedChild.drained", () => {
  it.live("reports the exit although a grandchild holds the pipe (B003, B021)", () =>
    Effect.gen(function* () {
      const child = yield* OwnedChild.spawn(sh("sleep 60 & echo bye; exit 3"), soon)
      const { line, told } = listen(child)
      assert.deepStrictEqual(yield* OwnedChild.drained(child), { _tag: "Exited", code: 3 })
      assert.strictEqual(yield* line, "bye")
      assert.include(told, "end")
      yield* Deferred.await(child.closed)
      assert.deepStrictEqual(
        (yield* child.stop).steps.map(({ delivered }) => delivered),
        [false, true]
      )
    }).pipe(Effect.provide(layer))
  )

  it.live("comes after every byte that was written before the exit (B054)", () =>
    Effect.gen(function* () {
      for (let round = 0; round < 50; round++) {
        const child = yield* OwnedChild.spawn(sh("head -c 60000 /dev/zero"))
        const { text } = listen(child)
        yield* OwnedChild.drained(child)
        assert.lengthOf(text(), 60_000)
      }
    }).pipe(Effect.provide(layer))
  )

  it.live("gives the signal that ended a child (B113)", () =>
    Effect.gen(function* () {
      const child = yield* OwnedChild.spawn(sh("kill -KILL $$"))
      assert.deepStrictEqual(yield* OwnedChild.drained(child), { _tag: "Signaled", signal: "SIGKILL" })
    }).pipe(Effect.provide(layer))
  )
})

describe("a child's pipes", () => {
  const chunk = "x".repeat(64 * 1024)

  it.live("take no more than fits, and break once when the child exits without reading (B025)", () =>
    Effect.gen(function* () {
      const child = yield* OwnedChild.spawn(node("process.stdin.once('readable', () => process.exit(7))"))
      const { tells, told } = listen(child)
      let taken = 0
      while (taken < 1024 && child.stdio.write(chunk)) taken++
      assert.isBelow(taken, 64)
      yield* tells("broken")
      assert.deepStrictEqual(yield* OwnedChild.drained(child), { _tag: "Exited", code: 7 })
      assert.isTrue(child.stdio.write(chunk))
      assert.lengthOf(
        told.filter((what) => what === "broken"),
        1
      )
    }).pipe(Effect.provide(layer))
  )

  it.live("break at once when a child dies with 8 MB queued, even behind the end of input (B029)", () =>
    Effect.gen(function* () {
      const child = yield* OwnedChild.spawn(node("console.log('up'); setInterval(() => {}, 1000)"))
      const { line, tells } = listen(child)
      yield* line
      for (let n = 0; n < 128; n++) child.stdio.write(chunk)
      child.stdio.end()
      process.kill(child.pid, "SIGKILL")
      yield* tells("broken")
      assert.strictEqual((yield* OwnedChild.drained(child))._tag, "Signaled")
    }).pipe(Effect.provide(layer))
  )

  it.live("drain 9 MB of stderr before the reply (B031)", () =>
    Effect.gen(function* () {
      const flood = "process.stderr.write('e'.repeat(9e6), () => console.log('reply')); process.stdin.resume()"
      const quiet = yield* OwnedChild.spawn(node(flood))
      assert.strictEqual(yield* listen(quiet).line, "reply")

      const heard = yield* OwnedChild.spawn(node(flood))
      let bytes = 0
      heard.onStderr((chunk) => {
        bytes += chunk.length
      })
      yield* listen(heard).line
      yield* heard.stop
      assert.strictEqual(bytes, 9e6)
    }).pipe(Effect.provide(layer))
  )

  it.live("stop delivering when the reader leaves, and go on draining", () =>
    Effect.gen(function* () {
      const child = yield* OwnedChild.spawn(node("process.stdout.write('x'.repeat(9e6), () => process.exit(5))"))
      let chunks = 0
      const leave = child.stdio.open({
        chunk: () => {
          chunks++
          leave()
        },
        end: () => assert.fail("told after leaving"),
        drain: () => {},
        broken: () => {}
      })
      assert.deepStrictEqual(yield* Deferred.await(child.exited), { _tag: "Exited", code: 5 })
      assert.strictEqual(chunks, 1)
    }).pipe(Effect.provide(layer))
  )

  it.live("tell a reader that comes after the end", () =>
    Effect.gen(function* () {
      const child = yield* OwnedChild.spawn(node(""))
      yield* child.stop
      const { tells } = listen(child)
      yield* tells("end")
    }).pipe(Effect.provide(layer))
  )
})
