/** Test projects: one per package for pure and TestClock tests, one for everything that starts real processes. */
import { defineConfig } from "vitest/config"
import type { Reporter } from "vitest/node"

const packages = ["wire", "process", "flash-protocol", "flash-host", "flash-cli"]

/** Prints the totals as one plain line, for readers that know no test runner. */
const totals: Reporter = {
  onTestRunEnd(modules) {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 }
    for (const module of modules) {
      if (module.errors().length > 0) count.failed++
      for (const test of module.children.allTests()) count[test.result().state]++
    }
    process.stdout.write(`${count.passed} passed, ${count.failed} failed, ${count.skipped + count.pending} skipped\n`)
  }
}

export default defineConfig({
  test: {
    reporters: ["default", totals],
    maxWorkers: 2,
    testTimeout: 10_000,
    projects: [
      ...packages.map((name) => ({
        test: { name, root: `./packages/${name}`, include: ["test/**/*.test.ts"], exclude: ["test/**/*.process.test.ts"] }
      })),
      { test: { name: "scripts", include: ["scripts/test/**/*.test.ts"] } },
      {
        test: {
          name: "process tests",
          include: packages.map((name) => `packages/${name}/test/**/*.process.test.ts`),
          testTimeout: 60_000,
          fileParallelism: false
        }
      }
    ]
  }
})
