import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Deadlines, Perform } from "@lanyard/flash-protocol"
import { Deferred, Effect, Exit, Fiber, Scope } from "effect"
import { posix, running } from "./support/groups.ts"
import { hasPython, host, hostOf, specOf, temporaryFolder } from "./support/live.ts"

const command = (plugin: string, subcommand: string, ...args: ReadonlyArray<string>) => ({
  kind: "command" as const,
  command: plugin,
  subcommand,
  args,
  raw: args.join(" ")
})
const query = { query: "6 * 7", scope: "all", surface: "test" } as const

describe("A host of real plugins", () => {
  it.live("evaluates, or says that the program of the evaluator is not there", () =>
    Effect.gen(function* () {
      const { plugins, until } = yield* host("calculator", "bookmarks")
      yield* plugins.start
      if (hasPython) {
        yield* until("Ready", 2)
        const [evaluation] = yield* plugins.evaluate(query)
        assert.strictEqual(evaluation?.plugin, "calculator")
        assert.deepInclude(evaluation?.answers[0], { title: "42", effect: { type: "copy_text", text: "42" } })
      } else {
        const [failed] = yield* until("AttemptFailed")
        assert.deepInclude(failed?.failure, { _tag: "ExecutableNotFound", executable: "python3" })
        yield* until("Ready")
        assert.deepStrictEqual(yield* plugins.evaluate(query), [])
      }
      // A loaded machine may need more than 50 ms for the trip to Python and back.
    }).pipe(Effect.scoped, Effect.provideService(Deadlines.Table, { ...Deadlines.make(), query: 5000 }))
  )

  it.live("keeps a catalog, performs and resolves [FLASH-PROC-01]", () =>
    Effect.gen(function* () {
      const { plugins, until } = yield* host("bookmarks")
      yield* plugins.start
      yield* until("Ready")
      yield* until("Published")
      const outcome = yield* plugins.perform(
        "bookmarks",
        command("bookmarks", "add", "Lanyard", "https://example.com/l")
      )
      assert.strictEqual(outcome._tag, "Performed")
      const rows = yield* plugins.catalog("bookmarks")
      const added = rows.find(({ title }) => title === "Lanyard")
      assert.isDefined(added)
      if (added === undefined) return
      const resolved = yield* plugins.perform("bookmarks", { kind: "resolve", row: added })
      assert.deepStrictEqual(resolved, Perform.Outcome.Performed({ navigationUrl: "https://example.com/l" }))
      assert.deepStrictEqual(
        yield* plugins.perform("bookmarks", { kind: "navigate", url: "bookmarks://x" }),
        Perform.Outcome.Unhandled()
      )
    }).pipe(Effect.scoped)
  )

  it.live.runIf(posix)("starts a script whose first line asks the PATH for its interpreter (B094)", () =>
    Effect.gen(function* () {
      const bookmarks = specOf("bookmarks", yield* temporaryFolder)
      const { plugins, until } = yield* hostOf([
        { ...bookmarks, manifest: { ...bookmarks.manifest, exec: ["./bookmarks.mjs"] } }
      ])
      yield* plugins.start
      assert.strictEqual((yield* until("Ready")).length, 1)
    }).pipe(Effect.scoped)
  )

  it.live.runIf(posix)("restarts one that was killed, and serves its catalog meanwhile", () =>
    Effect.gen(function* () {
      const { plugins, until } = yield* host("bookmarks")
      yield* plugins.start
      yield* until("Published")
      const [first] = yield* until("Ready")
      process.kill(first?.pid ?? 0, "SIGKILL")
      const [failed] = yield* until("AttemptFailed")
      assert.deepInclude(failed?.failure, { _tag: "PluginExited", exit: { _tag: "Signaled", signal: "SIGKILL" } })
      assert.strictEqual((yield* plugins.catalog("bookmarks")).length, 3)
      const ready = yield* until("Ready", 2)
      assert.notStrictEqual(ready[1]?.pid, first?.pid)
    }).pipe(Effect.scoped)
  )

  it.live.runIf(posix)("stops them all in one grace, a stubborn tree by SIGKILL [FLASH-SHUT-05]", () =>
    Effect.gen(function* () {
      const { plugins, until } = yield* host("bookmarks", "stubborn")
      yield* plugins.start
      const ready = yield* until("Ready", 2)
      const groups = ready.map(({ pid }) => pid)
      assert.deepStrictEqual(running(groups), groups)
      yield* plugins.stop
      const stopped = yield* until("Stopped", 2)
      assert.deepStrictEqual(
        stopped.map(({ plugin, report }) => [plugin, report.steps.map(({ rung }) => rung), report.exit]),
        [
          ["bookmarks", ["end of input"], { _tag: "Exited", code: 0 }],
          ["stubborn", ["end of input", "SIGTERM", "SIGKILL"], { _tag: "Signaled", signal: "SIGKILL" }]
        ]
      )
      assert.deepStrictEqual(running(groups), [])
    }).pipe(Effect.scoped)
  )

  it.live.runIf(posix)("leaves no process when its scope is closed", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const { plugins, until } = yield* Scope.provide(host("bookmarks", "stubborn"), scope)
      yield* plugins.start
      const groups = (yield* until("Ready", 2)).map(({ pid }) => pid)
      yield* Scope.close(scope, Exit.void)
      assert.deepStrictEqual(running(groups), [])
    })
  )

  it.live.runIf(posix)("leaves no process when its owner is interrupted", () =>
    Effect.gen(function* () {
      const started = yield* Deferred.make<ReadonlyArray<number>>()
      const owner = yield* Effect.forkChild(
        Effect.scoped(
          Effect.gen(function* () {
            const { plugins, until } = yield* host("bookmarks", "stubborn")
            yield* plugins.start
            yield* Deferred.succeed(
              started,
              (yield* until("Ready", 2)).map(({ pid }) => pid)
            )
            return yield* Effect.never
          })
        )
      )
      const groups = yield* Deferred.await(started)
      yield* Fiber.interrupt(owner)
      assert.deepStrictEqual(running(groups), [])
    })
  )
})

