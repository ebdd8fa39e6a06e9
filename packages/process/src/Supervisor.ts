/**
 * Keeps one child running: attempts follow each other as a restart policy says, each in a scope of its own. A scope is
 * closed to the end, the whole escalation included, before the next attempt begins, so that no two are ever alive at
 * once. Every decision is a `Lifecycle` transition made in one turn, which is what serialises concurrent callers.
 */
import {
  Cause,
  Clock,
  type Duration,
  Effect,
  Exit,
  Fiber,
  FiberSet,
  Option,
  PubSub,
  Schedule,
  Scope,
  Stream
} from "effect"
import { initial, type Lifecycle, LifecycleEvent, transition } from "./Lifecycle.ts"

/** What an attempt is told and can tell. Once the attempt is over, telling changes nothing. */
export interface Attempt {
  readonly generation: number
  /** Reports that the session can be called. */
  readonly ready: Effect.Effect<void>
  /** Names what the start is busy with. */
  readonly stage: (name: string) => Effect.Effect<void>
}

/** What to keep running, and how persistently. */
export interface Options<E, R> {
  /** One life of the child, in a scope of its own. It can only fail: ending, even with status 0, is a failure (F1). */
  readonly attempt: (attempt: Attempt) => Effect.Effect<never, E, R>
  /** Steps once per failure and outputs how many count; its end parks. One driver serves until the budget is renewed. */
  readonly policy: Schedule.Schedule<number, Cause.Cause<E>>
  /** Whether another attempt would fail in the same way, which parks at once. */
  readonly rejects: (failure: E) => boolean
  /** Told every state after the first before anybody else is, in the turn it is entered, the last included. Must not throw. */
  readonly onChange?: (state: Lifecycle) => void
}

/** One failed attempt, for display. */
export interface AttemptFailure<E> {
  readonly generation: number
  /** Wall clock, in ms since the epoch. */
  readonly at: number
  /** A failure of the attempt, or a defect in it. */
  readonly cause: Cause.Cause<E>
}

/**
 * One supervised child. No operation fails, and each may be called at any time by any number of callers; only a release
 * of the attempt must not wait for `stop`, `reset` or `reload`, which wait for it.
 */
export interface Supervisor<E> {
  /** Begins the first attempt if stopped; anything else stays as it is. Does not wait for readiness. */
  readonly start: Effect.Effect<void>
  /** Ends attempt or backoff; settles once the last attempt's scope is closed, for every caller alike. */
  readonly stop: Effect.Effect<void>
  /** Stops and renews the failure budget, without starting again. */
  readonly reset: Effect.Effect<void>
  /** Replaces attempt, backoff or park by a new attempt with a renewed budget; settles when the old scope is closed. */
  readonly reload: Effect.Effect<void>
  /** The current state. */
  readonly state: Effect.Effect<Lifecycle>
  /** The current state and all that follow; a reader that falls 16 behind misses the oldest. */
  readonly changes: Stream.Stream<Lifecycle>
  /** The failures since the budget was last renewed, oldest first; no more than the last 16. */
  readonly failures: Effect.Effect<ReadonlyArray<AttemptFailure<E>>>
}

/**
 * Makes a stopped supervisor; closing its scope stops it for good. A scope with several supervisors closes in one grace
 * only if its strategy is "parallel".
 */
