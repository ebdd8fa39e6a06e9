/**
 * What came and is taken one by one, in any order. A wait for something that is not there ends when it comes, when the sender
 * is over, or when patience is; the last two say what was waited for and what is there instead.
 */
import { Clock, Deferred, type Duration, Effect, Exit } from "effect"
import { NothingCame } from "./NothingCame.ts"

/** Things that came. */
export interface Inbox<A> {
  /** Hands it to the first wait that it fits, or keeps it. */
  readonly put: (item: A) => void
  /** Takes the oldest that fits, or waits for one. */
  readonly take: (wanted?: Wanted<A>) => Effect.Effect<A, NothingCame>
  /** What nobody took, oldest first. */
  readonly unread: () => ReadonlyArray<A>
  /** Nothing comes any more: every wait fails. */
  readonly over: () => void
  /** Waits for anything else; `waitedFor` says in words what it is. */
  readonly within: <B, E, R>(
    waiting: Effect.Effect<B, E, R>,
    waitedFor: string,
    options?: Patience
  ) => Effect.Effect<B, E | NothingCame, R>
}

/** How long a wait lasts. */
export interface Patience {
  /** Real time, even under a test clock: what the test clock brings about is there as soon as it was moved. */
  readonly patience?: Duration.Input
}

/** What a wait is for: anything, if nothing is said. */
export interface Wanted<A> extends Patience {
  readonly fits?: (item: A) => boolean
  readonly waitedFor?: string
}

/** How an inbox is made. */
export interface Options extends Patience {
  /** Told of each wait that failed. */
  readonly missed?: (waitedFor: string) => void
}

/** How long waits last that say nothing else. */
export const defaultPatience: Duration.Input = "2 seconds"

/** Makes an empty inbox. */
export const make = <A>(options: Options = {}): Inbox<A> => {
  const waits = new Set<Wait<A>>()
  let unread: ReadonlyArray<A> = []
  let isOver = false

  const nothing = (waitedFor: string, reason: NothingCame["reason"]) => {
    options.missed?.(waitedFor)
    return new NothingCame({ waitedFor, reason, unread })
  }

  const within = <B, E, R>(waiting: Effect.Effect<B, E, R>, waitedFor: string, { patience }: Patience = {}) =>
    Effect.raceFirst(
      waiting,
      Effect.andThen(
        realSleep(patience ?? options.patience ?? defaultPatience),
        Effect.suspend(() => Effect.fail(nothing(waitedFor, "late")))
      )
    )

  return {
    put: (item) => {
      for (const wait of waits) {
        if (!wait.fits(item)) continue
        waits.delete(wait)
        Deferred.doneUnsafe(wait.taken, Exit.succeed(item))
        return
      }
      unread = [...unread, item]
    },
    take: ({ fits = () => true, waitedFor = "anything", ...given } = {}) =>
      Effect.suspend(() => {
        const at = unread.findIndex(fits)
        if (at !== -1) {
          const [found] = unread.slice(at, at + 1)
          unread = unread.toSpliced(at, 1)
          // In range: the index was found.
          return Effect.succeed(found!)
        }
        if (isOver) return Effect.fail(nothing(waitedFor, "over"))
        const wait: Wait<A> = { fits, waitedFor, taken: Deferred.makeUnsafe() }
        waits.add(wait)
        const forget = Effect.sync(() => waits.delete(wait))
        return Effect.ensuring(within(Deferred.await(wait.taken), waitedFor, given), forget)
      }),
    unread: () => unread,
    over: () => {
      isOver = true
      for (const { taken, waitedFor } of waits) Deferred.doneUnsafe(taken, Exit.fail(nothing(waitedFor, "over")))
      waits.clear()
    },
    within
  }
}

interface Wait<A> {
  readonly fits: (item: A) => boolean
  readonly waitedFor: string
  readonly taken: Deferred.Deferred<A, NothingCame>
}

/** Sleeps by the clock that no test has in its hands. */
const realSleep = (duration: Duration.Input) =>
  Effect.provideService(Effect.sleep(duration), Clock.Clock, Clock.Clock.defaultValue())
