/**
 * Both byte directions of one connection, as callbacks: a chunk reaches its reader in the turn it arrived. A child's
 * pipes, this process's stdio and an in-memory pair all take this shape.
 */

/** What a duplex tells the one reader that opened it. Calls come in wire order and never after `end`. */
export interface DuplexReader {
  /** Bytes arrived. The chunk belongs to the reader; the duplex never writes to it again. */
  readonly chunk: (bytes: Uint8Array) => void
  /** The other side ended its output and every byte before it was delivered. Called once. */
  readonly end: () => void
  /** The other side took what was written: writing may go on after a `write` that returned false. */
  readonly drain: () => void
  /** The writing direction broke (the other side stopped reading for good). Called at most once. */
  readonly broken: () => void
}

/**
 * A connection to one peer. No member throws. A write after the end or after a break, told or not, is dropped and returns
 * true, since no `drain` will come; a break is followed by no `drain` either.
 */
export interface Duplex {
  /** Starts delivery to the one reader; returns a function that stops it. */
  readonly open: (reader: DuplexReader) => () => void
  /** Hands text to the pipe, encoded as UTF-8; false asks the caller to wait for `drain`. */
  readonly write: (text: string) => boolean
  /** Ends the writing direction after everything written so far. Repeated calls change nothing. */
  readonly end: () => void
}
