import { assert, describe, it } from "@effect/vitest"
import { Collect, Environment } from "@lanyard/process"
import { layer } from "@lanyard/process/node"
import { Effect, Result } from "effect"
import * as Report from "../../src/conformance/Report.ts"
import * as Requirement from "../../src/conformance/Requirement.ts"
import { scenarios, throughout } from "../../src/conformance/scenarios/index.ts"
import { breaches, broken, fixture, judge, subject, variables } from "./support.ts"

const folder = fixture("rulebreaker")

/** Breaks one rule; searches instead of publishing where the rule is about that. */
const breaker = (...rule: ReadonlyArray<string>) => {
  const file = rule[0]?.startsWith("FLASH-SRCH-") ? "live.json" : "manifest.json"
  return subject(folder, file, ["node", "rulebreaker.mjs", ...rule])
}

/** The scenario that shows a rule; what holds throughout is seen while the plugin does everything it does. */
const scenarioOf = (id: Requirement.Id): string =>
  scenarios.find(({ checks }) => checks.some(({ requirement }) => requirement === id))?.name ?? "trace"

const checked = [...scenarios.flatMap(({ checks }) => checks), ...throughout].map(({ requirement }) => requirement)

describe("the checks", () => {
  it("prove each requirement once, and every requirement that they name", () => {
    assert.deepStrictEqual([...checked].sort(), [...Requirement.ids].sort())
  })

  it.live("have a plugin each that breaks them", () =>
    Effect.gen(function* () {
      const environment = Result.getOrThrow(Environment.make({ values: variables }))
      const args = ["rulebreaker.mjs", "--list"]
      const { stdout } = yield* Collect.run({
        executable: process.execPath,
        args,
        cwd: folder,
        environment,
        stdoutBytes: 65_536,
        stderrBytes: 0,
        deadline: "10 seconds"
      })
      const listed = new TextDecoder().decode(stdout.bytes).trim().split("\n")
      assert.deepStrictEqual(listed, [...checked].sort())
    }).pipe(Effect.provide(layer))
  )

  it.live("all hold for a plugin that keeps every rule, and find something to judge", () =>
    Effect.gen(function* () {
      const report = yield* judge(yield* subject(folder))
      assert.deepStrictEqual(breaches(report), [])
      assert.deepStrictEqual(
        report.rows.filter(({ verdict }) => verdict._tag !== "Passed"),
        []
      )
      assert.deepStrictEqual(report.skipped, ["search"])
    })
  )

  it.live("all hold for a plugin that searches instead of publishing", () =>
    Effect.gen(function* () {
      const report = yield* judge(yield* subject(folder, "live.json"))
      assert.deepStrictEqual([broken(report), breaches(report)], [[], []])
      assert.isTrue(Report.conforms(report))
      assert.deepStrictEqual(report.skipped, ["evaluate", "hints", "events"])
    })
  )
})

describe.concurrent("a check", () => {
  it.live.each([...Requirement.ids])("fails alone for the plugin that breaks %s", (id) =>
    Effect.gen(function* () {
      const report = yield* judge(yield* breaker(id), { only: new Set([scenarioOf(id)]), patience: 1500 })
      assert.deepStrictEqual(broken(report), [id])
      assert.strictEqual(Report.conforms(report), Requirement.of(id).severity === "should")
    })
  )
})
