/**
 * Duplexes over Node streams: the one file here that imports Node. Every pipe gets an error listener before anything is
 * read or written, because an unheard EPIPE would end the process.
 */
import type { Readable, Writable } from "node:stream"
import type { Duplex, DuplexReader } from "./Duplex.ts"

/** Makes a duplex that reads one stream and writes the other; it owns both from now on. */
export const fromStreams = (readable: Readable, writable: Writable): Duplex => {
  let reader: DuplexReader | undefined
  let isReadableEnded = false
  let state: "open" | "ended" | "broken" = "open"

  const inputEnded = () => {
    if (isReadableEnded) return
    isReadableEnded = true
    reader?.end()
  }
  const outputBroken = () => {
    if (state === "broken" || writable.writableFinished) return
    state = "broken"
    reader?.broken()
  }

  // A read error leaves nothing more to read, which is what the end of input says.
  readable.on("error", inputEnded).on("end", inputEnded).on("close", inputEnded)
  writable.on("error", outputBroken).on("close", outputBroken)
  writable.on("drain", () => reader?.drain())

  return {
    open: (opened) => {
      reader = opened
      const onData = (bytes: Uint8Array) => opened.chunk(bytes)
      readable.on("data", onData)
      // What happened before anyone listened is told once the caller has the stop function.
      if (isReadableEnded) queueMicrotask(() => reader?.end())
      if (state === "broken") queueMicrotask(() => reader?.broken())
      return () => {
        reader = undefined
        readable.off("data", onData)
        readable.pause()
      }
    },
    // A stream that was destroyed may not have said so yet, and would never drain.
    write: (text) => state !== "open" || !writable.writable || writable.write(text),
    end: () => {
      if (state !== "open") return
      state = "ended"
      writable.end()
    }
  }
}

/**
 * Makes a duplex of this process's stdin and stdout. Call it once, and let nothing else print to stdout; loggers do, as
 * long as `Logger.LogToStderr` is not set. Node keeps the descriptor of stdout open after `end`: the other side sees the
 * end of input when the process exits.
 */
export const stdio = (): Duplex => fromStreams(process.stdin, process.stdout)
