import { spawnSync } from "node:child_process"
import { existsSync, openSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { version } from "../src/Cli.ts"
import * as Usage from "../src/Usage.ts"
import { fixture, run, temporary, terminals } from "./support/sos.ts"

describe("sos", () => {
  it.live("tells its usage on standard error and ends with 2 when a call makes no sense [SOS-CLI-01]", () =>
    Effect.gen(function* () {
      const cwd = yield* temporary
      for (const words of [[], ["module", "check"]]) {
        assert.deepStrictEqual(yield* run(words, { cwd }), { code: 2, stdout: "", stderr: `${Usage.text}\n` })
      }
      assert.deepStrictEqual(yield* run(["version"], { cwd }), { code: 0, stdout: `sos ${version}\n`, stderr: "" })
    }).pipe(Effect.scoped)
  )

  it.live.runIf(existsSync("/dev/full"))(
    "ends with 1 when its answer cannot be written, and says so [SOS-CLI-01]",
    () =>
      Effect.gen(function* () {
        const { status, stderr } = yield* Effect.sync(() =>
          spawnSync(process.execPath, [fileURLToPath(new URL("../src/bin.ts", import.meta.url)), "version"], {
            stdio: ["ignore", openSync("/dev/full", "w"), "pipe"],
            encoding: "utf8"
          })
        )
        assert.deepStrictEqual([status, stderr], [1, "sos: the output cannot be written (ENOSPC)\n"])
      })
  )
})

describe("sos module", () => {
  it.live.each(["weather-node", "weather-python", "git", "inventory"])(
    "checks, generates and describes the module of the project %s alike [SOS-CLI-03, SOS-CLI-08, SOS-CLI-09]",
    (name) =>
      Effect.gen(function* () {
        const cwd = fixture(`projects/${name}`)
        const [, path = "", file = ""] =
          /path = "(.+)"\ndefinition = "(.+)"/.exec(readFileSync(join(cwd, "sos.toml"), "utf8")) ?? []
        const check = yield* run(["module", "check", file], { cwd })
        assert.deepStrictEqual([check.code, check.stderr], [0, ""])
        const [, digest = ""] = /^\S+ \S+: [34] action\(s\) \u00b7 (sha256:[0-9a-f]{64})\n$/.exec(check.stdout) ?? []
        assert.isTrue(check.stdout.startsWith(`${path} `))
        const describe = yield* run(["module", "describe", path], { cwd })
        const generate = yield* run(["module", "generate", file], { cwd })
        assert.deepStrictEqual([describe.code, generate.code], [0, 0])
        assert.isNotEmpty(digest)
        assert.strictEqual(generate.stdout, `${describe.stdout}# definition digest: ${digest}\n`)
        assert.include(describe.stdout, `  # external implementation: ${path}\n`)
      })
  )

  it.live("shows one interface of the weather in both languages, and two digests [SOS-IFC-01]", () =>
    Effect.gen(function* () {
      const generated = (language: string) =>
        Effect.map(
          run(["module", "generate", "module.sos.toml"], { cwd: fixture(`modules/weather-${language}`) }),
          ({ stdout }) => stdout.split("# definition digest: ")
        )
      const node = yield* generated("node")
      const python = yield* generated("python")
      assert.strictEqual(node[0], python[0])
      assert.notStrictEqual(node[1], python[1])
    })
  )

  it.live("finds the settings of the folder around it, and those of the user [SOS-CLI-09]", () =>
    Effect.gen(function* () {
      const inner = fixture("projects/git/git")
      const found = yield* run(["module", "describe", "local/git"], { cwd: inner })
      assert.deepStrictEqual([found.code, found.stderr], [0, ""])
      const config = yield* temporary
      writeFileSync(
        join(config, "config.toml"),
        `version = 1\n[[module.external]]\npath = "example.com/acme/weather"\ndefinition = '${fixture("modules/weather-node/module.sos.toml").replaceAll("\\", "/")}'\n`
      )
      const own = yield* run(["module", "describe", "example.com/acme/weather"], { cwd: inner, config })
      assert.deepStrictEqual([own.code, own.stderr], [0, ""])
    }).pipe(Effect.scoped)
  )

  it.live.skipIf(!terminals)("shows people the line of a problem, in colours unless they want none [SOS-CLI-11]", () =>
    Effect.gen(function* () {
      const cwd = yield* temporary
      writeFileSync(join(cwd, "m.toml"), "schema = 2\n")
      const words = ["module", "check", "m.toml"]
      const e = "\u001b"
      const seen = yield* run(words, { cwd, isTerminal: true })
      assert.include(
        seen.stdout,
        `${e}[1mm.toml:1:10:${e}[0m schema is 2; expected 1\r\n  ${e}[2m1 |${e}[0m schema = 2\r\n`
      )
      const bare = yield* run(words, { cwd, isTerminal: true, environment: { NO_COLOR: "1" } })
      assert.include(bare.stdout, "m.toml:1:10: schema is 2; expected 1\r\n  1 | schema = 2\r\n    |          ^\r\n")
      const piped = yield* run(words, { cwd })
      assert.include(piped.stderr, "sos: module check: m.toml:1:10: schema is 2; expected 1\n")
      assert.notInclude(piped.stderr, "1 |")
      assert.deepStrictEqual([seen.code, bare.code, piped.code], [1, 1, 1])
    }).pipe(Effect.scoped)
  )
})
