import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestConsole } from "effect/testing"
import packageJson from "../package.json" with { type: "json" }
import * as Cli from "../src/Cli.ts"
import * as Platform from "../src/node/Platform.ts"

/** What a call writes, and its exit status. No call here starts anything. */
const called = (args: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const code = yield* Effect.provide(Cli.main(args), Platform.layer)
    const stdout = (yield* TestConsole.logLines).join("\n")
    const stderr = (yield* TestConsole.errorLines).join("\n")
    return { code, stdout, stderr }
  })

describe("Cli.main", () => {
  it.effect.each<readonly [ReadonlyArray<string>, RegExp]>([
    [[], /^DESCRIPTION[\s\S]*USAGE\n {2}flash <subcommand>/],
    [
      ["fly"],
      /^flash: Unknown subcommand "fly" for "flash"\nusage: flash <subcommand> \[flags\]\nflash --help says more$/
    ],
    [["tour", "twice"], /^flash: Unexpected positional argument: "twice"\nusage: flash tour/],
    [["check"], /^flash: Missing required argument: MANIFEST\nusage: flash check/],
    [["run"], /^flash: no plugins: give --plugins DIR or --config FILE$/],
    [["conformance"], /^flash: Missing required argument: ARGV\nusage: flash conformance/],
    [["conformance", "node", "x.mjs", "--loud"], /^flash: Unrecognized flag: --loud in command flash conformance/],
    [["conformance", "--json", "--junit", "x"], /^flash: --json and --junit are two reports: give one of them$/],
    [["probe"], /^flash: Missing required argument: ARGV\nusage: flash probe/],
    [["new", "demo"], /^flash: Missing required flag: --language\nusage: flash new/],
    [["new", "demo", "--language", "perl"], /"perl". Expected: "node" \| "python" \| "rust" \| "go" \| "sh"\nusage/],
    [["new", "../demo", "--language", "sh"], /"..\/demo". Expected lower-case letters, .* and no "\.\."\nusage/],
    [["new", "status", "--language", "node"], /^flash: status: commands\[0\]\.command: expected /],
    [["plugins"], /^flash: no plugins: give --plugins DIR or --config FILE$/],
    [["plugins", "--plugins", "/no/such/folder"], /^flash: Invalid value for flag --plugins/],
    [["run", "--config", "/no/such/file"], /^flash: Invalid value for flag --config/],
    [["run", "--config", "/tmp", "--config", "/"], /^flash: /],
    [["\u001b[2J"], /^flash: Unknown subcommand " \[2J"/]
  ])("refuses %j with 2, and says why on standard error", ([args, said]) =>
    Effect.gen(function* () {
      const { code, stdout, stderr } = yield* called(args)
      assert.deepStrictEqual({ code, stdout }, { code: 2, stdout: "" })
      assert.match(stderr, said)
    })
  )

  it.effect.each<readonly [ReadonlyArray<string>, RegExp]>([
    [["--help"], /SUBCOMMANDS(?:\n {2}(?:run|plugins|check|new|conformance|probe|tour) .*){7}/],
    [["run", "--help"], /--plugins DIR[\s\S]*--config FILE[\s\S]*--json/],
    [["plugins", "--help"], /--plugins DIR[\s\S]*--config FILE[\s\S]*--json/],
    [["check", "--help"], /flash check \[flags\] <MANIFEST\.\.\.>[\s\S]*--json/],
    [
      ["conformance", "--help"],
      /flash conformance \[flags\] <ARGV\.\.\.>[\s\S]*--manifest FILE[\s\S]*--json[\s\S]*--junit/
    ],
    [["probe", "--help"], /flash probe \[flags\] <ARGV\.\.\.>[\s\S]*--manifest FILE/],
    [["new", "--help"], /flash new \[flags\] <NAME>[\s\S]*--language/],
    [["--version"], /^flash v\d+\.\d+\.\d+$/]
  ])("tells %j on standard output", ([args, said]) =>
    Effect.gen(function* () {
      const { code, stdout, stderr } = yield* called(args)
      assert.deepStrictEqual({ code, stderr }, { code: 0, stderr: "" })
      assert.match(stdout, said)
      assert.notInclude(stdout, "\u001b")
    })
  )

  it("has the version of its package", () => assert.strictEqual(Cli.version, packageJson.version))
})
