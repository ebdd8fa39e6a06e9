/** `flash check`: everything that is wrong with manifests. Starts nothing. */
import { Effect } from "effect"
import * as Checking from "../Checking.ts"
import { Output } from "../Output.ts"
import * as Checks from "../rendering/Checks.ts"

/** Tells what was found, and returns whether it was nothing. */
export const run = Effect.fn("flash check")(function* (paths: ReadonlyArray<string>) {
  const output = yield* Output
  const report = yield* Checking.check(paths)
  yield* output.write({ lines: () => Checks.lines(report), objects: () => Checks.objects(report) })
  return Checking.isSound(report)
})
