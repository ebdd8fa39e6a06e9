/**
 * The stdin and stdout of a scripted child. Output waits for its reader, as in a real pipe, and what nobody opened never
 * ends by itself; input is read line by line, or never, and then fills the pipe.
 */
import type { Pipes, PipesReader } from "../Child.ts"

/** What a scripted child does with its pipes. */
export interface PipesOptions {
  /** False never reads: no line arrives and nothing drains. */
  readonly reads: boolean
  /** Called for each line of input, without its newline. */
  readonly line: (line: string) => void
  /** The host ended input. Called once, and not after a break. */
  readonly inputEnded: () => void
  /** Every byte of output was delivered, or the host dropped the pipes. Called once. */
  readonly outputEnded: () => void
}

/** Both ends of the pipes: `stdio` and `release` are the host's, the others the child's. */
export interface ScriptedPipes {
  readonly stdio: Pipes
  /** Puts text into stdout. */
  readonly emit: (text: string) => void
  /** The last holder of stdout has closed it. */
  readonly finish: () => void
  /** Nobody reads stdin any more. */
  readonly breakInput: () => void
  /** Drops the host's ends of both pipes. */
  readonly release: () => void
}

/** How much a pipe takes that nobody reads. */
const PIPE_BYTES = 64 * 1024

/** Makes the pipes of one child. */
export const make = (options: PipesOptions): ScriptedPipes => {
  let reader: PipesReader | undefined
  let taken = false
  let waiting: ReadonlyArray<Uint8Array> = []
  let finished = false
  let outputOver = false
  let inputOver = false
  let unread = 0
  let partial = ""
  const decoder = new TextDecoder()

  const endOutput = (): void => {
    if (outputOver) return
    outputOver = true
    reader?.end()
    options.outputEnded()
  }
  const open = (opened: PipesReader) => {
    reader = opened
    taken = true
    for (const bytes of waiting) reader?.chunk(bytes)
    waiting = []
    if (finished) endOutput()
    return () => {
      reader = undefined
    }
  }
  const read = (data: string | Uint8Array): void => {
    const text = typeof data === "string" ? data : decoder.decode(data, { stream: true })
    const lines = `${partial}${text}`.split("\n")
    partial = lines.pop() ?? ""
    for (const line of lines) options.line(line)
  }
  const write = (data: string | Uint8Array): boolean => {
    if (inputOver) return true
    if (options.reads) {
      read(data)
      return true
    }
    unread += typeof data === "string" ? new TextEncoder().encode(data).length : data.length
    return unread < PIPE_BYTES
  }
  const end = (): void => {
    if (inputOver) return
    inputOver = true
    options.inputEnded()
  }

  return {
    stdio: { open, write, end },
    emit: (text) => {
      if (outputOver) return
      const bytes = new TextEncoder().encode(text)
      if (reader !== undefined) reader.chunk(bytes)
      else if (!taken) waiting = [...waiting, bytes]
    },
    finish: () => {
      finished = true
      if (taken) endOutput()
    },
    breakInput: () => {
      if (inputOver) return
      inputOver = true
      reader?.broken()
    },
    release: () => {
      end()
      waiting = []
      endOutput()
    }
  }
}
