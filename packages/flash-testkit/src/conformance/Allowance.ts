/** How much a plugin may write in one life. A flood is cut off, so that it costs neither the memory nor the end of a run. */
import type { ByteDuplex } from "../ByteDuplex.ts"

/** What is read of one life; both limits are inclusive. */
export interface Allowance {
  readonly lines: number
  readonly bytes: number
}

/** More than a plugin has reason to write in a scenario: a catalog takes a line and 4 MiB. */
export const ofScenario: Allowance = { lines: 10_000, bytes: 32 * 1024 * 1024 }

/**
 * Reads no more of a duplex than is allowed. The chunk that exceeds it and all that follow are dropped, and `exceeded` is
 * called once; the end is still told, and writing goes on.
 */
export const bounded = (duplex: ByteDuplex, allowance: Allowance, exceeded: () => void): ByteDuplex => ({
  ...duplex,
  open: (reader) => {
    let { bytes, lines } = allowance
    const isOver = () => bytes < 0 || lines < 0
    return duplex.open({
      ...reader,
      chunk: (chunk) => {
        if (isOver()) return
        bytes -= chunk.length
        lines -= newlines(chunk, lines)
        if (isOver()) exceeded()
        else reader.chunk(chunk)
      }
    })
  }
})

/** Counts newlines, up to one more than `most`. */
const newlines = (chunk: Uint8Array, most: number): number => {
  let count = 0
  for (let at = chunk.indexOf(newline); at !== -1 && count <= most; at = chunk.indexOf(newline, at + 1)) count++
  return count
}

const newline = 0x0a
