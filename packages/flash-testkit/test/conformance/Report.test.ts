import { assert, describe, it } from "@effect/vitest"
import * as Report from "../../src/conformance/Report.ts"
import * as Requirement from "../../src/conformance/Requirement.ts"
import * as Verdict from "../../src/conformance/Verdict.ts"
import { mixed, sound } from "./reports.ts"

/** A report with one row. */
const only = (id: Requirement.Id, verdict: Verdict.Verdict): Report.Report => ({
  ...sound,
  rows: [{ requirement: Requirement.of(id), scenario: "s", verdict }]
})

describe("Report", () => {
  it.each([
    ["passed", Verdict.passed, true, true],
    ["inapplicable", Verdict.inapplicable("none"), true, true],
    ["failed", Verdict.failed("broken"), false, true],
    ["unreached", Verdict.unreached, false, true]
  ] as const)(
    "keeps a plugin from conforming by what must hold and is broken or was never seen, but by no should: %s [FLASH-CONF-01, FLASH-CONF-02, FLASH-CONF-03, FLASH-SHUT-03]",
    (_, verdict, must, should) => {
      assert.strictEqual(Report.conforms(only("FLASH-INIT-01", verdict)), must)
      for (const id of ["FLASH-CONF-01", "FLASH-CONF-02", "FLASH-CONF-03", "FLASH-SHUT-03"] as const) {
        assert.strictEqual(Report.conforms(only(id, verdict)), should)
      }
    }
  )

  it("counts broken shoulds as warnings", () => {
    assert.deepStrictEqual(Report.counts(mixed), { passed: 1, failed: 1, warned: 1, inapplicable: 1, unreached: 1 })
  })
})

describe("Verdict", () => {
  it.each([
    [["Passed", "Inapplicable"], "Passed"],
    [["Inapplicable", "Passed", "Unreached"], "Unreached"],
    [["Unreached", "Failed", "Passed"], "Failed"],
    [["Inapplicable"], "Inapplicable"],
    [[], "Inapplicable"]
  ] as const)("joins %j by the worst", (tags, expected) => {
    const byTag = {
      Passed: Verdict.passed,
      Failed: Verdict.failed("x"),
      Unreached: Verdict.unreached,
      Inapplicable: Verdict.inapplicable("y")
    }
    assert.strictEqual(Verdict.all(tags.map((tag) => byTag[tag]))._tag, expected)
  })
})
