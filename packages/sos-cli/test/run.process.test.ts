import { execFileSync, spawn } from "node:child_process"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { bin, fixture, run, temporary } from "./support/sos.ts"

const posix = process.platform !== "win32"

/** A folder with files. */
const folder = (files: Readonly<Record<string, string>>) =>
  Effect.map(temporary, (path) => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(path, name)), { recursive: true })
      writeFileSync(join(path, name), text)
    }
    return path
  })

/** Runs one program in a folder of its own. */
const program = (text: string, ...flags: ReadonlyArray<string>) =>
  Effect.flatMap(folder({ "main.sos": text }), (cwd) => run(["run", ...flags, "main.sos"], { cwd }))

/** A module whose one action runs a script of the shell. */
const shell = (script: string, rest = "") => ({
  "tool.toml": `schema = 1
[module]
path = "local/tool"
version = "1.0.0"
[runtime]
kind = "command"
[capabilities]
process = true
[[action]]
name = "run"
${rest}
[action.command]
program = "sh"
arguments = ["-c", '''${script}''']
`
})
const registered = (grant = "process = true") =>
  `version = 1\n[[module.external]]\npath = "local/tool"\ndefinition = "tool.toml"\n[external]\n${grant}\n`
const calling = 'import "local/tool" as tool\ncall tool.run called said\nshow said\n'