export const make = Effect.fn("Supervisor.make")(function* <E, R>(
  options: Options<E, R>
): Effect.fn.Return<Supervisor<E>, never, Exclude<R, Scope.Scope> | Scope.Scope> {
  const clock = yield* Clock.clockWith(Effect.succeed)
  const published = yield* PubSub.sliding<Lifecycle>({ capacity: recent, replay: 1 })
  const fork = yield* FiberSet.makeRuntime<Exclude<R, Scope.Scope>, void, never>()
  const newDriver = Schedule.toStep(options.policy)

  let closed = false
  let state = initial
  let driver = yield* newDriver
  let failures: ReadonlyArray<AttemptFailure<E>> = []
  // The last fiber launched; it ends after every one before it, with its own attempt's scope closed.
  let latest: Fiber.Fiber<void> | undefined
  // In the turn of its call; unlike `publishUnsafe` it makes room for the newest.
  const publish = () => fork(Effect.asVoid(PubSub.publish(published, state)))
  publish()

  const apply = (event: LifecycleEvent): boolean => {
    const next = closed ? state : transition(state, event)
    if (next === state) return false
    state = next
    options.onChange?.(state)
    publish()
    return true
  }

  // The delay before the next attempt; none when there is to be no next one, or when the end was planned.
  const judge = (generation: number, cause: Cause.Cause<E>) =>
    Effect.gen(function* () {
      if (state.generation !== generation) return Option.none<Duration.Duration>()
      failures = [...failures, { generation, at: clock.currentTimeMillisUnsafe(), cause }].slice(-recent)
      if (Option.exists(Cause.findErrorOption(cause), options.rejects)) {
        apply(LifecycleEvent.Reject({ generation }))
        return Option.none()
      }
      const [count, delay] = yield* driver(Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n), cause)
      apply(LifecycleEvent.Failed({ generation, failures: count, delay }))
      return Option.some(delay)
    }).pipe(
      // A spent policy fails with Done. One that dies, or a predicate that does, parks too: it cannot be asked again.
      Effect.tapDefect((defect) => Effect.logError("The restart policy died", defect)),
      Effect.catchCause(() => {
        apply(LifecycleEvent.Exhausted({ generation }))
        return Effect.succeedNone
      })
    )

  const session = (generation: number) =>
    Effect.uninterruptibleMask(
      Effect.fnUntraced(function* (restore) {
        const scope = yield* Scope.make()
        const attempt = Effect.suspend(() => options.attempt(handle(generation)))
        // A fiber of its own, so that what the attempt forked ends with it and not with the supervisor.
        const fiber = yield* Effect.forkChild(Scope.provide(attempt, scope))
        const cause = yield* restore(Fiber.join(fiber)).pipe(
          Effect.ensuring(Fiber.interrupt(fiber)),
          Effect.catchCause(Effect.succeed)
        )
        const delay = yield* judge(generation, cause)
        const closing = yield* Effect.forkChild(release(scope, cause))
        // The delay counts from the failure: it passes while the escalation is still going on.
        const pause = Option.match(delay, { onNone: () => Effect.void, onSome: Effect.sleep })
        yield* Effect.ensuring(restore(pause), Fiber.await(closing))
      })
    )

  const handle = (generation: number): Attempt => ({
    generation,
    ready: Effect.sync(() => apply(LifecycleEvent.Ready({ generation }))),
    stage: (stage) => Effect.sync(() => apply(LifecycleEvent.Stage({ generation, stage })))
  })

  const run = Effect.fnUntraced(function* (first: number, previous: Fiber.Fiber<void> | undefined) {
    yield* settled(previous)
    for (let generation = first; ; generation = state.generation) {
      yield* Effect.interruptible(session(generation))
      if (!apply(LifecycleEvent.Retry({ generation }))) return
    }
  })

  // Everything up to the wait that these return happens within one turn. The next fiber is noted before the previous one
  // is interrupted: that runs what the attempt does about it at once, which may call the supervisor again.
  const launch = (event: LifecycleEvent): Effect.Effect<void> => {
    const previous = latest
    if (!apply(event)) return Effect.void
    // Uninterruptible from its birth: interrupted before its first operation, it would not wait for the previous one.
    latest = fork(run(state.generation, previous), { uninterruptible: true })
    previous?.interruptUnsafe()
    return settled(previous)
  }
  const stop = (): Effect.Effect<void> => {
    const previous = latest
    apply(LifecycleEvent.Stop())
    previous?.interruptUnsafe()
    return settled(previous)
  }
  const renewed = (then: () => Effect.Effect<void>) =>
    Effect.flatMap(newDriver, (next) => {
      driver = next
      failures = []
      return then()
    })

  yield* Effect.addFinalizer(() => {
    apply(LifecycleEvent.Stop())
    closed = true
    return stop()
  })

  return {
    start: Effect.asVoid(Effect.sync(() => launch(LifecycleEvent.Start()))),
    stop: Effect.suspend(stop),
    reset: renewed(stop),
    reload: renewed(() => launch(LifecycleEvent.Reload())),
    state: Effect.sync(() => state),
    changes: Stream.fromPubSub(published),
    failures: Effect.sync(() => failures)
  }
})

const recent = 16

const settled = (fiber: Fiber.Fiber<void> | undefined): Effect.Effect<void> =>
  fiber === undefined ? Effect.void : Effect.asVoid(Fiber.await(fiber))

const release = (scope: Scope.Closeable, cause: Cause.Cause<unknown>): Effect.Effect<void> =>
  Effect.catchCause(Scope.close(scope, Exit.failCause(cause)), (defect) =>
    Effect.logError("The release of an attempt died", defect)
  )
