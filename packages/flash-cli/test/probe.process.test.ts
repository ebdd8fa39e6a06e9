import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { fixture, python, start } from "./support/flash.ts"

const plugin = fixture("rulebreaker")

describe("flash probe", () => {
  it.live("sends what is piped into it, shows what comes back, and ends with the plugin", () =>
    Effect.gen(function* () {
      const input = 'initialize\nevaluate {"query":"x"}\nend\n'
      const flash = yield* start(["probe", plugin], { input, isOpen: true })
      const { code, stderr, stdout } = yield* flash.ended
      assert.match(stdout, /^→ \{"id":1,"method":"initialize",.*"trace":"probe1","deadline_ms":5000\}$/m)
      assert.match(stdout, /^← initialize replied in \d+\.\d ms \[probe1\]$/m)
      assert.match(stdout, /^← evaluate replied in \d+\.\d ms \[probe2\]$/m)
      assert.match(stdout, /^the plugin exited with 0\n$/m)
      assert.deepStrictEqual({ code, stderr }, { code: 0, stderr: "" })
      assert.deepStrictEqual(yield* flash.left, { folders: [], processes: [] })
    }).pipe(Effect.scoped)
  )

  it.live("ends with 1 when the plugin leaves with another status", () =>
    Effect.gen(function* () {
      const argv = ["probe", "--", "node", `${plugin}/rulebreaker.mjs`, "FLASH-FRAM-04"]
      const flash = yield* start(argv, { input: "initialize\nraw no frame\n", isOpen: true })
      const { code, stdout } = yield* flash.ended
      assert.match(stdout, /the plugin exited with 1\n$/)
      assert.strictEqual(code, 1)
    }).pipe(Effect.scoped)
  )

  it.live("says why there is nothing to probe, and ends with 2", () =>
    Effect.gen(function* () {
      const { code, stderr } = yield* (yield* start(["probe", "no-such-program"])).ended
      assert.match(stderr, /^flash: no manifest\.json beside the plugin/)
      assert.strictEqual(code, 2)
    }).pipe(Effect.scoped)
  )

  it.live.skipIf(!python)("completes a method by the tab key at a terminal, and ends at Ctrl-D", () =>
    Effect.gen(function* () {
      const flash = yield* start(["probe", plugin], { isOpen: true, isTerminal: true })
      yield* flash.wrote(/> /)
      yield* flash.type("initi\t")
      yield* flash.wrote(/initialize/)
      yield* flash.type("\r")
      yield* flash.wrote(/initialize replied in/)
      yield* flash.type("\u0004")
      const { code, stdout } = yield* flash.ended
      assert.include(stdout, "the plugin exited with 0")
      assert.strictEqual(code, 0)
    }).pipe(Effect.scoped)
  )
})
