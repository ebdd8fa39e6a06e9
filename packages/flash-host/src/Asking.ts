/** Questions to one plugin that are answered with nothing when it cannot answer; what went wrong is told to the host. */
import type { Answer, Catalog, Hint, Search } from "@lanyard/flash-protocol"
import { Effect } from "effect"
import { type DroppedMethod, HostEvent } from "./HostEvent.ts"
import type { HostEvents } from "./HostEvents.ts"
import type { Requests } from "./Requests.ts"

/** Questions to one plugin. None is asked unless it is running, and none twice. */
export interface Asking {
  /** Answers for one input; none when the reply breaks the contract or comes late. */
  readonly evaluate: (params: Answer.Params, trace?: string) => Effect.Effect<ReadonlyArray<Answer.Answer>>
  /** Rows of its live sources, under the same conditions. */
  readonly search: (params: Search.Params, trace?: string) => Effect.Effect<Catalog.Rows>
  /** Targets in a window, under the same conditions. */
  readonly hints: (params: Hint.Params, trace?: string) => Effect.Effect<ReadonlyArray<Hint.Hint>>
  /** Probes the plugin; false when it is not running. One that does not say yes in time is replaced. */
  readonly ping: Effect.Effect<boolean>
}

/** Makes the questions to one plugin, by its id; `callable` gives what they are sent on while it runs. */
export const make = (plugin: string, callable: () => Requests | undefined, events: HostEvents["Service"]): Asking => {
  const ask = <A>(
    method: DroppedMethod,
    request: (requests: Requests) => Effect.Effect<ReadonlyArray<A>, Unanswered>
  ): Effect.Effect<ReadonlyArray<A>> =>
    Effect.suspend(() => {
      const requests = callable()
      return requests === undefined ? Effect.succeed([]) : request(requests)
    }).pipe(
      Effect.catch((failure) => {
        events.publish(HostEvent.Dropped({ plugin, method, reason: reasonOf(failure) }))
        return Effect.succeed([])
      })
    )

  return {
    evaluate: (params, trace) => ask("evaluate", (requests) => requests.evaluate(params, trace)),
    search: (params, trace) => ask("search", (requests) => requests.search(params, trace)),
    hints: (params, trace) => ask("hints", (requests) => requests.hints(params, trace)),
    ping: Effect.suspend(() => callable()?.ping ?? Effect.succeed(false))
  }
}

/** What befell a request, or the rule its reply broke. */
interface Unanswered {
  readonly _tag: string
  readonly message: string
}

/** Free of content. */
const reasonOf = ({ _tag, message }: Unanswered): string => (_tag === "PayloadRejected" ? message : _tag)
