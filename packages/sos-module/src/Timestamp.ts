/** An instant with the offset that it was written with. */

/** An instant: nanoseconds since 1970 in UTC, and the minutes that its writer's clock was ahead of UTC. */
export class Timestamp {
  readonly nanos: bigint
  readonly offsetMinutes: number

  constructor(nanos: bigint, offsetMinutes: number) {
    this.nanos = nanos
    this.offsetMinutes = offsetMinutes
  }
}