describe("sos run", () => {
  it.live("shows what the program shows on standard output, and nothing else [SOS-CLI-21]", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* program('make n 0\nrepeat 3 times:\n  set n n + 1\nshow "n is {n}"\n'), {
        code: 0,
        stdout: "n is 3\n",
        stderr: ""
      })
    })
  )

  it.live.each(["weather-python", "weather-node"])("runs the project %s with its module [SOS-CLI-22]", (name) =>
    Effect.gen(function* () {
      const node = dirname(process.execPath)
      const ended = yield* run(["run", "main.sos"], {
        cwd: fixture(`projects/${name}`),
        environment: { PATH: `${node}:${process.env.PATH}` }
      })
      assert.deepStrictEqual(ended, {
        code: 0,
        stdout: [
          "It is 29.5 degrees in San Juan",
          "Observed at 2026-09-20T20:20:00-04:00",
          "There is no station in Nowhere",
          "upstream_unavailable: weather service unavailable",
          ""
        ].join("\n"),
        stderr: ""
      })
    })
  )

  it.live.runIf(posix)(
    "runs the project of the tour: Python, Node, a command, and a module that is refused [SOS-CLI-22]",
    () =>
      Effect.gen(function* () {
        const node = dirname(process.execPath)
        const ended = yield* run(["run", "main.sos"], {
          cwd: fixture("projects/tour"),
          environment: { PATH: `${node}:${process.env.PATH}` }
        })
        assert.deepStrictEqual([ended.code, ended.stderr], [0, ""])
        const lines = ended.stdout.split("\n")
        assert.includeMembers(lines, [
          "  San Juan: 29.5 degrees",
          "  Nowhere: no station, a typed failure that was recovered",
          "  1. bolt, 8 mm: 40 in stock",
          "  main.sos",
          "  authorize: module local/online requests network access, denied by project policy"
        ])
      })
  )

  it.live("finds modules from the file and rights from where it is run [SOS-CLI-23]", () =>
    Effect.gen(function* () {
      const project = yield* folder({ ...shell("echo ran"), "sos.toml": registered(), "main.sos": calling })
      assert.strictEqual((yield* run(["run", "main.sos"], { cwd: project })).stdout, "ran\n")
      const elsewhere = yield* run(["run", join(project, "main.sos")], { cwd: yield* temporary })
      assert.deepStrictEqual(elsewhere, {
        code: 1,
        stdout: "",
        stderr: "sos: run: line 2: tool.run: module local/tool requests process access, denied by project policy\n"
      })
    })
  )

  it.live.each([
    ["show (", "main.sos:1:7: found the end of the line; expected a value\n"],
    [
      'import "local/no" as no',
      'main.sos:1:1: "local/no" is not registered; expected it in a sos.toml; there is none\n'
    ],
    ["make x 1 / 0", "sos: run: line 1: division by zero\n"],
    ['stop with "enough"', "enough\n"],
    ["stop", ""],
    [
      'define failure Lost:\n  where as text\nfail Lost with "gone":\n  where from "sea"',
      /^sos: run: failure Lost: gone \(\{.*"where":"sea".*\}\)\n$/
    ],
    [
      "repeat 1000000 times:\n  make x 1",
      "sos: run: line 2: the program ran more than 100000 statements, which is its limit\n"
    ]
  ] as ReadonlyArray<[string, string | RegExp]>)(
    "ends with 1 and says why, for program %# of the table [SOS-CLI-24]",
    ([text, stderr]) =>
      Effect.gen(function* () {
        const ended = yield* program(text)
        assert.deepStrictEqual([ended.code, ended.stdout], [1, ""])
        if (typeof stderr === "string") assert.strictEqual(ended.stderr, stderr)
        else assert.match(ended.stderr, stderr)
      })
  )

  it.live("ends with 2 and shows its usage when a call makes no sense [SOS-CLI-25]", () =>
    Effect.gen(function* () {
      const cwd = yield* temporary
      for (const args of [
        ["run"],
        ["run", "--fast", "a.sos"],
        ["check"],
        ["check", "a", "b"],
        ["fmt", "--write"],
        ["config"]
      ]) {
        const { code, stderr, stdout } = yield* run(args, { cwd })
        assert.deepStrictEqual([code, stdout], [2, ""], args.join(" "))
        assert.include(stderr, "usage: sos run")
      }
    })
  )

  it.live.runIf(posix)("ends a run and its modules at its timeout [SOS-CLI-26]", () =>
    Effect.gen(function* () {
      const cwd = yield* folder({ ...shell("sleep 1000"), "sos.toml": registered(), "main.sos": calling })
      const ended = yield* run(["run", "--timeout", "500ms", "main.sos"], { cwd })
      assert.deepStrictEqual([ended.code, ended.stdout], [1, ""])
      assert.match(ended.stderr, /exceeded its 500ms deadline/)
    })
  )

  it.live.runIf(posix)(
    "writes a trace without a word of what was said, and the diagnostics of modules to standard error [SOS-CLI-27]",
    () =>
      Effect.gen(function* () {
        const cwd = yield* folder({
          ...shell("echo canary; echo aside >&2"),
          "sos.toml": registered(),
          "main.sos": calling
        })
        const ended = yield* run(["run", "main.sos", "--trace", "trace.jsonl"], { cwd })
        assert.deepStrictEqual(ended, { code: 0, stdout: "canary\n", stderr: "aside\n" })
        const trace = readFileSync(join(cwd, "trace.jsonl"), "utf8")
        assert.notInclude(trace, "canary")
        const [first] = trace
          .split("\n")
          .filter((line) => line !== "")
          .map((line) => JSON.parse(line))
        assert.deepInclude(first, { seq: 1, module: "local/tool", action: "run", outcome: "completed" })
      })
  )

  it.live("says that the trace cannot be written before anything runs [SOS-CLI-27]", () =>
    Effect.gen(function* () {
      const ended = yield* program("show 1", "--trace", "no/such/folder")
      assert.deepStrictEqual(ended, {
        code: 1,
        stdout: "",
        stderr: "sos: run: no/such/folder: it cannot be written (ENOENT)\n"
      })
    })
  )

  it.live.runIf(posix)("waits for no reader of a trace that is a pipe [SOS-CLI-27]", () =>
    Effect.gen(function* () {
      const cwd = yield* folder({ "main.sos": "show 1\n" })
      execFileSync("mkfifo", [join(cwd, "trace")])
      assert.deepStrictEqual(yield* run(["run", "main.sos", "--trace", "trace"], { cwd }), {
        code: 1,
        stdout: "",
        stderr: "sos: run: trace: it cannot be written (ENXIO)\n"
      })
    })
  )

  it.live.runIf(process.platform === "linux")(
    "fails a run whose trace cannot be written any more, and says so once, however it ends [SOS-CLI-03]",
    () =>
      Effect.forEach(
        [
          ["", ""],
          ['stop with "enough"', "enough\n"],
          ["make n 1 / 0", "sos: run: line 4: division by zero\n"]
        ],
        ([ending, told]) =>
          Effect.gen(function* () {
            const cwd = yield* folder({
              ...shell("echo done"),
              "sos.toml": registered(),
              "main.sos": `${calling}${ending}\n`
            })
            const ended = yield* run(["run", "main.sos", "--trace", "/dev/full"], { cwd })
            assert.deepStrictEqual(ended, {
              code: 1,
              stdout: "done\n",
              stderr: `${told}sos: run: /dev/full: it cannot be written (ENOSPC)\n`
            })
          })
      )
  )

  it.live.runIf(posix)("fails a run whose trace ends in the middle of a line [SOS-CLI-03]", () =>
    Effect.gen(function* () {
      const path = `local/${"t".repeat(480)}`
      const named = (text: string) => text.replaceAll("local/tool", path)
      const cwd = yield* folder({
        "tool.toml": named(shell("echo done")["tool.toml"]),
        "sos.toml": named(registered()),
        "main.sos": named(calling)
      })
      // Files of one block, 512 bytes: what a disk does that is about to be full.
      const limited = `require("node:child_process").spawnSync("sh", ["-c", 'ulimit -f 1; exec "$@"', "sh", process.execPath, ...process.argv.slice(1)], { stdio: "inherit" }).status`
      const ended = yield* run(["run", "main.sos", "--trace", "trace.jsonl"], {
        cwd,
        node: ["-e", `process.exit(${limited})`, bin]
      })
      assert.deepStrictEqual(ended, {
        code: 1,
        stdout: "done\n",
        stderr: "sos: run: trace.jsonl: it cannot be written (EFBIG)\n"
      })
    })
  )

  it.live.runIf(posix)("takes secrets from .env and shows them nowhere [SOS-CLI-28]", () =>
    Effect.gen(function* () {
      const cwd = yield* folder({
        "tool.toml": shell('echo "key $KEY" >&2; exit 3')["tool.toml"].replace(
          "process = true",
          'process = true\nsecrets = ["KEY"]'
        ),
        "sos.toml": registered('process = true\nsecrets = ["KEY"]'),
        ".env": "KEY=canary-7\n",
        "main.sos": calling
      })
      const ended = yield* run(["run", "main.sos"], { cwd })
      assert.strictEqual(ended.code, 1)
      assert.include(ended.stderr, "key [REDACTED]")
      assert.notInclude(ended.stderr, "canary-7")
    })
  )

  it.live.runIf(posix)("tells on standard error alone that .env cannot be read [SOS-CLI-21, SOS-CLI-28]", () =>
    Effect.gen(function* () {
      const cwd = yield* folder({ ".env/x": "", ...shell("echo out"), "sos.toml": registered(), "main.sos": calling })
      assert.deepStrictEqual(yield* run(["run", "main.sos"], { cwd }), {
        code: 0,
        stdout: "out\n",
        stderr: "sos: warning: The file .env cannot be read: this is no regular file\n"
      })
    })
  )

  it.live.runIf(posix)("stops the program and its modules at a signal, and leaves nothing [SOS-CLI-29]", () =>
    Effect.gen(function* () {
      const script = "echo $$ > pid; echo started >&2; exec sleep 1000"
      const cwd = yield* folder({
        ...shell(`${script}`),
        "sos.toml": registered(),
        "main.sos": 'import "local/tool" as tool\nshow "before"\ncall tool.run\nshow "after"\n'
      })
      const bin = fileURLToPath(new URL("../src/bin.ts", import.meta.url))
      const child = spawn(process.execPath, [bin, "run", "main.sos"], { cwd, stdio: ["ignore", "pipe", "pipe"] })
      let stdout = ""
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        stdout += text
      })
      const started = Effect.suspend(() => Effect.try(() => Number(readFileSync(join(cwd, "pid"), "utf8"))))
      const pid = yield* Effect.repeat(
        Effect.orElseSucceed(started, () => 0),
        {
          until: (found) => Effect.as(Effect.yieldNow, found > 0)
        }
      )
      const ended = Effect.callback<number | null>((resume) => {
        child.once("close", (code) => resume(Effect.succeed(code)))
        child.kill("SIGINT")
      })
      assert.strictEqual(yield* ended, 130)
      assert.strictEqual(stdout, "before\n")
      assert.throws(() => process.kill(pid, 0))
    })
  )
})

