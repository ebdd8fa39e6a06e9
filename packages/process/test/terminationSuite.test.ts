import * as path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Fiber } from "effect"
import * as Environment from "../src/Environment.ts"
import { exits, type Script } from "../src/testing/Script.ts"
import * as ScriptedChild from "../src/testing/ScriptedChild.ts"
import { terminationSuite, type World } from "../src/testing/terminationSuite.ts"
import * as trees from "../src/testing/trees.ts"
import { advance } from "./support/supervised.ts"

/** A world of scripted children, each of which follows the script that `cast` gives its tree. */
const world = (cast: (tree: trees.Tree) => Script): World => ({
  layer: ScriptedChild.layer((_attempt, spec) => {
    const tree = trees.all.find(({ name }) => name === path.basename(spec.executable))
    return tree === undefined ? {} : cast(tree)
  }),
  spec: ({ name }) => ({ executable: `/trees/${name}`, args: [], cwd: "/", environment: Environment.empty }),
  scripted: true,
  settle: (effect) =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(effect)
      yield* advance("10 seconds")
      return yield* Fiber.join(fiber)
    })
})

describe("stopping scripted children", () => {
  for (const { title, run } of terminationSuite(world(({ script }) => script))) it.effect(title, () => run)
})

describe("terminationSuite", () => {
  const differs = world(() => ({ emits: [{ at: 0, text: "ready\n" }], onEndOfInput: exits(0, 9) }))
  const judged = terminationSuite(differs).filter(({ title }) => /^(climbs|happens)(?!.* ended by itself)/.test(title))
  for (const { title, run } of judged) {
    it.effect(`dies of a tree that does something else: ${title}`, () =>
      Effect.map(Effect.exit(run), (exit) => assert.isTrue(Exit.isFailure(exit) && Cause.hasDies(exit.cause)))
    )
  }
})
