import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { fixture, linux, start } from "./support/flash.ts"

const breaker = `${fixture("rulebreaker")}/rulebreaker.mjs`

describe("flash conformance", () => {
  it.live("judges the plugin in a folder, and ends with 0 for one that conforms", () =>
    Effect.gen(function* () {
      const flash = yield* start(["conformance", fixture("rulebreaker")])
      const { code, stderr, stdout } = yield* flash.ended
      assert.match(
        stdout,
        /^not declared: search\nrulebreaker 0\.1\.0 conforms: \d+ rules hold; \d+ scenarios in .* s\n$/
      )
      assert.deepStrictEqual({ code, stderr }, { code: 0, stderr: "" })
      assert.deepStrictEqual(yield* flash.left, { folders: [], processes: [] })
    }).pipe(Effect.scoped)
  )

  it.live("names the rule that a program breaks, and ends with 1", () =>
    Effect.gen(function* () {
      const { code, stdout } = yield* (yield* start(["conformance", "--", "node", breaker, "FLASH-INIT-09"])).ended
      assert.match(stdout, /^FAIL FLASH-INIT-09 {2}/)
      assert.match(stdout, /rulebreaker 0\.1\.0 does not conform: \d+ rules hold, 1 broken; /)
      assert.strictEqual(code, 1)
    }).pipe(Effect.scoped)
  )

  it.live("goes on over a broken should, and tells of it in one JSON object on one line", () =>
    Effect.gen(function* () {
      const argv = ["conformance", "--json", "--", "node", breaker, "FLASH-CONF-01"]
      const { code, stdout } = yield* (yield* start(argv)).ended
      const [line = "", ...more] = stdout.trimEnd().split("\n")
      const { checks, conforms, type } = JSON.parse(line)
      const failed = checks.filter(({ verdict }: { readonly verdict: string }) => verdict === "failed")
      assert.deepStrictEqual([more, type, conforms], [[], "report", true])
      assert.deepStrictEqual(
        failed.map(({ id, severity }: Record<string, unknown>) => [id, severity]),
        [["FLASH-CONF-01", "should"]]
      )
      assert.strictEqual(code, 0)
    }).pipe(Effect.scoped)
  )

  it.live("writes JUnit, and takes the manifest that is named", () =>
    Effect.gen(function* () {
      const manifest = `${fixture("rulebreaker")}/live.json`
      const argv = ["conformance", "--junit", "--manifest", manifest, "--", "node", breaker]
      const { code, stdout } = yield* (yield* start(argv)).ended
      assert.match(stdout, /^<\?xml [\s\S]*<testsuite name="search"/)
      assert.strictEqual(code, 0)
    }).pipe(Effect.scoped)
  )

  it.live.each([
    [["no-such-program"], "flash: no manifest.json beside the plugin; name one with --manifest\n"],
    [["--", "no-such-program", breaker], "flash: no-such-program was not found on the PATH\n"]
  ] as const)("says why it cannot judge %j, and ends with 2", ([argv, said]) =>
    Effect.gen(function* () {
      const { code, stderr, stdout } = yield* (yield* start(["conformance", ...argv])).ended
      assert.deepStrictEqual({ code, stderr, stdout }, { code: 2, stderr: said, stdout: "" })
    }).pipe(Effect.scoped)
  )

  it.live.skipIf(!linux)("told to leave, leaves no plugin behind", () =>
    Effect.gen(function* () {
      const flash = yield* start(["conformance", fixture("rulebreaker")])
      // The program itself is one of them.
      yield* Effect.repeat(flash.left, { until: ({ processes }) => processes.length > 1 })
      yield* flash.kill("SIGINT")
      const { code, stdout } = yield* flash.ended
      assert.deepStrictEqual({ code, stdout }, { code: 130, stdout: "" })
      assert.deepStrictEqual(yield* flash.left, { folders: [], processes: [] })
    }).pipe(Effect.scoped)
  )
})
