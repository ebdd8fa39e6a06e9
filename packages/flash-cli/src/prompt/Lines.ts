/** Cuts text into lines, whatever pieces it comes in. A line over the limit is skipped and told, and does not fill memory. */
import { Result, Stream } from "effect"

/** Most characters of a line. */
export const limit = 1024 * 1024

/** A line without its newline, or why there is none. */
export type Line = Result.Result<string, string>

/** Cuts a stream; text after the last newline is a line as well. */
export const split = <E, R>(text: Stream.Stream<string, E, R>): Stream.Stream<Line, E, R> =>
  Stream.mapAccum(text, () => begun, push, { onHalt: end })

/** What came since the last newline; undefined while a line over the limit is being skipped. */
type Held = { readonly text: string | undefined }

const begun: Held = { text: "" }

const push = (held: Held, piece: string): readonly [Held, ReadonlyArray<Line>] => {
  const [first = "", ...rest] = piece.split("\n")
  const parts = rest.map((text): Held => grow(begun, text))
  const all = [grow(held, first), ...parts]
  // In range: there is always a first part.
  return [all[all.length - 1]!, all.slice(0, -1).map(toLine)]
}

const grow = ({ text }: Held, more: string): Held =>
  text === undefined || text.length + more.length > limit ? { text: undefined } : { text: text + more }

const toLine = ({ text }: Held): Line =>
  text === undefined ? Result.fail(`expected at most ${limit} characters`) : Result.succeed(text)

const end = (held: Held): ReadonlyArray<Line> => (held.text === "" ? [] : [toLine(held)])
