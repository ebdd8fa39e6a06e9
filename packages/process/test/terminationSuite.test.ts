import * as path from "node:path"
import { Effect, Fiber } from "effect"
import * as Environment from "../src/Environment.ts"
import * as ScriptedChild from "../src/testing/ScriptedChild.ts"
import { terminationSuite } from "../src/testing/terminationSuite.ts"
import * as trees from "../src/testing/trees.ts"
import { advance } from "./support/supervised.ts"

terminationSuite("scripted children", {
  layer: ScriptedChild.layer(
    (_attempt, spec) => trees.all.find(({ name }) => name === path.basename(spec.executable))?.script ?? {}
  ),
  spec: ({ name }) => ({ executable: `/trees/${name}`, args: [], cwd: "/", environment: Environment.empty }),
  scripted: true,
  settle: (effect) =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(effect)
      yield* advance("10 seconds")
      return yield* Fiber.join(fiber)
    })
})
