/**
 * Tests of deadlines from rows: each row becomes a test of both sides of the edge, one millisecond apart, on a test clock. The
 * runner's functions come from the caller, so that nothing here depends on one.
 */
import { Data, Effect, Equal, Fiber, type Scope } from "effect"
import { TestClock } from "effect/testing"

/** One row: a reply that takes so long has that outcome, at that time and not before. */
export interface Row<Outcome> {
  readonly method: string
  /** Milliseconds that the reply takes. */
  readonly replyAfter: number
  /** Milliseconds after which the call settles: those of the reply, unless a deadline comes first. */
  readonly settlesAt?: number
  readonly outcome: Outcome
}

/** What the table needs of a test runner; `describe` and `it` of `@effect/vitest` have these shapes. */
export interface Runner {
  readonly describe: (title: string, body: () => void) => void
  readonly it: {
    readonly effect: (title: string, body: () => Effect.Effect<void, unknown, Scope.Scope>) => void
  }
}

/** A row does not hold; the outcomes are printed where there is another one than expected. */
export class RowBroken extends Data.TaggedError("RowBroken")<{
  /** Milliseconds at which the call was to settle. */
  readonly settlesAt: number
  readonly broke: string
}> {
  override get message(): string {
    return `at ${this.settlesAt} ms: ${this.broke}`
  }
}

/** Both edges of a deadline: a reply in the last millisecond before it, and one that is too late. */
export const edges = <InTime, Late>(
  method: string,
  deadline: number,
  inTime: InTime,
  late: Late
): ReadonlyArray<Row<InTime | Late>> => [
  { method, replyAfter: deadline - 1, outcome: inTime },
  { method, replyAfter: deadline + 1, settlesAt: deadline, outcome: late }
]

/**
 * Makes a suite of the rows. `run` makes the call of a row against something that replies after `replyAfter` on the Effect
 * clock, and returns its outcome; outcomes are compared by value.
 */
export const deadlineTable = <Outcome, E>(
  { describe, it }: Runner,
  rows: ReadonlyArray<Row<Outcome>>,
  run: (row: Row<Outcome>) => Effect.Effect<Outcome, E, Scope.Scope>
): void =>
  describe("deadlines", () => {
    for (const row of rows) {
      const settlesAt = row.settlesAt ?? row.replyAfter
      it.effect(`${row.method}, answered after ${row.replyAfter} ms, settles at ${settlesAt} ms and not before`, () =>
        check(run(row), settlesAt, row.outcome)
      )
    }
  })

const check = Effect.fnUntraced(function* <Outcome, E>(
  call: Effect.Effect<Outcome, E, Scope.Scope>,
  settlesAt: number,
  expected: Outcome
) {
  const settled = yield* Effect.forkChild(call, { startImmediately: true })
  const before = Math.max(0, settlesAt - 1)
  yield* TestClock.adjust(before)
  if (before < settlesAt && settled.pollUnsafe() !== undefined) {
    return yield* new RowBroken({ settlesAt, broke: "it had settled before" })
  }
  yield* TestClock.adjust(settlesAt - before)
  if (settled.pollUnsafe() === undefined) return yield* new RowBroken({ settlesAt, broke: "it did not settle" })
  const outcome = yield* Fiber.join(settled)
  if (Equal.equals(outcome, expected)) return
  return yield* new RowBroken({
    settlesAt,
    broke: `expected ${JSON.stringify(expected)}, got ${JSON.stringify(outcome)}`
  })
})
