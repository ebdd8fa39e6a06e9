import { existsSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Child } from "@lanyard/process"
import { layer as processes } from "@lanyard/process/node"
import { Effect, Exit, Layer, Scope } from "effect"
import { LoginEnvironment, LoginReport } from "../../src/environment/LoginEnvironment.ts"
import { HostProcess } from "../../src/HostProcess.ts"
import { posix, running } from "../support/groups.ts"
import { home } from "../support/homes.ts"

const find = (shell: string) =>
  ["/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].map((bin) => join(bin, shell)).find(existsSync)

/** Where each shell's users set their PATH, and how. */
const startUp = {
  sh: [".profile", "export PATH=/login/bin:$PATH"],
  bash: [".bash_profile", "export PATH=/login/bin:$PATH"],
  dash: [".profile", "export PATH=/login/bin:$PATH"],
  zsh: [".zprofile", "export PATH=/login/bin:$PATH"],
  fish: [".config/fish/config.fish", "set -gx PATH /login/bin $PATH"]
} as const

// Those that every POSIX system of the CI has are looked for no further: without them the tests fail.
const shells = (Object.keys(startUp) as ReadonlyArray<keyof typeof startUp>).flatMap((name) => {
  const path = ["sh", "bash"].includes(name) ? `/bin/${name}` : find(name)
  return path === undefined ? [] : [[name, path] as const]
})

/** A home whose owner's login runs some lines of bash. */
const bash = (...lines: ReadonlyArray<string>) => home({ ".bash_profile": lines.join("\n") })

/** A program that behaves as some shell does. */
const fake = (name: string, ...lines: ReadonlyArray<string>) =>
  Effect.map(home({}, { [name]: lines }), (folder) => join(folder, name))

const seedOf = (folder: string, shell: string) => ({ HOME: folder, PATH: "/usr/bin:/bin", SHELL: shell })

/** Reads the login environment, ends what owns the reading, and says which groups that left behind. */
const read = Effect.fn(function* (folder: string, shell = "/bin/bash", secrets: Readonly<Record<string, string>> = {}) {
  const groups: Array<number> = []
  const recording = Layer.effect(
    Child.Spawner,
    Child.Spawner.useSync((spawner) => ({
      start: (spec) => Effect.tap(spawner.start(spec), ({ pid }) => Effect.sync(() => groups.push(pid)))
    }))
  )
  const scope = yield* Scope.make()
  const context = yield* LoginEnvironment.layer.pipe(
    Layer.provide([
      Layer.provideMerge(recording, processes),
      Layer.succeed(HostProcess, { pid: process.pid, environment: { ...seedOf(folder, shell), ...secrets } })
    ]),
    Layer.buildWithScope(scope)
  )
  const login = yield* Effect.provide(LoginEnvironment, context)
  const variables = yield* login.variables
  const report = yield* login.report
  yield* Scope.close(scope, Exit.void)
  return { variables, reason: reasonOf(report), groups, left: running(groups) }
})

const reasonOf = LoginReport.$match({ Resolved: () => undefined, KeptSeed: ({ reason }) => reason })

describe.runIf(posix)("LoginEnvironment.layer", () => {
  it.live.each(shells)("reads what %s sets up at a login, in its own syntax (B093)", ([name, path]) =>
    Effect.gen(function* () {
      const [file, line] = startUp[name]
      const { reason, variables } = yield* read(yield* home({ [file]: `${line}\n` }), path)
      assert.isUndefined(reason)
      assert.match(variables.PATH, /^\/login\/bin:/)
    }).pipe(Effect.scoped)
  )

  it.live("reads from a fish-like shell, which greets and has no export of its own", () =>
    Effect.gen(function* () {
      const fish = yield* fake(
        "fish",
        'test "$#" = 3 && test "$1" = -l && test "$2" = -c || exit 124',
        "echo Welcome to fish, the friendly interactive shell",
        'PATH=/login/bin:$PATH; exec /bin/sh -c "$3"'
      )
      const { reason, variables } = yield* read("/", fish)
      assert.isUndefined(reason)
      assert.strictEqual(variables.PATH, "/login/bin:/usr/bin:/bin")
    }).pipe(Effect.scoped)
  )

  it.live("reads from a C shell, which takes -l alone", () =>
    Effect.gen(function* () {
      const tcsh = yield* fake(
        "tcsh",
        'test "$1" = -c || { echo "Unknown option: $1" >&2; exit 1; }',
        'PATH=/login/bin:$PATH; exec /bin/sh -c "$2"'
      )
      const { reason, variables } = yield* read("/", tcsh)
      assert.isUndefined(reason)
      assert.strictEqual(variables.PATH, "/login/bin:/usr/bin:/bin")
    }).pipe(Effect.scoped)
  )

  it.live("is not taken in by banners, look-alikes, JSON or traces (B095)", () =>
    Effect.gen(function* () {
      const folder = yield* bash(
        "echo PATH=/banner; echo '{\"PATH\":\"/json\"}'; printf 'no newline, \\033[31mred'",
        "head -c 1000000 /dev/zero | tr '\\0' x",
        "exec 2>&1; set -x",
        "awk() { echo PATH=/function; }; export -f awk; shopt -s expand_aliases; alias awk=echo",
        "trap 'echo PATH=/trap; exit 3' EXIT",
        "export PATH=/login/bin:/usr/bin:/bin"
      )
      const { reason, variables } = yield* read(folder)
      assert.isUndefined(reason)
      assert.strictEqual(variables.PATH, "/login/bin:/usr/bin:/bin")
    }).pipe(Effect.scoped)
  )

  it.live("reads values as they are, whatever they hold", () =>
    Effect.gen(function* () {
      const folder = yield* bash(
        "export LOGNAME=$'two lines\\nPATH=/fake\\n' USER=$'\\'\"`$x\\\\n' TERM='' TMPDIR='/tmp/名前 =x'"
      )
      const { variables } = yield* read(folder)
      assert.deepInclude(variables, {
        LOGNAME: "two lines\nPATH=/fake\n",
        USER: "'\"`$x\\n",
        TERM: "",
        TMPDIR: "/tmp/名前 =x"
      })
    }).pipe(Effect.scoped)
  )

  it.live("shows the shell nothing that a plugin may not see, and a marker (B098, B103)", () =>
    Effect.gen(function* () {
      const folder = yield* bash("export TERM=none$GITHUB_TOKEN USER=$FLASH_RESOLVING_ENVIRONMENT")
      const { variables } = yield* read(folder, "/bin/bash", { GITHUB_TOKEN: "secret" })
      assert.deepInclude(variables, { TERM: "none", USER: "1" })
      assert.notProperty(variables, "FLASH_RESOLVING_ENVIRONMENT")
    }).pipe(Effect.scoped)
  )

  it.live("asks a shell that is not interactive, and that has neither input nor a terminal (B099)", () =>
    Effect.gen(function* () {
      const folder = yield* bash(
        "case $- in *i*) exec sleep 1000 ;; esac",
        "read line && export TERM=input || export TERM=none",
        "(: < /dev/tty) 2> /dev/null && export USER=terminal || export USER=none"
      )
      const { variables } = yield* read(folder)
      assert.deepInclude(variables, { TERM: "none", USER: "none" })
    }).pipe(Effect.scoped)
  )

  it.live("does not wait for a job that holds the output, and ends it", () =>
    Effect.gen(function* () {
      const folder = yield* bash("(trap '' TERM; exec sleep 1000) &", "export PATH=/login/bin:$PATH")
      const { groups, left, reason, variables } = yield* read(folder)
      assert.isUndefined(reason)
      assert.match(variables.PATH, /^\/login\/bin:/)
      assert.deepStrictEqual([groups.length, left], [1, []])
    }).pipe(Effect.scoped)
  )

  it.live(
    "keeps the seed when a start-up file replaces the shell, and ends the whole group (B097) [FLASH-PROC-08]",
    () =>
      Effect.gen(function* () {
        const folder = yield* bash("trap '' TERM; sleep 1000 &", "exec sleep 1000")
        const { groups, left, reason, variables } = yield* read(folder)
        assert.deepStrictEqual(variables, seedOf(folder, "/bin/bash"))
        assert.strictEqual(reason?._tag, "CommandOverdue")
        assert.deepStrictEqual([groups.length, left], [1, []])
      }).pipe(Effect.scoped)
  )

  it.live.each([
    ["leaves with a status", "exit 3", "LoginShellFailed"],
    ["ends by a signal", "kill -KILL $$", "LoginShellFailed"],
    ["becomes a program that says nothing", "exec true", "AnswerUnreadable"],
    ["closes its output", "exec >&-", "LoginShellFailed"],
    ["loses its PATH", "export PATH=/nowhere", "LoginShellFailed"]
  ] as const)("keeps the seed when the shell %s (F11) [FLASH-PROC-08]", ([, line, expected]) =>
    Effect.gen(function* () {
      const folder = yield* bash(line)
      const { left, reason, variables } = yield* read(folder)
      assert.deepStrictEqual(variables, seedOf(folder, "/bin/bash"))
      assert.strictEqual(reason?._tag, expected)
      assert.deepStrictEqual(left, [])
    }).pipe(Effect.scoped)
  )

  it.live.each([
    ["is not there", "/nowhere/zsh", "ExecutableNotFound"],
    ["is a folder", "/usr", "ExecutableNotPermitted"]
  ] as const)("keeps the seed when the shell %s, and starts nothing (F11) [FLASH-PROC-08]", ([, shell, expected]) =>
    Effect.gen(function* () {
      const { groups, reason, variables } = yield* read("/", shell)
      assert.deepStrictEqual(variables, seedOf("/", shell))
      assert.strictEqual(reason?._tag, expected)
      assert.deepStrictEqual(groups, [])
    })
  )

  it.live("keeps the seed of a user who may not log in", () =>
    Effect.gen(function* () {
      const nologin = yield* fake("nologin", "echo This account is currently not available.", "exit 1")
      const { reason, variables } = yield* read("/", nologin)
      assert.deepStrictEqual(variables, seedOf("/", nologin))
      assert.strictEqual(reason?._tag, "LoginShellFailed")
    }).pipe(Effect.scoped)
  )
})
