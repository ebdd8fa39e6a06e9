import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import packageJson from "../package.json" with { type: "json" }
import * as Cli from "../src/Cli.ts"
import * as Usage from "../src/Usage.ts"
import { call, git, project } from "./support/folders.ts"

describe("Cli.main", () => {
  it.effect.each<ReadonlyArray<string>>([
    [],
    ["fly"],
    ["module"],
    ["module", "check"],
    ["module", "fly", "x"],
    ["module", "constructor", "x"],
    ["module", "check", "a", "b"],
    ["module", "check", "--json", "a"],
    ["version", "now"],
    ["help", "module"],
    ["Module", "check", "a"]
  ])("answers %j with its usage and 2 [SOS-CLI-01]", (...args) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* call(args), { code: 2, stdout: "", stderr: `${Usage.text}\n` })
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
})
