/**
 * The stdin and stdout of a scripted child. Output waits for its reader, as in a real pipe, until the child has exited,
 * when Node discards what nobody opened; input is read line by line, or never, and then fills the pipe.
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
  /** Runs an action after the present turn. */
  readonly later: (action: () => void) => void
}

/** Both ends of the pipes: `stdio` and `release` are the host's, the others the child's. */
export interface ScriptedPipes {
  readonly stdio: Pipes
  /** Puts text into stdout. */
  readonly emit: (text: string) => void
  /** The last holder of stdout has closed it. */
  readonly finish: () => void
  /** The child has exited: nobody reads stdin any more, and stdout waits for a reader no longer. */
  readonly exit: () => void
  /** Drops the host's ends of both pipes. */
  readonly release: () => void
}

/** How much a pipe takes that nobody reads. */
const pipeBytes = 64 * 1024

/** Makes the pipes of one child. */
export const make = (options: PipesOptions): ScriptedPipes => {
  const decoder = new TextDecoder()
  let reader: PipesReader | undefined
  let flowing = false
  let waiting: ReadonlyArray<Uint8Array> = []
  let finished = false
  let outputOver = false
  let inputOver = false
  let broken = false
  let unread = 0
  let partial = ""

  const endOutput = (): void => {
    if (outputOver) return
    outputOver = true
    if (flowing) reader?.end()
    options.outputEnded()
  }
  const flow = (): void => {
    flowing = true
    for (const bytes of waiting) reader?.chunk(bytes)
    waiting = []
    if (outputOver) reader?.end()
    else if (finished) endOutput()
    if (broken) reader?.broken()
  }
  const open = (opened: PipesReader) => {
    reader = opened
    // Not in this turn: the caller still has to learn how to stop the delivery.
    options.later(flow)
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
    return unread < pipeBytes
  }
  const end = (): void => {
    if (inputOver) return
    inputOver = true
    options.inputEnded()
  }
  const tellBroken = (): void => {
    broken = true
    if (flowing) reader?.broken()
  }

  return {
    stdio: { open, write, end },
    emit: (text) => {
      if (outputOver) return
      const bytes = new TextEncoder().encode(text)
      if (flowing) reader?.chunk(bytes)
      else waiting = [...waiting, bytes]
    },
    finish: () => {
      finished = true
      if (flowing) endOutput()
    },
    exit: () => {
      if (reader === undefined) options.later(flow)
      if (inputOver) return
      inputOver = true
      tellBroken()
    },
    release: () => {
      waiting = []
      if (!inputOver) {
        end()
        tellBroken()
      }
      endOutput()
    }
  }
}
