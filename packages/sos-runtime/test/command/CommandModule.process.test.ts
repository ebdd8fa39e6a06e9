import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import type { CallFailure } from "@lanyard/sos-module"
import { Effect, Fiber } from "effect"
import { gone } from "../support/alive.ts"
import { everything, head, open } from "../support/commands.ts"

/** An action that runs a script, with more keys of its own or of its command. */
const sh = (script: string, { action = "", command = "" } = {}) => `
[[action]]
name = "run"
${action}
[action.command]
program = "sh"
arguments = ["-c", '''${script}''']
${command}
`

const posix = process.platform !== "win32"

/** What a failed call says. */
const failure = <A>(call: Effect.Effect<A, CallFailure.CallFailure>) =>
  Effect.map(Effect.flip(call), ({ ended, kind, message, phase }) => ({ phase, kind, message, ended }))

describe.runIf(posix)("a command adapter", () => {
  it.live("passes arguments to the letter, without a shell [SOS-CMD-01]", () =>
    Effect.gen(function* () {
      const { call } = yield* open(
        `${head()}
[[action]]
name = "echo"
[[action.parameter]]
name = "words"
type = "list of text"
[action.result]
type = "list of text"
[action.command]
program = "list"
arguments = ["a b", "*", { each = "words" }]
stdout = "json"
`,
        { files: { "bin/list": `#!/usr/bin/env node\nconsole.log(JSON.stringify(process.argv.slice(2)))\n` } }
      )
      const words = ["; rm -rf x", "$(id)", "*", '"', "", "line\nbreak", "'"]
      assert.deepStrictEqual(yield* call("echo", words), ["a b", "*", ...words])
    })
  )

  it.live("ends the input at once when there is none, and takes text but for its last newline [SOS-CMD-02]", () =>
    Effect.gen(function* () {
      const { call } = yield* open(head() + sh("cat; printf 'a\\n\\n'"))
      assert.strictEqual(yield* call("run"), "a\n")
    })
  )

  it.live.each([
    ["text", "text", "a\nb", "a\nb"],
    ["text", "integer", 37, "37"],
    ["json", "text", 'a"b', '"a\\"b"\n'],
    ["json", "list of integer", [1, 2], "[1,2]\n"]
  ] as const)("feeds %s of a parameter of type %s [SOS-CMD-03]", ([mode, type, value, expected]) =>
    Effect.gen(function* () {
      const { call, folder } = yield* open(`${head()}
[[action]]
name = "feed"
[[action.parameter]]
name = "x"
type = "${type}"
[action.command]
program = "sh"
arguments = ["-c", "cat > seen"]
stdin = "${mode}"
stdin_parameter = "x"
stdout = "none"
`)
      yield* call("feed", value)
      assert.strictEqual(readFileSync(join(folder, "seen"), "utf8"), expected)
    })
  )

  it.live("succeeds although the program never reads its input [SOS-CMD-04]", () =>
    Effect.gen(function* () {
      const { call } = yield* open(`${head()}
[[action]]
name = "deaf"
[[action.parameter]]
name = "x"
type = "text"
[action.command]
program = "true"
stdin_parameter = "x"
`)
      assert.strictEqual(yield* call("deaf", "x".repeat(1_000_000)), "")
    })
  )

  it.live("takes the exit codes of the definition and no other [SOS-CMD-05]", () =>
    Effect.gen(function* () {
      const { call } = yield* open(`${head()}
[[action]]
name = "exit"
[[action.parameter]]
name = "code"
type = "integer"
[action.command]
program = "sh"
arguments = ["-c", "echo out; echo first >&2; echo why >&2; exit $1", "sh", "\${code}"]
exit_codes = [0, 1]
`)
      assert.strictEqual(yield* call("exit", 1), "out")
      assert.deepStrictEqual(yield* failure(call("exit", 2)), {
        phase: "exit",
        kind: "runtime",
        message: "tool.exit exited with status 2: why",
        ended: { _tag: "Exited", code: 2 }
      })
    })
  )

  it.live("reports a signal as one and never as a status (B113, B114) [SOS-CMD-06]", () =>
    Effect.gen(function* () {
      const { call } = yield* open(head() + sh("kill -9 $$", { command: "exit_codes = [0, 1, 137]" }))
      assert.deepStrictEqual(yield* failure(call("run")), {
        phase: "exit",
        kind: "runtime",
        message: "tool.run was ended by SIGKILL",
        ended: { _tag: "Signalled", signal: "SIGKILL" }
      })
    })
  )

  it.live("shows diagnostics, drops them or puts them behind the output, as the definition says [SOS-CMD-07]", () =>
    Effect.gen(function* () {
      const say = (stderr: string) => sh("echo one >&2; echo two; echo three >&2", { command: `stderr = "${stderr}"` })
      const shown = yield* open(head() + say("diagnostic"))
      assert.deepStrictEqual([yield* shown.call("run"), shown.stderr], ["two", ["one\nthree\n"]])
      const dropped = yield* open(head() + say("discard"))
      assert.deepStrictEqual([yield* dropped.call("run"), dropped.stderr], ["two", []])
      const merged = yield* open(head() + say("merge"))
      assert.deepStrictEqual([yield* merged.call("run"), merged.stderr], ["two\none\nthree", []])
    })
  )

  it.live("reads merged messages as strictly as the output before them [SOS-CMD-07]", () =>
    Effect.gen(function* () {
      const merging = (stdout: string) =>
        head() + sh("printf 'two'; printf '\\377' >&2", { command: `stderr = "merge"\nstdout = "${stdout}"` })
      const text = yield* open(merging("text"))
      assert.deepInclude(yield* failure(text.call("run")), {
        phase: "decode",
        message: "tool.run wrote bytes that are not UTF-8; expected text"
      })
      assert.isNull(yield* (yield* open(merging("none"))).call("run"))
    })
  )

  it.live("shows diagnostics of a call that fails, too [SOS-CMD-07]", () =>
    Effect.gen(function* () {
      const { call, stderr } = yield* open(head() + sh("echo why >&2; exit 3"))
      yield* Effect.flip(call("run"))
      assert.deepStrictEqual(stderr, ["why\n"])
    })
  )

  it.live("takes 1 MiB of output and ends a program at the first byte more [SOS-CMD-08]", () =>
    Effect.gen(function* () {
      const full = yield* open(head() + sh("yes o | head -c 1048576"))
      const output = yield* full.call("run")
      assert.strictEqual(typeof output === "string" && output.length, 1_048_575)
      const over = yield* open(head() + sh("while :; do echo oooooooooooooooooooooooooooooooooo; done"))
      assert.deepInclude(yield* failure(over.call("run")), {
        phase: "decode",
        kind: "limit",
        message: "tool.run wrote more than 1048576 bytes to stdout"
      })
    })
  )

  it.live("lowers the limits to those of the action, for both outputs and their sum [SOS-CMD-08]", () =>
    Effect.gen(function* () {
      const limits = "[action.limits]\nstdout_bytes = 4\nstderr_bytes = 4\n"
      const run = (script: string, stderr = "discard") =>
        Effect.flatMap(open(head() + sh(script, { action: limits, command: `stderr = "${stderr}"` })), ({ call }) =>
          call("run")
        )
      assert.strictEqual(yield* run("printf 1234"), "1234")
      assert.include((yield* Effect.flip(run("printf 12345"))).message, "more than 4 bytes to stdout")
      assert.include((yield* Effect.flip(run("printf 12345 >&2"))).message, "more than 4 bytes to stderr")
      assert.strictEqual(yield* run("printf 12; printf 34 >&2", "merge"), "1234")
      assert.include(
        (yield* Effect.flip(run("printf 12; printf 345 >&2", "merge"))).message,
        "more than 4 bytes to stdout"
      )
    })
  )

  it.live("validates what was written against the result [SOS-CMD-09]", () =>
    Effect.gen(function* () {
      const { call } = yield* open(head() + sh("echo 29.5", { action: '[action.result]\ntype = "number"' }))
      assert.deepInclude(yield* failure(call("run")), {
        phase: "validate",
        message: "tool.run returned text; expected number"
      })
    })
  )

  it.live("says what is wrong with output that cannot be read [SOS-CMD-12]", () =>
    Effect.gen(function* () {
      const { call } = yield* open(head() + sh("echo '{} {}'", { command: 'stdout = "json"' }))
      assert.deepInclude(yield* failure(call("run")), {
        phase: "decode",
        message: "tool.run wrote something that is not one JSON value; expected one JSON value"
      })
    })
  )

  it.live("ends the whole tree at the limit of the action, whatever holds its output (B019) [SOS-CMD-15]", () =>
    Effect.gen(function* () {
      const { call, folder } = yield* open(
        head() + sh("sleep 1000 & echo $! > pid; sleep 1000", { action: 'timeout = "300ms"' })
      )
      assert.deepStrictEqual(yield* failure(call("run")), {
        phase: "cancel",
        kind: "timeout",
        message: "tool.run exceeded its 300ms action timeout",
        ended: undefined
      })
      const pid = Number(readFileSync(join(folder, "pid"), "utf8"))
      yield* gone(pid)
    }).pipe(Effect.scoped)
  )

  it.live("returns when the program exits although a descendant holds its output (B003) [SOS-CMD-16]", () =>
    Effect.gen(function* () {
      const { call } = yield* open(head() + sh("sleep 1000 & echo done"))
      assert.strictEqual(yield* call("run"), "done")
    })
  )

  it.live("runs calls side by side [SOS-CMD-17]", () =>
    Effect.gen(function* () {
      // Each waits for the other one.
      const { call } = yield* open(`${head()}
[[action]]
name = "meet"
timeout = "20s"
[[action.parameter]]
name = "mine"
type = "text"
[[action.parameter]]
name = "other"
type = "text"
[action.command]
program = "sh"
arguments = ["-c", "mkfifo $1 2>/dev/null; : > ready-$1; until [ -e ready-$2 ]; do :; done; echo met", "sh", "\${mine}", "\${other}"]
`)
      const both = yield* Effect.all([call("meet", "a", "b"), call("meet", "b", "a")], { concurrency: 2 })
      assert.deepStrictEqual(both, ["met", "met"])
    })
  )

  it.live("is cancelled by interruption, with everything that it started [SOS-CMD-18]", () =>
    Effect.gen(function* () {
      const { call, folder } = yield* open(head() + sh("echo $$ > pid; exec sleep 1000"))
      const running = yield* Effect.forkChild(call("run"), { startImmediately: true })
      yield* Effect.repeat(
        Effect.sync(() => existsSync(join(folder, "pid")) && readFileSync(join(folder, "pid"), "utf8") !== ""),
        {
          until: (there) => Effect.as(Effect.yieldNow, there)
        }
      )
      const pid = Number(readFileSync(join(folder, "pid"), "utf8"))
      yield* Fiber.interrupt(running)
      yield* gone(pid)
    })
  )

  it.live("does what it does once, however it fails [SOS-CMD-19]", () =>
    Effect.gen(function* () {
      const { call, folder } = yield* open(head() + sh("echo once >> effects; exit 1"))
      yield* Effect.flip(call("run"))
      assert.strictEqual(readFileSync(join(folder, "effects"), "utf8"), "once\n")
    })
  )
})

