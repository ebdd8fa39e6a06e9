/** Where the lines of a run come from. */
import { Context, Effect, Layer, Result, Stdio, Stream } from "effect"
import * as Lines from "./Lines.ts"

/** Hands over lines, one after the other is answered. */
export class Input extends Context.Service<
  Input,
  {
    /** Ends when there are no more; may be read once. */
    readonly lines: Stream.Stream<Lines.Line>
  }
>()("@lanyard/flash-cli/Input") {
  /** A script on standard input. */
  static readonly script: Layer.Layer<Input, never, Stdio.Stdio> = Layer.effect(
    Input,
    Effect.map(Stdio.Stdio, ({ stdin }) => ({
      lines: stdin.pipe(
        Stream.decodeText,
        Lines.split,
        Stream.catch(() => Stream.succeed(Result.fail("the input cannot be read any further")))
      )
    }))
  )
}
