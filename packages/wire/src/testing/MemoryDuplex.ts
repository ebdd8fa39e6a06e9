/**
 * Two duplexes joined in memory, for tests: what one end writes the other reads, in a later microtask and cut into
 * chunks as small as the test likes. The test plays the pipe: it can stall a reader, break a direction, or send bytes
 * that no peer would.
 */
import type { Duplex, DuplexReader } from "../Duplex.ts"

/** One end of the pair, and the test's hand on it. */
export interface MemoryEnd {
  readonly duplex: Duplex
  /** Everything this end wrote, one text a write. */
  readonly written: ReadonlyArray<string>
  /** Stops reading: what the other end writes piles up until its `write` returns false. */
  readonly stall: () => void
  /** Reads on after `stall`. */
  readonly resume: () => void
  /** Breaks the direction into this end, as a reader that closed its pipe does: the other end is told. */
  readonly breakInput: () => void
  /** Delivers these bytes to this end's reader as if the other end had written them. */
  readonly deliver: (bytes: Uint8Array) => void
  /** Whether the other end ended its output and this end has read all of it. */
  readonly sawEnd: () => boolean
}

/** How the pair behaves. */
export interface PairOptions {
  /** Unread bytes from which `write` returns false; 64 KiB by default. */
  readonly highWaterMark?: number
  /** Largest chunk delivered; unlimited by default. */
  readonly chunkBytes?: number
}

/** Makes a connected pair. */
export const pair = (options: PairOptions = {}): readonly [MemoryEnd, MemoryEnd] => {
  const toRight = makePipe(options)
  const toLeft = makePipe(options)
  return [makeEnd(toLeft, toRight), makeEnd(toRight, toLeft)]
}

const makeEnd = (input: Pipe, output: Pipe): MemoryEnd => {
  const written: Array<string> = []
  return {
    duplex: {
      open: (reader) => {
        input.reader = reader
        output.writer = reader
        input.pump()
        return () => {
          input.reader = undefined
          output.writer = undefined
        }
      },
      write: (text) => {
        if (output.state !== "open") return true
        written.push(text)
        return output.push(new TextEncoder().encode(text))
      },
      end: () => {
        if (output.state !== "open") return
        output.state = "ending"
        output.pump()
      }
    },
    written,
    stall: () => {
      input.stalled = true
    },
    resume: () => {
      input.stalled = false
      input.pump()
    },
    breakInput: () => {
      if (input.state === "broken") return
      input.state = "broken"
      input.unread = []
      queueMicrotask(() => input.writer?.broken())
    },
    deliver: (bytes) => {
      input.push(bytes)
    },
    sawEnd: () => input.state === "ended"
  }
}

/** One direction. */
interface Pipe {
  reader: DuplexReader | undefined
  /** The end that writes into this direction, which hears `drain` and `broken`. */
  writer: DuplexReader | undefined
  state: "open" | "ending" | "ended" | "broken"
  stalled: boolean
  unread: Array<Uint8Array>
  readonly push: (bytes: Uint8Array) => boolean
  readonly pump: () => void
}

const makePipe = ({ chunkBytes = Number.POSITIVE_INFINITY, highWaterMark = 64 * 1024 }: PairOptions): Pipe => {
  let waitsForDrain = false

  const unreadBytes = () => pipe.unread.reduce((sum, bytes) => sum + bytes.length, 0)

  const deliver = () => {
    while (!pipe.stalled && pipe.reader !== undefined) {
      const next = pipe.unread.shift()
      if (next === undefined) break
      if (next.length > chunkBytes) pipe.unread.unshift(next.subarray(chunkBytes))
      pipe.reader.chunk(next.slice(0, chunkBytes))
    }
    if (pipe.unread.length > 0 || pipe.reader === undefined || pipe.state === "broken") return
    if (waitsForDrain) {
      waitsForDrain = false
      pipe.writer?.drain()
    }
    if (pipe.state !== "ending") return
    pipe.state = "ended"
    pipe.reader.end()
  }

  const pipe: Pipe = {
    reader: undefined,
    writer: undefined,
    state: "open",
    stalled: false,
    unread: [],
    push: (bytes) => {
      pipe.unread.push(bytes)
      queueMicrotask(deliver)
      waitsForDrain = unreadBytes() >= highWaterMark
      return !waitsForDrain
    },
    pump: () => queueMicrotask(deliver)
  }
  return pipe
}
