import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Environment } from "@lanyard/process"
import { layer as processes } from "@lanyard/process/node"
import { Effect, Fiber, Layer, Schedule } from "effect"
import { HostProcess } from "../../src/HostProcess.ts"
import { Clipboard } from "../../src/hostcalls/Clipboard.ts"
import { Launcher, type Task } from "../../src/hostcalls/Desktop.ts"
import { Opener } from "../../src/hostcalls/Opener.ts"
import { launcher } from "../../src/node/Launcher.ts"
import { caller, callsOf } from "../support/calls.ts"
import { posix, running } from "../support/groups.ts"
import { home } from "../support/homes.ts"

type Lines = ReadonlyArray<string>

/** A desktop whose programs are lines of sh that find the folder they live in as $HOME. */
const desktop = Effect.fn(function* (programs: Readonly<Record<string, Lines>>) {
  const folder = yield* home(
    {},
    Object.fromEntries(Object.entries(programs).map(([name, lines]) => [`bin/${name}`, lines]))
  )
  const environment = { PATH: `${join(folder, "bin")}:/usr/bin:/bin`, HOME: folder, DISPLAY: ":0", SECRET: "secret" }
  const means = Layer.mergeAll(
    processes,
    Layer.succeed(Launcher, { ...launcher, system: "freedesktop" }),
    Layer.succeed(HostProcess, { pid: process.pid, environment })
  )
  const calls = yield* callsOf(Layer.mergeAll(Opener.layer, Clipboard.layer).pipe(Layer.provide(means)))
  const text = (name: string) => readFileSync(join(folder, name), "utf8").trim()
  /** Waits until a program has written a line. */
  const written = (name: string) =>
    Effect.suspend(() =>
      existsSync(join(folder, name)) && text(name) !== "" ? Effect.succeed(text(name)) : Effect.fail("waiting")
    ).pipe(Effect.retry(Schedule.spaced(5)))
  /** Waits for the number of a process, which ends with the test. */
  const numberIn = (name: string) =>
    Effect.acquireRelease(Effect.map(written(name), Number), (pid) => Effect.sync(() => killed(pid)))
  /** Asks the app to go on, and returns what it says then. */
  const goesOn = numberIn("app").pipe(
    Effect.andThen(Effect.sync(() => writeFileSync(join(folder, "go"), ""))),
    Effect.andThen(written("alive"))
  )
  return { ask: (method: string, params: unknown) => calls.answer(caller, method, params), text, numberIn, goesOn }
})

/** An app that, once it is asked to go on, writes more than a pipe holds and then says that it is alive. */
const app: Lines = [
  "echo $$ > $HOME/app",
  "until test -e $HOME/go; do sleep 0.01; done",
  "head -c 1000000 /dev/zero",
  "echo alive > $HOME/alive",
  "exec sleep 60"
]

const killed = (pid: number) => {
  try {
    process.kill(pid, "SIGKILL")
  } catch {}
}

const ok = { ok: true }
const open = ["host.open", { url: "https://example.com/" }] as const

describe.runIf(posix)("A program that a task is handed to", () => {
  it.live("leaves an app behind that outlives the call and can still write (B023)", () =>
    Effect.gen(function* () {
      const { ask, goesOn } = yield* desktop({ "xdg-open": [`sh -c '${app.join(";")}' &`, "exit 0"] })
      assert.deepStrictEqual(yield* ask(...open), ok)
      assert.strictEqual(yield* goesOn, "alive")
    })
  )

  it.live("runs on when it is the app itself and its caller goes away (B023)", () =>
    Effect.gen(function* () {
      const { ask, goesOn, numberIn } = yield* desktop({ "xdg-open": app })
      const asking = yield* Effect.forkChild(ask(...open))
      yield* numberIn("app")
      yield* Fiber.interrupt(asking)
      assert.strictEqual(yield* goesOn, "alive")
    })
  )

  it.live("gets its argument as it is, and a scrubbed environment (B7)", () =>
    Effect.gen(function* () {
      const { ask, text } = yield* desktop({
        "xdg-open": ['printf %s "$1" > $HOME/argument', 'printf %s "$SECRET$DISPLAY" > $HOME/seen']
      })
      const url = "x:$(touch $HOME/ran);'\"`&|\n"
      assert.deepStrictEqual(yield* ask("host.open", { url }), ok)
      assert.strictEqual(text("argument"), url.trim())
      assert.strictEqual(text("seen"), ":0")
    })
  )

  it.live("reads the whole text on its input", () =>
    Effect.gen(function* () {
      const { ask, text } = yield* desktop({ xclip: ["cat > $HOME/clip"] })
      const written = "ä".repeat(512 * 1024)
      assert.deepStrictEqual(yield* ask("host.clipboard_write", { text: written }), ok)
      assert.strictEqual(text("clip"), written)
    })
  )

  it.live("need not read it", () =>
    Effect.gen(function* () {
      const { ask } = yield* desktop({ xclip: ["exec <&-", "exit 0"] })
      assert.deepStrictEqual(yield* ask("host.clipboard_write", { text: "a".repeat(1024 * 1024) }), ok)
    })
  )

  it.live("is killed with its group when it is no app and its caller goes away", () =>
    Effect.gen(function* () {
      const { ask, numberIn } = yield* desktop({ xclip: ["sleep 60 &", "echo $$ > $HOME/tool", "wait"] })
      const asking = yield* Effect.forkChild(ask("host.clipboard_write", { text: "t" }))
      const pid = yield* numberIn("tool")
      yield* Fiber.interrupt(asking)
      yield* Effect.suspend(() => (running([pid]).length === 0 ? Effect.void : Effect.fail("alive"))).pipe(
        Effect.retry(Schedule.spaced(5))
      )
      assert.deepStrictEqual(running([pid]), [])
    })
  )

  it.live("is refused by the system's code when it cannot be started", () =>
    Effect.gen(function* () {
      const task: Task = { executable: "/nowhere", args: [], environment: Environment.empty, stdin: "", stays: false }
      assert.strictEqual((yield* Effect.flip(launcher.run(task))).code, "ENOENT")
      const withNul = { ...task, executable: "/bin/sh", args: ["a\0b"] }
      assert.strictEqual((yield* Effect.flip(launcher.run(withNul))).code, "ERR_INVALID_ARG_VALUE")
    })
  )

  it.live("returns its status, and none when a signal ended it", () =>
    Effect.gen(function* () {
      const run = (script: string) =>
        launcher.run({
          executable: "/bin/sh",
          args: ["-c", script],
          environment: Environment.empty,
          stdin: "",
          stays: false
        })
      assert.strictEqual(yield* run("exit 3"), 3)
      assert.isUndefined(yield* run("kill -9 $$"))
    })
  )
})
