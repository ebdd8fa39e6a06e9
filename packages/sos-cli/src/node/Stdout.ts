/** The standard output of this process. */
import { Effect, Layer } from "effect"
import { Stdout } from "../Stdout.ts"

/** Waits for a reader that is slow; one that is gone ends the process, as `Program` has it. */
export const layer: Layer.Layer<Stdout> = Layer.succeed(Stdout, {
  write: (text) =>
    Effect.callback<void>((resume) => {
      if (process.stdout.write(text)) return resume(Effect.void)
      const drained = () => resume(Effect.void)
      process.stdout.once("drain", drained)
      return Effect.sync(() => process.stdout.off("drain", drained))
    })
})
