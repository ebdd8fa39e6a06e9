import { fileURLToPath } from "node:url"
import { describe } from "@effect/vitest"
import { identity } from "effect"
import * as Environment from "../src/Environment.ts"
import { layer } from "../src/node.ts"
import { terminationSuite } from "../src/testing/terminationSuite.ts"

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/tree-${name}.mjs`, import.meta.url))

// Windows has neither SIGTERM nor groups: its tree is ended at once.
describe.skipIf(process.platform === "win32")("on this system", () => {
  terminationSuite("real trees", {
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
})
