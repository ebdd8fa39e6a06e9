/**
 * Performs that wait for their plugin to come up. What can be sent is sent once; what never could be is unhandled, since
 * nothing happened; what may have happened is never tried again.
 */
import { Constants, Perform, type PerformParams } from "@lanyard/flash-protocol"
import { Effect, Option } from "effect"
import type { Requests } from "./Requests.ts"

/** What performs are sent on. */
export interface Target {
  /** The session to send on now; none once it is clear that there will be none, undefined until then. */
  readonly settled: () => Option.Option<Requests> | undefined
  /** Waits until `settled` says something. */
  readonly arriving: Effect.Effect<Option.Option<Requests>>
  /** Told that a session can no longer be sent on, although its attempt has not ended yet. */
  readonly lost: (requests: Requests) => void
}

/** A perform on its way. */
export interface Sending {
  readonly params: PerformParams.Params
  /** Milliseconds left of its deadline. */
  readonly left: () => number
  readonly trace: string | undefined
}

/** Makes the way of performs to one plugin; no more than 64 wait at a time. */
export const make = ({ arriving, lost, settled }: Target): ((sending: Sending) => Effect.Effect<Perform.Outcome>) => {
  let waiting = 0

  const dispatchable = (limit: number): Effect.Effect<Option.Option<Requests>> =>
    Effect.suspend(() => {
      const now = settled()
      if (now !== undefined) return Effect.succeed(now)
      if (waiting >= Constants.transport.host_pending_requests) return Effect.succeedNone
      waiting++
      return Effect.timeoutOption(arriving, limit).pipe(
        Effect.map(Option.flatten),
        Effect.ensuring(Effect.sync(() => waiting--))
      )
    })

  const dispatch = Effect.fnUntraced(function* (sending: Sending): Effect.fn.Return<Perform.Outcome> {
    const { params, left, trace } = sending
    const requests = yield* dispatchable(left())
    if (Option.isNone(requests) || left() <= 0) return Perform.Outcome.Unhandled()
    return yield* requests.value.perform(params, left(), trace).pipe(
      Effect.catch(({ reason }) => {
        if (reason === "params") return Effect.succeed(Perform.Outcome.Unhandled())
        lost(requests.value)
        return dispatch(sending)
      })
    )
  })
  return dispatch
}
