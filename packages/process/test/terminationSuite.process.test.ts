import { fileURLToPath } from "node:url"
import { describe, it } from "@effect/vitest"
import { identity } from "effect"
import * as Environment from "../src/Environment.ts"
import { layer } from "../src/node.ts"
import { terminationSuite } from "../src/testing/terminationSuite.ts"

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/tree-${name}.mjs`, import.meta.url))

// Windows has neither SIGTERM nor groups: its tree is ended at once.
describe.skipIf(process.platform === "win32")("stopping real trees", () => {
  const cases = terminationSuite({
    layer,
    spec: ({ name }) => ({
      executable: process.execPath,
      args: [fixture(name)],
      cwd: fileURLToPath(new URL(".", import.meta.url)),
      environment: Environment.empty
    }),
    scripted: false,
    settle: identity
  })
  for (const { title, run } of cases) it.live(title, () => run)
})
