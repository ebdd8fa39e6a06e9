/** A child's stdin and stdout as `Pipes`: every chunk reaches its reader in the turn in which Node hands it out. */
import type { Readable, Writable } from "node:stream"
import type { Pipes, PipesReader } from "../Child.ts"

const nobody: PipesReader = { chunk: () => {}, end: () => {}, drain: () => {}, broken: () => {} }

/** Joins two streams of Node; `release` destroys both and tells the reader about the end. */
export const make = (stdin: Writable, stdout: Readable): Pipes & { readonly release: () => void } => {
  let reader = nobody
  let ended = false
  let broken = false

  const chunk = (bytes: Uint8Array) => reader.chunk(bytes)
  const drain = () => reader.drain()
  const end = () => {
    if (ended) return
    ended = true
    reader.end()
  }
  const stdinClosed = () => {
    if (broken || stdin.writableFinished) return
    broken = true
    reader.broken()
  }

  stdout.on("end", end).on("close", end)
  stdin.on("drain", drain).on("close", stdinClosed)

  return {
    open: (next) => {
      reader = next
      // Off first: a second reader takes over, and two listeners would give it everything twice.
      stdout.off("data", chunk).on("data", chunk)
      // Not in this turn: the caller still has to learn how to stop the delivery.
      if (ended) queueMicrotask(() => reader === next && next.end())
      if (broken) queueMicrotask(() => reader === next && next.broken())
      return () => {
        if (reader !== next) return
        reader = nobody
        stdout.off("data", chunk).resume()
      }
    },
    write: (data) => !stdin.writable || stdin.write(data),
    end: () => {
      if (stdin.writable) stdin.end()
    },
    release: () => {
      stdin.destroy()
      stdout.off("data", chunk).destroy()
      stdinClosed()
      end()
      // Whoever keeps the child does not keep what its reader collected.
      reader = nobody
      stdout.off("end", end).off("close", end)
      stdin.off("drain", drain).off("close", stdinClosed)
    }
  }
}
