import { assert, describe, it } from "@effect/vitest"
import { DefinitionFile } from "@lanyard/sos-module"
import { Effect, Result } from "effect"
import { call, git, project } from "../support/folders.ts"

const { digest } = Result.getOrThrow(DefinitionFile.readText("", git))

const source = `to status with root as folder:
  # external implementation: local/git
  # returns text
  # effects: filesystem-read
`

const files = { "/w/sos.toml": project, "/w/git/module.sos.toml": git }

describe("sos module check", () => {
  it.effect("prints one line with path, version, actions and digest [SOS-CLI-04]", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* call(["module", "check", "git/module.sos.toml"], files), {
        code: 0,
        stdout: `local/git 1.0.0: 1 action(s) \u00b7 ${digest}\n`,
        stderr: ""
      })
    })
  )

  it.effect("needs no project, and no program or artifact that a definition names [SOS-CLI-05]", () =>
    Effect.gen(function* () {
      const elsewhere = yield* call(["module", "check", "/d/module.sos.toml"], {
        "/d/module.sos.toml": git.replace('program = "git"', 'program = "there-is-no-such-program"'),
        "/w/sos.toml": "this is no TOML"
      })
      assert.deepStrictEqual([elsewhere.code, elsewhere.stderr], [0, ""])
    })
  )

  it.effect("tells every problem, each with the place in the file as it was named [SOS-CLI-06]", () =>
    Effect.gen(function* () {
      const broken = git.replace('kind = "command"', 'kind = "comand"\nfoo = 1').replace("process = true\n", "")
      const { code, stderr, stdout } = yield* call(["module", "check", "./broken.toml"], { "/w/broken.toml": broken })
      assert.deepStrictEqual([code, stdout], [1, ""])
      const places = [...stderr.matchAll(/^sos: module check: \.\/broken\.toml:(\d+):(\d+): .+$/gm)]
      assert.strictEqual(places.length, stderr.trimEnd().split("\n").length)
      const [kind, unknown] = places
      assert.deepStrictEqual(kind?.slice(1), ["8", "8"])
      assert.deepStrictEqual(unknown?.slice(1), ["9", "1"])
    })
  )

  it.effect("tells warnings and is content [SOS-CLI-07]", () =>
    Effect.gen(function* () {
      const unused = git.replace("process = true", 'process = true\nsecrets = ["TOKEN"]')
      const { code, stderr, stdout } = yield* call(["module", "check", "m.toml"], { "/w/m.toml": unused })
      assert.strictEqual(code, 0)
      assert.match(stdout, /^local\/git 1\.0\.0: 1 action\(s\) /)
      assert.match(stderr, /^sos: module check: m\.toml:12:\d+: warning: [^\n]+\n$/)
    })
  )

  it.effect("says why a file cannot be read [SOS-CLI-06]", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* call(["module", "check", "gone\u001b[2J.toml"]), {
        code: 1,
        stdout: "",
        stderr: "sos: module check: gone [2J.toml: there is no such file\n"
      })
    })
  )
})

describe("sos module generate", () => {
  it.effect("prints the interface with its digest as the last line [SOS-CLI-08]", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* call(["module", "generate", "git/module.sos.toml"], files), {
        code: 0,
        stdout: `${source}# definition digest: ${digest}\n`,
        stderr: ""
      })
    })
  )
})

describe("sos module describe", () => {
  it.effect("prints what generate does of a registered module, without the digest [SOS-CLI-09]", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* call(["module", "describe", "local/git"], files), {
        code: 0,
        stdout: source,
        stderr: ""
      })
    })
  )

  it.effect.each([
    ["local/gut", '"local/gut" is not registered; expected it in /w/sos.toml (did you mean "local/git"?)'],
    ["/local/git", /^"\/local\/git" is no module path: /],
    ["local/gone", /^sos\.toml:12:\d+: \/w\/gone\.toml: there is no such file$/],
    [
      "local/other",
      /^git\/module\.sos\.toml:4:8: .+"local\/git".+"local\/other".*\n {2}sos\.toml:8:\d+: it is registered/
    ]
  ] as ReadonlyArray<[string, string | RegExp]>)("says why there is no %s [SOS-CLI-10]", ([path, said]) =>
    Effect.gen(function* () {
      const { code, stderr, stdout } = yield* call(["module", "describe", path], files)
      assert.deepStrictEqual([code, stdout], [1, ""])
      const prefix = "sos: module describe: "
      assert.isTrue(stderr.startsWith(prefix))
      const message = stderr.slice(prefix.length).trimEnd()
      if (typeof said === "string") assert.strictEqual(message, said)
      else assert.match(message, said)
    })
  )

  it.effect("tells the problems of a definition, and of the settings, at their places [SOS-CLI-10]", () =>
    Effect.gen(function* () {
      const broken = { ...files, "/w/git/module.sos.toml": git.replace("schema = 1", "schema = 2") }
      const definition = yield* call(["module", "describe", "local/git"], broken)
      assert.match(definition.stderr, /^sos: module describe: git\/module\.sos\.toml:1:10: schema is 2; expected 1\n$/)
      const settings = yield* call(["module", "describe", "local/git"], { ...files, "/w/sos.toml": "version = 2\n" })
      assert.match(settings.stderr, /^sos: module describe: sos\.toml:1:11: version is 2; expected 1\n$/)
      assert.deepStrictEqual([definition.code, settings.code], [1, 1])
    })
  )

  it.effect("finds what the user's own settings register [SOS-CLI-09]", () =>
    Effect.gen(function* () {
      const own = { "/home/config.toml": project, "/home/git/module.sos.toml": git }
      assert.strictEqual((yield* call(["module", "describe", "local/git"], own)).stdout, source)
    })
  )
})
