/**
 * A connection that takes bytes as well as text, because whoever tests a peer has to write what no peer would. A child's
 * pipes have this shape, and two of them are made in memory.
 */
import type { Duplex } from "@lanyard/wire"
import * as MemoryDuplex from "@lanyard/wire/testing/memory"

/** A duplex to write anything to. */
export interface ByteDuplex extends Omit<Duplex, "write"> {
  /** Hands text, as UTF-8, or bytes to the pipe; false asks the caller to wait for `drain`. */
  readonly write: (data: string | Uint8Array) => boolean
}

/** Makes two ends that are connected in memory: the test's own, and the one under test. */
export const pair = (options?: MemoryDuplex.PairOptions): readonly [held: ByteDuplex, tested: ByteDuplex] => {
  const [held, tested] = MemoryDuplex.pair(options)
  return [taking(held, tested), taking(tested, held)]
}

const taking = ({ duplex }: MemoryDuplex.MemoryEnd, other: MemoryDuplex.MemoryEnd): ByteDuplex => ({
  ...duplex,
  write: (data) => {
    if (typeof data === "string") return duplex.write(data)
    other.deliver(data)
    return true
  }
})
