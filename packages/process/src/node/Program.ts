/**
 * Runs a program that owns children to its end, however it is told to leave: by SIGINT, SIGTERM or SIGHUP, or because nobody reads
 * its output any more. The first of these interrupts it, so that every scope closes and every child gets its grace. A second
 * signal ends the process at once; what may not outlive it is ended by `exit` listeners.
 */
import { constants } from "node:os"
import { type Effect, Exit, Runtime } from "effect"

/** What the program says of itself when it is told to leave. */
export interface Words {
  /** Before every line. */
  readonly name: string
  /** What the first signal starts, `stopping the plugins` for example. */
  readonly stopping: string
}

type EndSignal = "SIGINT" | "SIGTERM" | "SIGHUP"

const signals: ReadonlyArray<EndSignal> = ["SIGINT", "SIGTERM", "SIGHUP"]

/** What a shell shows for a program that SIGPIPE ended. */
const BROKEN_PIPE = 128 + 13

/** Milliseconds in which signals are one: a group gets it from the terminal, and again from parents that pass it on. */
const ECHO = 200

/** Runs the program and ends the process with the status it returns, or with 128 plus the signal's number. */
export const run = (program: Effect.Effect<number>, { name, stopping }: Words): void => {
  const main = Runtime.makeRunMain(({ fiber }) => {
    let status: number | undefined
    let unwritten: number | undefined
    let since = 0

    const leave = (ended: number) => {
      if (status !== undefined) return
      status = ended
      since = performance.now()
      fiber.interruptUnsafe()
    }
    const signalled = (signal: EndSignal) => {
      const ended = 128 + constants.signals[signal]
      if (status === undefined) {
        process.stderr.write(`${name}: ${signal}: ${stopping}; a second signal kills them\n`)
        return leave(ended)
      }
      if (performance.now() - since < ECHO) return
      process.stderr.write(`${name}: ${signal}: killing what is left\n`)
      process.exit(ended)
    }
    const unread = (cause: NodeJS.ErrnoException) => {
      if (unwritten !== undefined) return
      unwritten = cause.code === "EPIPE" ? BROKEN_PIPE : 1
      if (unwritten !== BROKEN_PIPE) process.stderr.write(`${name}: the output cannot be written (${cause.code})\n`)
      leave(unwritten)
    }

    for (const signal of signals) process.on(signal, signalled)
    for (const output of [process.stdout, process.stderr]) output.on("error", unread)
    fiber.addObserver((exit) => {
      const ended = status ?? (Exit.isSuccess(exit) && typeof exit.value === "number" ? exit.value : 1)
      if (status !== undefined) process.exit(ended)
      // Ends also when something still holds the event loop, but not before a slow pipe has taken the output.
      status = ended
      // The callbacks behind a write that failed hear of it before any listener.
      process.stdout.write("", (noOutput) => {
        if (noOutput) unread(noOutput)
        process.stderr.write("", (noDiagnostics) => {
          if (noDiagnostics) unread(noDiagnostics)
          process.exit(unwritten ?? ended)
        })
      })
    })
  })
  main(program)
}
