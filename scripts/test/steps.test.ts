import { assert, describe, it } from "@effect/vitest"
import { type Outcome, report, type Step, steps, summary } from "../lib/steps.ts"

const step: Step = { name: "lint", program: "node", args: [] }
const outcome = (changes: Partial<Outcome>): Outcome => ({
  step,
  status: 0,
  output: "noise\n",
  millis: 1234,
  ...changes
})

describe("steps", () => {
  it("checks types with Effect's diagnostics where they are installed, and says so where they are not", () => {
    const here = steps({ node: "node", effectTypes: "/effect/tsc" })
    assert.isTrue(here.some(({ program }) => program === "/effect/tsc"))
    assert.isTrue(here.every(({ note }) => note === undefined))
    const elsewhere = steps({ node: "node", effectTypes: undefined })
    assert.strictEqual(elsewhere.length, here.length)
    assert.strictEqual(elsewhere.filter(({ note }) => note?.includes("are unavailable")).length, 1)
  })
})

describe("report", () => {
  it("is one line for a step that passed", () => {
    assert.strictEqual(report(outcome({})), "ok   lint (1.2 s)")
  })

  it("adds what the step cannot see", () => {
    assert.strictEqual(report(outcome({ step: { ...step, note: "half" } })), "ok   lint (1.2 s)\n     note: half")
  })

  it("shows what a step says that speaks also when it passes", () => {
    assert.strictEqual(report(outcome({ step: { ...step, speaks: true } })), "ok   lint (1.2 s)\n     noise")
  })

  it("shows the output of a step that failed", () => {
    assert.strictEqual(report(outcome({ status: 1, output: "a\nb\n" })), "FAIL lint (1.2 s)\n     a\n     b")
  })

  it("gives the status of a step that failed in silence", () => {
    assert.include(report(outcome({ status: 7, output: "" })), "exit status 7, no output")
  })
})

describe("summary", () => {
  it("names the checks that failed", () => {
    assert.strictEqual(summary([outcome({}), outcome({ status: 1 })]), "Checks failed: 1 of 2 (lint).")
    assert.strictEqual(summary([outcome({})]), "Checks passed: all 1.")
  })
})
