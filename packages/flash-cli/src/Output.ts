/** Where answers go: to people as lines, or to programs as one JSON object a line. */
import { Console, Context, Effect, Layer } from "effect"
import * as Printable from "./rendering/Printable.ts"

/** An answer in both of its forms; only the one that is asked for is made. */
export interface Answer {
  readonly lines: () => ReadonlyArray<string>
  readonly objects: () => ReadonlyArray<object>
}

/** Writes answers to standard output. */
export class Output extends Context.Service<
  Output,
  {
    readonly write: (answer: Answer) => Effect.Effect<void>
    /** Says on standard error what went wrong; the message may have several lines. */
    readonly complain: (message: string) => Effect.Effect<void>
  }
>()("@lanyard/flash-cli/Output") {
  /** For people. */
  static readonly text: Layer.Layer<Output> = Layer.succeed(Output, {
    write: ({ lines }) => all(lines()),
    complain: (message) =>
      Console.error(
        message
          .split("\n")
          .map((line) => `flash: ${Printable.line(line)}`)
          .join("\n")
      )
  })

  /** For programs. What went wrong is logged. */
  static readonly json: Layer.Layer<Output> = Layer.succeed(Output, {
    write: ({ objects }) => all(objects().map(Printable.json)),
    complain: (message) => Effect.annotateLogs(Effect.logError(message), { source: "flash" })
  })
}

const all = (lines: ReadonlyArray<string>) => (lines.length === 0 ? Effect.void : Console.log(lines.join("\n")))