describe("A plugin that misbehaves", () => {
  it.live.each(["noise-before-handshake", "floods-stderr"])("%s still comes up [FLASH-PROC-13]", (name) =>
    Effect.gen(function* () {
      const { plugins, until } = yield* host(`misbehaving/${name}`)
      yield* plugins.start
      assert.strictEqual((yield* until("Ready")).length, 1)
      assert.isTrue(yield* plugins.ping(name))
    }).pipe(Effect.scoped)
  )

  it.live.each([
    ["wrong-version", { _tag: "HandshakeRejected", reason: "wrong version", version: 2 }],
    ["rejects-initialize", { _tag: "HandshakeRejected", reason: "wrong version" }]
  ] as const)("%s fails its attempt", ([name, failure]) =>
    Effect.gen(function* () {
      const { plugins, until } = yield* host(`misbehaving/${name}`)
      yield* plugins.start
      const [failed] = yield* until("AttemptFailed")
      assert.deepInclude(failed?.failure, failure)
    }).pipe(Effect.scoped)
  )

  it.live("by a malformed reply fails that request at once (F4)", () =>
    Effect.gen(function* () {
      const { plugins, until } = yield* host("misbehaving/malformed-reply")
      yield* plugins.start
      yield* until("Ready")
      assert.deepStrictEqual(
        yield* plugins.perform("malformed-reply", command("malformed-reply", "run")),
        Perform.noReply
      )
    }).pipe(Effect.scoped)
  )

  it.live("by publishing too much keeps its previous catalog", () =>
    Effect.gen(function* () {
      const { plugins, until } = yield* host("misbehaving/over-quota-publish")
      yield* plugins.start
      const [dropped] = yield* until("Dropped")
      assert.strictEqual(dropped?.method, "publish")
      assert.strictEqual((yield* plugins.catalog("over-quota-publish")).length, 1)
    }).pipe(Effect.scoped)
  )

  it.live("by dying in the middle of an effect is not asked again (B068)", () =>
    Effect.gen(function* () {
      const { plugins, until, data } = yield* host("misbehaving/appends-then-dies")
      yield* plugins.start
      yield* until("Ready")
      const outcome = yield* plugins.perform("appends-then-dies", command("appends-then-dies", "run"))
      assert.deepStrictEqual(outcome, Perform.noReply)
      yield* until("Ready", 2)
      const marks = join(data, "performed")
      assert.isTrue(existsSync(marks))
      assert.strictEqual(readFileSync(marks, "utf8").trim().split("\n").length, 1)
    }).pipe(Effect.scoped)
  )
})

describe.runIf(process.platform === "linux")("A stop", () => {
  it.live("lists what a plugin had orphaned before, in a session of its own", () =>
    Effect.gen(function* () {
      const root = yield* temporaryFolder
      const answer = JSON.stringify({ id: 1, result: { ok: true, protocol_version: 1 } })
      // While a process executes its program, the system shows no environment of it.
      const isAsleep = `grep -qx sleep "/proc/$(cat orphan)/comm" && grep -q FLASH_PLUGIN_ID "/proc/$(cat orphan)/environ"`
      const orphan = `(setsid sh -c 'echo $$ > orphan; exec sleep 60' &); until ${isAsleep}; do :; done`
      writeFileSync(join(root, "plugin.sh"), `${orphan}; read -r line; echo '${answer}'; exec cat > answered`)
      const { manifest } = specOf("sh-hello", root)
      const spec = { manifest: { ...manifest, exec: ["sh", "./plugin.sh"] }, root, dataDir: root, settings: {} }
      const { plugins, until } = yield* hostOf([spec])
      yield* plugins.start
      yield* until("Ready")
      const pid = Number(readFileSync(join(root, "orphan"), "utf8"))
      yield* Effect.addFinalizer(() => Effect.sync(() => process.kill(pid, "SIGKILL")))
      yield* plugins.stop
      const [stopped] = yield* until("Stopped")
      assert.deepStrictEqual(stopped?.report.survivors, [{ pid, name: "sleep" }])
    }).pipe(Effect.scoped)
  )
})
