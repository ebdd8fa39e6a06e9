/**
 * Work that is done in rounds, one at a time: what is asked while a round is under way goes into the next one, all together.
 * A round that is overtaken before it changed anything is given up, and what was asked of it goes into the next one too.
 */
import { Deferred, Effect, Exit, Latch, Option, type Scope } from "effect"

/** How rounds are done. */
export interface Options<Demand, Plan> {
  readonly none: Demand
  readonly merge: (earlier: Demand, later: Demand) => Demand
  /** Whether a demand makes worthless what is being prepared. */
  readonly overtakes: (demand: Demand) => boolean
  /** Finds out what to do, and may be interrupted at any time. */
  readonly prepare: (demand: Demand) => Effect.Effect<Plan>
  /** Does it. */
  readonly enact: (plan: Plan) => Effect.Effect<void>
}

/** Takes demands. */
export interface Rounds<Demand> {
  /** Asks for something and does not wait. */
  readonly submit: (demand: Demand) => void
  /** Asks for something; settles when it was done, and dies of what the round died of. */
  readonly ask: (demand: Demand) => Effect.Effect<void>
}

/** Makes rounds that the scope owns; they wake for nothing but demands. */
export const make = Effect.fnUntraced(function* <Demand, Plan>(
  options: Options<Demand, Plan>
): Effect.fn.Return<Rounds<Demand>, never, Scope.Scope> {
  const asked = Latch.makeUnsafe(false)
  const overtaken = Latch.makeUnsafe(false)
  let pending = options.none
  let askers: ReadonlyArray<Deferred.Deferred<void>> = []

  const submit = (demand: Demand) => {
    pending = options.merge(pending, demand)
    // A round that waits for a demand begins in this turn: it must not be taken for one that is overtaken.
    if (options.overtakes(demand)) overtaken.openUnsafe()
    asked.openUnsafe()
  }

  const round = Effect.suspend(() => {
    const demand = pending
    const own = askers
    pending = options.none
    askers = []
    asked.closeUnsafe()
    overtaken.closeUnsafe()
    const settle = (exit: Exit.Exit<void>) => {
      for (const asker of own) Deferred.doneUnsafe(asker, exit)
    }
    const giveBack = () => {
      pending = options.merge(demand, pending)
      askers = [...own, ...askers]
    }
    return options.prepare(demand).pipe(
      Effect.asSome,
      Effect.raceFirst(Effect.as(overtaken.await, Option.none())),
      Effect.flatMap((plan) =>
        Option.isNone(plan)
          ? Effect.sync(giveBack)
          : Effect.onExit(options.enact(plan.value), (exit) => Effect.sync(() => settle(exit)))
      ),
      Effect.onError((cause) => Effect.sync(() => settle(Exit.failCause(cause))))
    )
  })

  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      for (const asker of askers) Deferred.doneUnsafe(asker, Exit.interrupt())
    })
  )
  // A defect is told to who asked; the next round knows nothing of it.
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(asked.await, Effect.exit(round))))

  return {
    submit,
    ask: (demand) =>
      Effect.suspend(() => {
        const asker = Deferred.makeUnsafe<void>()
        askers = [...askers, asker]
        submit(demand)
        return Deferred.await(asker)
      })
  }
})
