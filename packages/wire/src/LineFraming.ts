/**
 * Cuts bytes into newline-terminated lines. A framer is a value, so every split, cap and recovery is tested without a
 * pipe. Work is linear in bytes for any chunking, and memory is bounded by the cap: a line over it is reported once, when
 * it passes the cap, and skipped; framing resumes at the next newline.
 */

/** Stands in the output where a line was longer than the cap. */
export const tooLong = "LineTooLong"
/** The type of `tooLong`. */
export type TooLong = typeof tooLong

/**
 * What framing found: a run of whole lines, separated by `\n` and without the last one's, or an overlong line. Lines
 * that came in one chunk stay together, because decoding them together is what makes short lines cheap.
 */
export type Framed = Uint8Array | TooLong

/** The framing state between two chunks. */
export interface LineFramer {
  /** Most bytes of a line, newline excluded. */
  readonly limit: number
  readonly held: Held
  /** Bytes since the last newline; past `limit` means that the line is being skipped. */
  readonly size: number
}

/** Starts a framer for lines of at most `limit` bytes, newline excluded. */
export const make = (limit: number): LineFramer => ({ limit, held: null, size: 0 })

/**
 * Feeds one chunk; returns the next framer and everything the chunk completed, in order. Lines that lie within the
 * chunk are views of it, not copies.
 */
export const push = (self: LineFramer, chunk: Uint8Array): readonly [LineFramer, ReadonlyArray<Framed>] => {
  const { limit } = self
  const found: Array<Framed> = []
  const last = chunk.lastIndexOf(newline)
  let { held, size } = self
  for (let at = 0; at < chunk.length; ) {
    // All whole lines that are left go together, unless one of them could be over the cap.
    const end = size === 0 && last >= at && last - at <= limit ? last : chunk.indexOf(newline, at)
    const stop = end === -1 ? chunk.length : end
    const part = chunk.subarray(at, stop)
    const fits = size + part.length <= limit
    if (!fits && size <= limit) found.push(tooLong)
    if (end === -1) {
      return [{ limit, held: fits ? hold(held, part) : null, size: fits ? size + part.length : limit + 1 }, found]
    }
    if (fits) found.push(held === null ? part : join({ part, before: held }, size + part.length))
    held = null
    size = 0
    at = end + 1
  }
  return [{ limit, held, size }, found]
}

/** Ends the input; returns how many bytes of an unterminated line are discarded, 0 if that line was reported already. */
export const end = (self: LineFramer): number => (self.size > self.limit ? 0 : self.size)

const newline = 0x0a

/** The parts of an unfinished line, newest first. Linked, so that appending is cheap for any number of parts. */
type Held = { readonly part: Uint8Array; readonly before: Held } | null

/** Parts below this size are merged, so that a peer that writes byte by byte costs no more memory than the cap. */
const mergeBytes = 4096

const hold = (held: Held, part: Uint8Array): Held => {
  let newest = part
  let before = held
  // Merging only into parts of at least the same size copies each byte a logarithmic number of times.
  while (before !== null && before.part.length <= newest.length && before.part.length + newest.length <= mergeBytes) {
    newest = join({ part: newest, before: { part: before.part, before: null } }, before.part.length + newest.length)
    before = before.before
  }
  return { part: newest, before }
}

const join = (held: Held, size: number): Uint8Array => {
  const line = new Uint8Array(size)
  let at = size
  for (let here = held; here !== null; here = here.before) {
    at -= here.part.length
    line.set(here.part, at)
  }
  return line
}
