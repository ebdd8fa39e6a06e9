/** Test projects: one per package for pure and TestClock tests, one for everything that starts real processes. */
import { defineConfig } from "vitest/config"
import { reporter } from "./scripts/lib/totals.ts"

const packages = ["wire", "process", "flash-protocol", "flash-host", "flash-cli"]

export default defineConfig({
  test: {
    reporters: ["default", reporter(process.env.LANYARD_TOTALS)],
    maxWorkers: 2,
    testTimeout: 10_000,
    projects: [
      ...packages.map((name) => ({
        test: {
          name,
          root: `./packages/${name}`,
          include: ["test/**/*.test.ts"],
          exclude: ["test/**/*.process.test.ts"]
        }
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