describe("sos check", () => {
  it.live("says that a program is sound, or each problem at its place [SOS-CLI-30]", () =>
    Effect.gen(function* () {
      const cwd = yield* folder({ "good.sos": "show 1\n", "bad.sos": "show (\nmake 3\n" })
      assert.deepStrictEqual(yield* run(["check", "good.sos"], { cwd }), {
        code: 0,
        stdout: "good.sos: sound\n",
        stderr: ""
      })
      const bad = yield* run(["check", "bad.sos"], { cwd })
      assert.deepStrictEqual([bad.code, bad.stdout], [1, ""])
      assert.deepStrictEqual(
        bad.stderr
          .trimEnd()
          .split("\n")
          .map((line) => line.slice(0, 11)),
        ["bad.sos:1:7", "bad.sos:2:6"]
      )
      const names = 'main.sos:1:6: nothing here is called "nowhere"\n'
      writeFileSync(join(cwd, "main.sos"), "show nowhere\n")
      for (const verb of ["check", "run"]) {
        assert.deepStrictEqual(yield* run([verb, "main.sos"], { cwd }), { code: 1, stdout: "", stderr: names })
      }
      // A missing module hides nothing else.
      writeFileSync(join(cwd, "main.sos"), 'import "local/no" as no\ncall no.run\nshow nowhere\n')
      const both = yield* run(["check", "main.sos"], { cwd })
      assert.deepStrictEqual(
        both.stderr
          .trimEnd()
          .split("\n")
          .map((line) => line.slice(0, 12)),
        ["main.sos:1:1", "main.sos:3:6"]
      )
      const json = yield* run(["check", "--json", "bad.sos"], { cwd })
      assert.deepStrictEqual([json.code, json.stderr], [1, ""])
      assert.deepStrictEqual(
        JSON.parse(json.stdout).diagnostics.map(({ column, line }: { line: number; column: number }) => [line, column]),
        [
          [1, 7],
          [2, 6]
        ]
      )
    })
  )
})

