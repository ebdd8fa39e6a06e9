/**
 * A child's stderr as lines for a log: whole lines, at most 4 KiB of each and 20 in any 10 s; the others are counted
 * and told once. A limiter is a value and time an argument, so that a flood is tested without one.
 */
import { Clock, Data, Effect, Latch, type Scope } from "effect"
import type { Child } from "./Child.ts"

/** What goes to the log. */
export type Diagnostic = Data.TaggedEnum<{
  /** One line, trimmed and never blank; invalid UTF-8 is replaced. A longer one ends in `…`. */
  Line: { readonly text: string }
  /** So many lines were left out since the last report. */
  Dropped: { readonly lines: number }
}>
/** Builds diagnostics and tells them apart. */
export const Diagnostic = Data.taggedEnum<Diagnostic>()

/** Bytes kept of one line. */
export const lineBytes = 4096

/** Lines let through in any `windowMillis`. */
export const linesPerWindow = 20

/** Length of the rolling window, in milliseconds. */
export const windowMillis = 10_000

/** What the limiter remembers between chunks. */
export interface Limiter {
  /** The unterminated line so far, no more than `lineBytes`; undefined while the rest of a cut line is skipped. */
  readonly held: Uint8Array | undefined
  /** When the last lines were let through, oldest first; monotonic milliseconds. */
  readonly passed: ReadonlyArray<number>
  readonly dropped: number
  /** The last line, let through or not; empty before the first. For the text of a failure. */
  readonly last: string
}

/** A limiter that has seen nothing. */
export const initial: Limiter = { held: new Uint8Array(), passed: [], dropped: 0, last: "" }

/** Feeds one chunk, which came at `now` in monotonic milliseconds. */
export const push = (self: Limiter, chunk: Uint8Array, now: number): readonly [Limiter, ReadonlyArray<Diagnostic>] => {
  const pass = passing(self, now)
  let { held } = self
  for (let rest = chunk; ; ) {
    const newline = rest.indexOf(0x0a)
    const part = newline === -1 ? rest : rest.subarray(0, newline)
    if (held !== undefined) {
      const whole: Uint8Array = held.length === 0 ? part : join(held, part)
      const cut = whole.length > lineBytes
      if (cut || newline !== -1) pass.line(whole, cut)
      held = cut ? undefined : whole
    }
    if (newline === -1) break
    held = nothing
    rest = rest.subarray(newline + 1)
  }
  // What is kept must not keep a whole chunk with it.
  return [{ ...pass.result(), held: held?.slice() }, pass.out]
}

/** Reports what was dropped if the window has opened again by `now`. */
export const tick = (self: Limiter, now: number): readonly [Limiter, ReadonlyArray<Diagnostic>] => {
  const pass = passing(self, now)
  return [{ ...pass.result(), held: self.held }, pass.out]
}

/** Ends the input: the unterminated line counts as one, and everything dropped is reported, window or not. */
export const end = (self: Limiter, now: number): readonly [Limiter, ReadonlyArray<Diagnostic>] => {
  const pass = passing(self, now)
  if (self.held !== undefined) pass.line(self.held, false)
  const { dropped, ...rest } = pass.result()
  const out = dropped > 0 ? [...pass.out, Diagnostic.Dropped({ lines: dropped })] : pass.out
  return [{ ...rest, dropped: 0, held: nothing }, out]
}

/** When `tick` would report something; undefined while nothing is dropped. */
export const opensAt = (self: Limiter): number | undefined => {
  const oldest = self.passed[0]
  return self.dropped === 0 || oldest === undefined ? undefined : oldest + windowMillis
}

/** Where the lines of a child go, in the turn in which they arrive. Must not throw. */
export interface Sink {
  readonly line: (text: string) => void
  /** So many lines were left out since the last call. */
  readonly skipped: (lines: number) => void
}

/** A child's stderr on its way to the log. */
export interface Attached {
  /** The last line so far, for the text of a failure; empty before the first. */
  readonly last: () => string
}

/** Gives a child's stderr to a log, from now on; closing the scope reports what is left. */
export const attach = Effect.fn("Diagnostics.attach")(function* (
  child: Pick<Child, "onStderr">,
  sink: Sink
): Effect.fn.Return<Attached, never, Scope.Scope> {
  const clock = yield* Clock.Clock
  const now = () => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)
  const dropping = Latch.makeUnsafe(false)
  const report = Diagnostic.$match({
    Line: ({ text }) => sink.line(text),
    Dropped: ({ lines }) => sink.skipped(lines)
  })
  let limiter = initial

  const apply = ([next, diagnostics]: readonly [Limiter, ReadonlyArray<Diagnostic>]) => {
    limiter = next
    for (const diagnostic of diagnostics) report(diagnostic)
    if (limiter.dropped > 0) dropping.openUnsafe()
    else dropping.closeUnsafe()
  }

  // Sleeps only while lines are dropped: a quiet child causes no wake-up.
  const reporter = dropping.await.pipe(
    Effect.andThen(Effect.suspend(() => Effect.sleep((opensAt(limiter) ?? now()) - now()))),
    Effect.andThen(Effect.sync(() => apply(tick(limiter, now())))),
    Effect.forever
  )
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      child.onStderr(() => {})
      apply(end(limiter, now()))
    })
  )
  yield* Effect.forkScoped(reporter)
  child.onStderr((bytes) => apply(push(limiter, bytes, now())))
  return { last: () => limiter.last }
})

const nothing = new Uint8Array()

/** One step of a limiter, mutable inside the call that makes it. */
const passing = (from: Limiter, now: number) => {
  const out: Array<Diagnostic> = []
  let passed = from.passed.filter((at) => now - at < windowMillis)
  let { dropped } = from
  let last: (() => string) | undefined
  const report = () => {
    if (dropped > 0 && passed.length < linesPerWindow) {
      out.push(Diagnostic.Dropped({ lines: dropped }))
      dropped = 0
    }
  }
  report()
  return {
    out,
    line: (bytes: Uint8Array, cut: boolean) => {
      if (isBlank(bytes)) return
      const text = () => decode(bytes, cut)
      last = text
      if (passed.length >= linesPerWindow) dropped++
      else {
        out.push(Diagnostic.Line({ text: text() }))
        passed = [...passed, now]
      }
    },
    result: () => ({ passed, dropped, last: last === undefined ? from.last : last() })
  }
}

// Decoding a flood that is dropped anyway would cost more than the flood.
const isBlank = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d))

const decoder = new TextDecoder("utf-8", { ignoreBOM: true })

const decode = (bytes: Uint8Array, cut: boolean): string => {
  if (!cut) return decoder.decode(bytes).trim()
  // Streaming, so that a character cut in two is left out instead of being replaced.
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, lineBytes), { stream: true })
  return `${text.trim()}…`
}

const join = (head: Uint8Array, tail: Uint8Array): Uint8Array => {
  // A byte past the limit is enough to know that the line is too long.
  const part = tail.subarray(0, lineBytes + 1 - head.length)
  const whole = new Uint8Array(head.length + part.length)
  whole.set(head)
  whole.set(part, head.length)
  return whole
}
