/** Where the parts of a host say what happened. Publishing is synchronous and never waits for a reader. */
import { Context, Effect, Layer, PubSub, Stream } from "effect"
import type { HostEvent } from "./HostEvent.ts"

/** Events a reader may fall behind before it misses the oldest. */
const CAPACITY = 4096

/** Carries events from the host to whoever watches it. */
export class HostEvents extends Context.Service<
  HostEvents,
  {
    readonly publish: (event: HostEvent) => void
    /** Events from the moment of subscription on, in order. */
    readonly stream: Stream.Stream<HostEvent>
  }
>()("@lanyard/flash-host/HostEvents") {
  static readonly layer: Layer.Layer<HostEvents> = Layer.effect(
    HostEvents,
    Effect.gen(function* () {
      const events = yield* Effect.acquireRelease(PubSub.sliding<HostEvent>(CAPACITY), PubSub.shutdown)
      return HostEvents.of({
        publish: (event) => void PubSub.publishUnsafe(events, event),
        stream: Stream.fromPubSub(events)
      })
    })
  )
}
