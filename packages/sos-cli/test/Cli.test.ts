import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import packageJson from "../package.json" with { type: "json" }
import * as Cli from "../src/Cli.ts"
import * as Usage from "../src/Usage.ts"
import { call, git, project } from "./support/folders.ts"

describe("Cli.main", () => {
  it.effect.each<{ readonly words: ReadonlyArray<string> }>([
    { words: [] },
    { words: ["fly"] },
    { words: ["module"] },
    { words: ["module", "check"] },
    { words: ["module", "fly", "x"] },
    { words: ["module", "constructor", "x"] },
    { words: ["module", "check", "a", "b"] },
    { words: ["module", "check", "--json", "a"] },
    { words: ["version", "now"] },
    { words: ["help", "module"] },
    { words: ["Module", "check", "a"] }
  ])("answers $words with its usage and 2 [SOS-CLI-01]", ({ words }) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* call(words), { code: 2, stdout: "", stderr: `${Usage.text}\n` })
    })
  )

  it.effect.each(["version", "--version"])("tells its version when asked by %s [SOS-CLI-02]", (word) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* call([word]), { code: 0, stdout: `sos ${packageJson.version}\n`, stderr: "" })
    })
  )

  it.effect.each(["help", "--help", "-h"])("tells all of its commands when asked by %s [SOS-CLI-02]", (word) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* call([word]), { code: 0, stdout: `${Usage.text}\n`, stderr: "" })
      for (const command of ["module check", "module describe", "module generate", "version", "help"]) {
        assert.include(Usage.text, ` sos ${command}`)
      }
    })
  )

  it("has the version of its package", () => assert.strictEqual(Cli.version, packageJson.version))

  it.effect("tells apart in its status what was done and what was not [SOS-CLI-03]", () =>
    Effect.gen(function* () {
      const files = { "/w/sos.toml": project, "/w/git/module.sos.toml": git }
      for (const words of [
        ["check", "git/module.sos.toml"],
        ["generate", "git/module.sos.toml"],
        ["describe", "local/git"]
      ]) {
        const { code, stderr, stdout } = yield* call(["module", ...words], files)
        assert.deepStrictEqual({ code, stderr }, { code: 0, stderr: "" })
        assert.isNotEmpty(stdout)
      }
      for (const words of [
        ["check", "sos.toml"],
        ["generate", "sos.toml"],
        ["describe", "local/gut"]
      ]) {
        const { code, stderr, stdout } = yield* call(["module", ...words], files)
        assert.deepStrictEqual({ code, stdout }, { code: 1, stdout: "" })
        assert.match(stderr, new RegExp(`^sos: module ${words[0]}: `))
      }
    })
  )

  it.effect("runs a program without modules where nothing could start one [SOS-CLI-22]", () =>
    Effect.gen(function* () {
      const files = { "/w/main.sos": "make n 1\nwhile n < 3:\n  set n n + 1\nwhen n is 3:\n  stop\n" }
      assert.deepStrictEqual(yield* call(["run", "main.sos"], files), { code: 1, stdout: "", stderr: "" })
    })
  )

  it.effect("imports the libraries of the project in a program that does not say so [SOS-LINK-08]", () =>
    Effect.gen(function* () {
      const files = {
        "/w/sos.toml": 'version = 1\nlanguage.libraries = [{ path = "./words", as = "words" }]\n',
        "/w/words.sos": "to end with why:\n  stop with why\n",
        "/w/main.sos": 'call words.end with "told"\n'
      }
      assert.deepStrictEqual(yield* call(["run", "main.sos"], files), { code: 1, stdout: "", stderr: "told\n" })
    })
  )
})