describe("sos fmt", () => {
  it.live("prints a tidied program, or writes it to its file [SOS-CLI-31]", () =>
    Effect.gen(function* () {
      const cwd = yield* folder({ "a.sos": "show 1  \r\n\n\n", "bad.sos": "show (" })
      assert.deepStrictEqual(yield* run(["fmt", "a.sos"], { cwd }), { code: 0, stdout: "show 1\n", stderr: "" })
      assert.deepStrictEqual(yield* run(["fmt", "--write", "a.sos"], { cwd }), { code: 0, stdout: "", stderr: "" })
      assert.strictEqual(readFileSync(join(cwd, "a.sos"), "utf8"), "show 1\n")
      const bad = yield* run(["fmt", "--write", "bad.sos"], { cwd })
      assert.deepStrictEqual([bad.code, readFileSync(join(cwd, "bad.sos"), "utf8")], [1, "show ("])
      assert.strictEqual(bad.stderr, "bad.sos:1:7: found the end of the line; expected a value\n")
    })
  )
})

describe("sos config", () => {
  it.live("prints what holds and where it is said [SOS-CLI-32]", () =>
    Effect.gen(function* () {
      const cwd = yield* folder({ "sos.toml": "version = 1\n[external]\nprocess = true\n", "a.sos": "show 1\n" })
      const { code, stdout } = yield* run(["config", "a.sos"], { cwd })
      assert.strictEqual(code, 0)
      const printed = JSON.parse(stdout)
      assert.deepInclude(printed, { externalProcess: true, externalNetwork: false, timeout_ns: null })
      assert.deepStrictEqual(printed.origins["external.process"], ["project"])
    })
  )
})

describe("sos module doctor", () => {
  it.live("says that a module is ready, or what is in its way, and invokes nothing [SOS-CLI-33]", () =>
    Effect.gen(function* () {
      const cwd = fixture("projects/weather-python")
      assert.deepStrictEqual(yield* run(["module", "doctor", "example.com/acme/weather"], { cwd }), {
        code: 0,
        stdout: "example.com/acme/weather: ready\n",
        stderr: ""
      })
      const missing = yield* folder({
        "tool.toml": shell("touch marker")["tool.toml"].replace('program = "sh"', 'program = "no-such-program"'),
        "sos.toml": registered()
      })
      assert.deepStrictEqual(yield* run(["module", "doctor", "local/tool"], { cwd: missing }), {
        code: 1,
        stdout: "",
        stderr: "sos: module doctor: module local/tool requires no-such-program; no-such-program was not found\n"
      })
      const denied = yield* folder({ ...shell("touch marker"), "sos.toml": registered("process = false") })
      const refused = yield* run(["module", "doctor", "local/tool"], { cwd: denied })
      assert.include(refused.stderr, "requests process access, denied by project policy")
    })
  )
})
