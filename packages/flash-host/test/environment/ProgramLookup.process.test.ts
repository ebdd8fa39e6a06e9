import { mkdirSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Collect } from "@lanyard/process"
import { layer as processes } from "@lanyard/process/node"
import { Effect, Layer } from "effect"
import { LoginEnvironment } from "../../src/environment/LoginEnvironment.ts"
import { HostProcess } from "../../src/HostProcess.ts"
import { childSpec } from "../../src/Launch.ts"
import { layer as self } from "../../src/node.ts"
import { posix } from "../support/groups.ts"
import { home } from "../support/homes.ts"
import { specOf } from "../support/scripted.ts"

/** Launches a program as that of a plugin, for a host that was started from a desktop; returns what it prints. */
const run = Effect.fn(function* (user: string, ...exec: ReadonlyArray<string>) {
  const root = join(user, "plugin")
  mkdirSync(root, { recursive: true })
  const login = LoginEnvironment.layer.pipe(
    Layer.provide(
      Layer.succeed(HostProcess, {
        pid: process.pid,
        environment: { HOME: user, PATH: "/usr/bin:/bin:/usr/sbin:/sbin", SHELL: "/bin/bash" }
      })
    ),
    Layer.provideMerge(processes)
  )
  return yield* Effect.gen(function* () {
    const child = yield* childSpec({ ...specOf("example", { exec }), root, dataDir: join(user, "data") })
    const limits = { stdoutBytes: 4096, stderrBytes: 0, deadline: "30 seconds" } as const
    const { stdout } = yield* Collect.run({ ...child, ...limits })
    return { executable: child.executable, printed: Buffer.from(stdout.bytes).toString().trim() }
  }).pipe(Effect.provide(Layer.merge(login, self)), Effect.scoped)
})

const profile = { ".bash_profile": 'export PATH="$HOME/tools:$PATH"\n' }

describe.runIf(posix)("A plugin's program", () => {
  it.live("is found on the login PATH, which the host lacks, and run without a shell (B093) [FLASH-PROC-02]", () =>
    Effect.gen(function* () {
      const user = yield* home(profile, { "tools/lanyard-tool": ['echo "tool $*"'] })
      const { executable, printed } = yield* run(user, "lanyard-tool", "--serve", "a b; $c")
      assert.strictEqual(executable, join(user, "tools/lanyard-tool"))
      assert.strictEqual(printed, "tool --serve a b; $c")
    }).pipe(Effect.scoped)
  )

  it.live("is not run when a link leads out of the plugin's folder to it (B141) [FLASH-PROC-03]", () =>
    Effect.gen(function* () {
      const user = yield* home({}, { "tools/lanyard-tool": ["echo tool"] })
      mkdirSync(join(user, "plugin"))
      symlinkSync(join(user, "tools/lanyard-tool"), join(user, "plugin/run"))
      assert.strictEqual((yield* Effect.flip(run(user, "./run")))._tag, "ExecutableNotPermitted")
    }).pipe(Effect.scoped)
  )

  it.live("finds the interpreter that it asks env for on its own PATH (B094)", () =>
    Effect.gen(function* () {
      const user = yield* home(profile, {
        "tools/lanyard-tool": ["#!/usr/bin/env lanyard-interpreter"],
        "tools/lanyard-interpreter": ['echo "interpreted $(basename "$1")"']
      })
      assert.strictEqual((yield* run(user, "lanyard-tool")).printed, "interpreted lanyard-tool")
    }).pipe(Effect.scoped)
  )

  it.live("is chosen by a version manager for the plugin's folder (B101)", () =>
    Effect.gen(function* () {
      const user = yield* home(profile, {
        ".local/bin/mise": ['test "$1" = which && echo "$HOME/versions/$(basename "$PWD")/$2"'],
        "versions/plugin/lanyard-tool": ["echo chosen"],
        "tools/lanyard-tool": ["echo passed over"]
      })
      const { executable, printed } = yield* run(user, "lanyard-tool")
      assert.strictEqual(executable, join(user, "versions/plugin/lanyard-tool"))
      assert.strictEqual(printed, "chosen")
    }).pipe(Effect.scoped)
  )

  it.live.each([
    ["prints a warning where a path is expected", 'echo "mise WARN $HOME/versions/lanyard-tool is old"'],
    ["fails although it prints a path", 'echo "$HOME/versions/lanyard-tool"; exit 1'],
    ["prints a path where nothing is", 'echo "$HOME/versions/gone"'],
    ["kills itself", "kill -KILL $$"]
  ] as const)("is looked for on the login PATH when the version manager %s (B102)", ([, line]) =>
    Effect.gen(function* () {
      const user = yield* home(profile, {
        ".local/bin/mise": [line],
        "versions/lanyard-tool": ["echo wrong"],
        "tools/lanyard-tool": ["echo right"]
      })
      assert.strictEqual((yield* run(user, "lanyard-tool")).printed, "right")
    }).pipe(Effect.scoped)
  )
})
