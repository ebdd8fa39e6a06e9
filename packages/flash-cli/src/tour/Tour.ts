/**
 * The main job on real plugins, told as it happens: start, catalog, evaluate, perform, a loss and its recovery, the stop
 * ladder, and a look at what is left at the end. Every step is taken, whatever became of those before it.
 */
import { Effect } from "effect"
import { catalog, evaluate, perform } from "./Calls.ts"
import { lose, proof, start, stop } from "./Lives.ts"
import * as Watch from "./Watch.ts"

/** Runs the whole tour on the host's plugins; returns whether every step went as told. */
export const run = Effect.gen(function* () {
  const watch = yield* Watch.begin
  const steps = [start(watch), catalog(watch), evaluate(watch), perform, lose(watch), stop(watch), proof(watch)]
  const sound = yield* Effect.all(steps)
  return sound.every((each) => each)
}).pipe(Effect.scoped)
