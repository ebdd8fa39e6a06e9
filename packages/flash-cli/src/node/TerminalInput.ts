/**
 * Lines typed at a terminal. The terminal is the prompt's only while a line is being typed: while one is answered, Ctrl-C is the
 * system's. What is logged meanwhile goes above the line that is being typed.
 */
import { clearLine, createInterface, cursorTo, type Interface } from "node:readline"
import { type Cause, Console, Effect, Layer, Queue, Result, Stream } from "effect"
import { Input } from "../prompt/Input.ts"
import type * as Lines from "../prompt/Lines.ts"

const prompt = "flash> "

/** The interface whose prompt is on the screen. */
let shown: Interface | undefined

const screen = () => (process.stdout.isTTY ? process.stdout : process.stderr)

const open = Effect.acquireRelease(
  Effect.gen(function* () {
    const typed = yield* Queue.unbounded<Lines.Line, Cause.Done>()
    const readline = createInterface({ input: process.stdin, output: screen(), terminal: true, prompt })
    const rest = () => {
      shown = undefined
      readline.pause()
      process.stdin.setRawMode(false)
    }
    readline.on("line", (line) => {
      rest()
      Queue.offerUnsafe(typed, Result.succeed(line))
    })
    readline.on("close", () => {
      if (shown !== undefined) screen().write("\n")
      shown = undefined
      Queue.endUnsafe(typed)
    })
    // In raw mode the terminal sends a key, not a signal.
    readline.on("SIGINT", () => process.kill(process.pid, "SIGINT"))
    rest()
    return { readline, typed }
  }),
  ({ readline }) => Effect.sync(() => readline.close())
)

const lines = Stream.unwrap(
  Effect.map(open, ({ readline, typed }) => {
    const ask = Effect.sync(() => {
      if (Queue.sizeUnsafe(typed) > 0) return
      shown = readline
      process.stdin.setRawMode(true)
      readline.prompt()
    })
    return Stream.fromEffectRepeat(Effect.andThen(ask, Queue.take(typed)))
  })
)

/** A console whose lines leave alone what is being typed. */
const considerate: Console.Console = Object.assign(Object.create(console), {
  error: (...words: ReadonlyArray<unknown>) => {
    if (shown !== undefined) {
      cursorTo(screen(), 0)
      clearLine(screen(), 0)
    }
    console.error(...words)
    shown?.prompt(true)
  }
})

/** Asks for lines at the terminal. */
export const layer: Layer.Layer<Input> = Layer.mergeAll(
  Layer.succeed(Input, { lines }),
  Layer.succeed(Console.Console, considerate)
)
