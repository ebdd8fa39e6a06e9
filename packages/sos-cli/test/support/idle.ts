/** A machine on which nothing can be run or written: whoever asks for it dies. */
import { Effect, Layer } from "effect"
import { Machine } from "../../src/Machine.ts"
import { Stdout } from "../../src/Stdout.ts"
import { Writing } from "../../src/Writing.ts"

const nothing = Effect.die(new Error("this command was to run and write nothing"))

export const idle = Layer.mergeAll(
  Layer.succeed(Machine, { services: Layer.effectContext(nothing) }),
  Layer.succeed(Stdout, { write: () => nothing }),
  Layer.succeed(Writing, { replace: () => nothing, lines: () => nothing })
)
