/** Test projects: one per package for pure and TestClock tests, one for everything that starts real processes. */
import { readdirSync } from "node:fs"
import { defineConfig } from "vitest/config"

const packages = readdirSync(new URL("packages", import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)

const processTests = "test/**/*.process.test.ts"

export default defineConfig({
  test: {
    reporters: ["default"],
    maxWorkers: 2,
    testTimeout: 10_000,
    projects: [
      ...packages.map((name) => ({
        test: {
          name,
          root: `./packages/${name}`,
          include: ["test/**/*.test.ts"],
          exclude: [processTests]
        }
      })),
      { test: { name: "scripts", include: ["scripts/test/**/*.test.ts"], exclude: [`scripts/${processTests}`] } },
      {
        test: {
          name: "process tests",
          include: ["scripts", ...packages.map((name) => `packages/${name}`)].map(
            (folder) => `${folder}/${processTests}`
          ),
          testTimeout: 60_000
        }
      }
    ]
  }
})
