/** Lengths of time as SOS writes them: `1h30m`, `1.5s`, `250ms`. */

/** A signed length of time in nanoseconds, within the range of 64 bits. */
export class SosDuration {
  readonly nanos: bigint

  constructor(nanos: bigint) {
    this.nanos = nanos
  }
}
