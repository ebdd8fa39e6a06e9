/** A terminal, or a pipe, as the console of a probe: lines with completion by the tab key, and output above the line being typed. */
import { createInterface } from "node:readline"
import { Effect, Queue, Stream } from "effect"
import type { Console } from "../probe/Probe.ts"
import { complete } from "../probe/Typed.ts"

/** Opens this process's stdin and stdout. Lines end when the input does. */
export const open = (): Console => {
  const { stdin: input, stdout: output } = process
  const isTerminal = input.isTTY === true && output.isTTY === true
  return {
    lines: Stream.callback<string>((queue) =>
      Effect.acquireRelease(
        Effect.sync(() => {
          // What is typed is split where a person ends a line; what plugins write is never read by this.
          const lines = createInterface({
            input,
            output,
            terminal: isTerminal,
            prompt: isTerminal ? "> " : "",
            completer: (line: string) => [complete(line), line]
          })
          lines.on("line", (line) => {
            Queue.offerUnsafe(queue, line)
            lines.prompt()
          })
          lines.on("close", () => Queue.endUnsafe(queue))
          lines.prompt()
          return lines
        }),
        (lines) => Effect.sync(() => lines.close())
      )
    ),
    show: (text) => Effect.sync(() => void output.write(isTerminal ? `\r\u001b[K${text}\n> ` : `${text}\n`))
  }
}
