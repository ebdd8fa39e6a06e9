/**
 * The escalation that ends a child: end of input, grace, SIGTERM, 500 ms, SIGKILL, each signal to the whole group. Each
 * rung waits for the *group* to be gone, never for its leader alone and never for a pipe (decision B6). All waiting is
 * on the Effect clock.
 */
import { Clock, Deferred, type Duration, Effect, Option, Pull, Schedule } from "effect"
import type { Child, ChildExit, SeenProcess, StopSignal } from "./Child.ts"

/** What one step of a stop did. */
export interface StopStep {
  readonly rung: "end of input" | StopSignal
  /** Milliseconds since the stop began. */
  readonly at: number
  /** Whether somebody was there to notice: input was ended before the exit was seen, or the signal was sent. */
  readonly delivered: boolean
}

/** How a stop went. */
export interface StopReport {
  readonly steps: ReadonlyArray<StopStep>
  readonly exit: ChildExit
  /** Descendants that left the group and still run, as far as the system shows them; none was promised dead. */
  readonly survivors: ReadonlyArray<SeenProcess>
  /** Milliseconds from the beginning of the stop until the group was gone. */
  readonly elapsed: number
}

const rung = (wait: Duration.Input, signal: StopSignal): Schedule.Schedule<StopSignal> =>
  Schedule.duration(wait).pipe(Schedule.map(() => Effect.succeed(signal)))

/** After end of input: SIGTERM once `grace` passes, SIGKILL 500 ms later. */
export const escalation = (grace: Duration.Input): Schedule.Schedule<StopSignal> =>
  rung(grace, "SIGTERM").pipe(Schedule.concat(rung("500 millis", "SIGKILL")))

// The system reports no end of a group whose leader is gone, so it is looked for: often at first, then every 20 ms.
const groupPolls = Schedule.min([Schedule.exponential("1 millis", 1.5), Schedule.spaced("20 millis")])

/** Waits until the leader's exit was seen and no member of the group runs. */
export const groupGone = (child: Child): Effect.Effect<ChildExit> =>
  Effect.gen(function* () {
    const exit = yield* Deferred.await(child.exited)
    if (!child.group.alive()) return exit
    yield* Effect.repeat(Effect.sync(child.group.alive), { schedule: groupPolls, while: (alive) => alive })
    return exit
  })

/** Ends the child's input and climbs the escalation until the group is gone. Settles only then. For `marks` see `trace`. */
export const run = Effect.fnUntraced(function* (
  child: Child,
  signals: Schedule.Schedule<StopSignal>,
  marks: ReadonlyArray<string> = []
) {
  const clock = yield* Clock.Clock
  const began = clock.monotonicTimeNanosUnsafe()
  const sinceBegan = () => Number(clock.monotonicTimeNanosUnsafe() - began) / 1e6
  const steps: Array<StopStep> = []
  const traces: Array<() => ReadonlyArray<SeenProcess>> = []

  const take = (rung: StopStep["rung"], deliver: () => boolean) =>
    // Before anybody is told to leave: an orphan that left the group may not be traced back to this child any more.
    Effect.map(
      looking(() => child.group.trace(marks), nothing),
      (trace) => {
        traces.push(trace)
        steps.push({ rung, at: sinceBegan(), delivered: deliver() })
      }
    )

  yield* take("end of input", () => {
    child.stdio.end()
    return !Deferred.isDoneUnsafe(child.exited)
  })

  const next = yield* Schedule.toStep(signals)
  const climb: Effect.Effect<ChildExit> = Effect.suspend(() => next(sinceBegan(), undefined)).pipe(
    Effect.flatMap(([signal, wait]) =>
      Effect.flatMap(
        Effect.timeoutOption(groupGone(child), wait),
        Option.match({
          onSome: Effect.succeed,
          onNone: () =>
            Effect.andThen(
              take(signal, () => child.group.signal(signal)),
              climb
            )
        })
      )
    ),
    Pull.catchDone(() => groupGone(child))
  )
  // A command has mostly left by itself, and no ladder is made for it.
  const isOver = Deferred.isDoneUnsafe(child.exited) && !child.group.alive()
  const exit = yield* isOver ? Deferred.await(child.exited) : climb
  const elapsed = sinceBegan()
  const running = yield* Effect.forEach(traces, (trace) => looking(trace, []))
  const survivors = new Map(running.flat().map((seen) => [seen.pid, seen]))
  const report: StopReport = { steps, exit, survivors: [...survivors.values()], elapsed }
  return report
})

const nothing = () => []

// What a look sees is for the report only: a defect in it keeps no signal back.
const looking = <A>(look: () => A, otherwise: A): Effect.Effect<A> =>
  Effect.catchDefect(Effect.sync(look), (defect) =>
    Effect.as(Effect.logError("Looking for descendants died", defect), otherwise)
  )

/** Stops many children at once: all of it takes one grace, not the sum. Reports come in the order of the children. */
export const stopAll = (
  children: Iterable<{ readonly stop: Effect.Effect<StopReport> }>
): Effect.Effect<ReadonlyArray<StopReport>> =>
  Effect.forEach(children, (child) => child.stop, { concurrency: "unbounded" })
