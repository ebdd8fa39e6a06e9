/** Bodies: their statements one after the other, each counted, each shown to who watches. */
import { Effect } from "effect"
import type { Span } from "../Syntax.ts"
import { type Frame, type Run, stopAt } from "./Frame.ts"
import * as Raising from "./Raising.ts"
import { after, type Code, type Completion, type Step } from "./Step.ts"

/** Statements between two pauses. They take a few milliseconds, so that deadlines and an interrupt are never far away. */
export const slice = 10_000

/** A statement that is compiled. */
export interface Line {
  readonly span: Span
  readonly code: Code
}

/** Puts statements in order. A body without any still counts as one, so that no loop goes on for nothing. */
export const sequence = (lines: ReadonlyArray<Line>, span: Span): Code => {
  const all = lines.length === 0 ? [{ span, code: () => undefined }] : lines
  const from = (frame: Frame, start = 0): Step => {
    const { run } = frame
    for (let at = start; at < all.length; at++) {
      // In range by the bounds of the loop.
      const line = all[at]!
      const step = ++run.steps > run.pauseAt ? late(frame, line) : line.code(frame)
      if (step !== undefined) return behind(frame, step, at + 1)
    }
    return undefined
  }
  // A closure in the loop itself would have it make a context for every statement.
  const behind = (frame: Frame, step: Step, next: number): Step =>
    after(step, (completion) => completion ?? from(frame, next))
  return from
}

const late = (frame: Frame, { code, span }: Line): Step => after(pause(frame, span), (ended) => ended ?? code(frame))

/** Has the run wait for its watcher before a statement. */
export const watched = ({ span, code }: Line): Line => ({
  span,
  code: (frame) => {
    const { watcher } = frame.run
    if (watcher === undefined) return code(frame)
    return after(Effect.as(watcher.before(stopAt(frame, span)), undefined), () => code(frame))
  }
})

const pause = (frame: Frame, span: Span): Step => {
  const { run } = frame
  if (run.steps > run.limits.steps) return Raising.limit(frame, span, "steps")
  setPause(run)
  run.waiting = { frame, span }
  return Effect.as(Effect.yieldNow, undefined)
}

/** Sets the next pause of a run. */
export const setPause = (run: Run): void => {
  run.pauseAt = Math.min(run.limits.steps, run.steps + slice)
}

/** Runs a body again and again while `ready` allows it; the signal of `ready` or of the body ends it. */
export const rounds = (frame: Frame, ready: Ready, body: Code, first = 0): Step => {
  for (let round = first; ; round++) {
    const go = ready(round)
    if (go !== true) return go === false ? undefined : go
    const step = body(frame)
    if (step !== undefined) return further(frame, ready, body, step, round + 1)
  }
}

/** Says whether a round begins, or with what it all ends. */
type Ready = (round: number) => boolean | NonNullable<Completion>

const further = (frame: Frame, ready: Ready, body: Code, step: Step, next: number): Step =>
  after(step, (completion) => completion ?? rounds(frame, ready, body, next))
