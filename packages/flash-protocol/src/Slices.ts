/**
 * Long work cut into slices, so that whoever drives it can let others run in between. A slice is short against the parse
 * of the frame whose content is being looked at, whatever the shape of that content.
 */
import { Json } from "@lanyard/wire"
import { Effect, Result } from "effect"

/** Work that pauses between slices and ends with a value. */
export type Slices<A> = Generator<void, A, void>

/** Does all of it now. */
export const run = <A>(slices: Slices<A>): A => {
  for (;;) {
    const slice = slices.next()
    if (slice.done === true) return slice.value
  }
}

/** Does one slice in a turn, and lets other fibers run between them. */
export const inTurns = <A>(slices: Slices<A>): Effect.Effect<A> =>
  Effect.suspend(() => {
    const slice = slices.next()
    return slice.done === true ? Effect.succeed(slice.value) : Effect.andThen(Effect.yieldNow, inTurns(slices))
  })

/** Does what `Quota.encodedFits` does, a slice at a time. */
export function* encodedFits(value: unknown, limit: number): Slices<boolean> {
  const size = yield* measure(value, limit, { measured: 0 }, Json.depthLimit)
  return typeof size === "number" ? size <= limit : size !== "TooLong"
}

/** Bytes of encoding that are measured in one slice. */
const sliceBytes = 64 * 1024

/** What was measured since the last pause. */
interface Pace {
  measured: number
}

/**
 * Measures what is larger than a slice by its members, at the price of the one slice that found it too large. `levels` bounds
 * the nesting of generators, each of which takes its part of the stack.
 */
function* measure(value: unknown, limit: number, pace: Pace, levels: number): Slices<number | Json.Unencodable> {
  const divisible = Json.isStructure(value)
  if (divisible && levels === 0) return "TooDeep"
  const size = Json.byteSize(value, divisible ? Math.min(limit, sliceBytes) : limit)
  pace.measured += Result.isSuccess(size) ? size.success : sliceBytes
  if (pace.measured >= sliceBytes) {
    pace.measured = 0
    yield
  }
  if (Result.isSuccess(size)) return size.success
  if (size.failure !== "TooLong" || !divisible || limit <= sliceBytes) return size.failure
  return Array.isArray(value)
    ? yield* measureItems(value, limit, pace, levels - 1)
    : yield* measureMembers(value, limit, pace, levels - 1)
}

function* measureItems(
  items: ReadonlyArray<unknown>,
  limit: number,
  pace: Pace,
  levels: number
): Slices<number | Json.Unencodable> {
  let bytes = items.length + 1
  for (const item of items) {
    const size = yield* measure(item, limit - bytes, pace, levels)
    if (typeof size === "string") return size
    bytes += size
  }
  return bytes
}

function* measureMembers(object: object, limit: number, pace: Pace, levels: number): Slices<number | Json.Unencodable> {
  let bytes = 1
  for (const [name, member] of Object.entries(object)) {
    const named = yield* measure(name, limit - bytes, pace, levels)
    if (typeof named === "string") return named
    bytes += named + 2
    const size = yield* measure(member, limit - bytes, pace, levels)
    if (typeof size === "string") return size
    bytes += size
  }
  return bytes
}
