/** The limit on everything that a process may write to stdout in its life (decision S7), held where its bytes come in. */
import type { Duplex } from "@lanyard/wire"

/** Reads at most `bytes` from a duplex. What would be more is not read, nor what follows; `exceeded` is told before the end. */
export const limited = (duplex: Duplex, bytes: number, exceeded: () => void): Duplex => {
  let left = bytes
  return {
    ...duplex,
    open: (reader) =>
      duplex.open({
        ...reader,
        chunk: (chunk) => {
          if (left < 0) return
          left -= chunk.length
          if (left >= 0) return reader.chunk(chunk)
          exceeded()
          reader.end()
        },
        end: () => {
          if (left >= 0) reader.end()
        }
      })
  }
}
