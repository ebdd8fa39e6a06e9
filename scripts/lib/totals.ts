/**
 * Counts a test run for `scripts/run.mjs`, which prints the totals as the last line of output. Whatever makes the run fail
 * is counted: a file that does not load, a failing suite hook, an error outside any test.
 */
import { writeFileSync } from "node:fs"
import type { Reporter, TestModule } from "vitest/node"

/** Tests by outcome; a failure outside a test counts as failed. */
export interface Totals {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** The parts of a reported test file that counting needs. */
export interface CountedModule {
  readonly errors: () => ReadonlyArray<unknown>
  readonly children: {
    readonly allSuites: () => Iterable<{ readonly errors: () => ReadonlyArray<unknown> }>
    readonly allTests: () => Iterable<{ readonly result: () => { readonly state: string } }>
  }
}

/** Adds up the files of a run and the errors that no file could be blamed for. */
export const count = (modules: Iterable<CountedModule>, strayErrors: number): Totals => {
  let passed = 0
  let failed = strayErrors
  let skipped = 0
  for (const module of modules) {
    failed += module.errors().length
    for (const suite of module.children.allSuites()) failed += suite.errors().length
    for (const test of module.children.allTests()) {
      const { state } = test.result()
      if (state === "passed") passed++
      else if (state === "failed") failed++
      else skipped++
    }
  }
  return { passed, failed, skipped }
}

/** Leaves the totals as JSON in the file that `LANYARD_TOTALS` names; without a name it does nothing. */
export default class TotalsReporter implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>, strayErrors: ReadonlyArray<unknown>) {
    const file = process.env.LANYARD_TOTALS
    if (file !== undefined) writeFileSync(file, JSON.stringify(count(modules, strayErrors.length)))
  }
}