describe.runIf(posix)("the folder of a command", () => {
  const inFolder = `${head()}
[[action]]
name = "where"
[[action.parameter]]
name = "root"
type = "folder"
[action.command]
program = "pwd"
arguments = ["-P"]
working_directory_parameter = "root"
`
  const files = { "inside/file": "", "bin/x": "" }
  const narrow = { ...everything, filesystem: "workspace" } as const

  it.live("is one inside the workspace, however its path is written [SOS-CMD-20]", () =>
    Effect.gen(function* () {
      const { call, folder } = yield* open(inFolder, { files, grant: narrow })
      for (const path of ["inside", "./inside/../inside", `${folder}/inside`]) {
        assert.strictEqual(yield* call("where", path), `${folder}/inside`)
      }
      assert.strictEqual(yield* call("where", "."), folder)
    })
  )

  it.live.each([
    ["inside/nothing", "root names a folder that does not exist"],
    ["inside/file", "root names a file where a folder is needed"],
    ["..", "root names a folder outside the workspace"],
    ["/", "root names a folder outside the workspace"],
    ["escape", "root names a folder outside the workspace"],
    ["chain", "root names a folder outside the workspace"],
    ["dangling", "root names a folder that does not exist"],
    ["loop", "root names a folder that does not exist"],
    ["sibling", "root names a folder outside the workspace"]
  ] as const)("is never %s (B142, B143) [SOS-CMD-21]", ([path, message]) =>
    Effect.gen(function* () {
      const { call, folder } = yield* open(inFolder, { files, grant: narrow })
      // A neighbour whose name begins like the workspace's.
      const other = yield* open(inFolder)
      symlinkSync("/", join(folder, "escape"))
      symlinkSync("escape", join(folder, "chain"))
      symlinkSync("nothing", join(folder, "dangling"))
      symlinkSync("loop", join(folder, "loop"))
      symlinkSync(other.folder, join(folder, "sibling"))
      assert.deepInclude(yield* failure(call("where", path)), { phase: "validate", message })
    })
  )

  it.live.each([
    ["/", "root names a folder outside the workspace"],
    ["bin", "root names a folder that was replaced meanwhile"]
  ] as const)(
    "is looked at again behind what the module requires, when it leads to %s by then [SOS-CMD-21]",
    ([to, message]) =>
      Effect.gen(function* () {
        const probe = `#!/bin/sh\ncd "$(dirname "$0")/.." && rmdir inside && ln -s ${to} inside\necho 1.0.0\n`
        const requiring = inFolder.replace("[capabilities]", '[runtime.requires]\nprobe = ">=1.0.0"\n[capabilities]')
        const { call, folder } = yield* open(requiring, { files: { "bin/probe": probe }, grant: narrow })
        mkdirSync(join(folder, "inside"))
        assert.deepInclude(yield* failure(call("where", "inside")), { phase: "validate", message })
      })
  )

  it.live("is anywhere only where the policy grants explicit access [SOS-CMD-22]", () =>
    Effect.gen(function* () {
      const { call } = yield* open(inFolder, { files })
      assert.strictEqual(yield* call("where", "/"), "/")
    })
  )
})
