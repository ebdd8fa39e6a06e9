/** Lets one refresh run at a time, however many ask for it. */
import { Effect, Semaphore } from "effect"
import * as Work from "./Work.ts"

/** One refresh at a time. */
export interface RefreshGate {
  /** Waits for its turn, then refreshes. */
  readonly run: <A>(work: () => Work.Work<A>) => Effect.Effect<A, unknown>
  /** Refreshes unless one runs already; tells whether it did. */
  readonly tryRun: (work: () => Work.Work<unknown>) => Effect.Effect<boolean, unknown>
}

/** Makes a gate. */
export const make = (): RefreshGate => {
  const turn = Semaphore.makeUnsafe(1)
  return {
    run: (work) => turn.withPermit(Work.run(work)),
    tryRun: (work) => Effect.map(turn.withPermitsIfAvailable(1)(Work.run(work)), (ran) => ran._tag === "Some")
  }
}
