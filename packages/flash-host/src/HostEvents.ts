/**
 * Where the parts of a host say what happened. Publishing is synchronous and never waits for a reader; one that is idle
 * goes on in the turn of the event. What a plugin can repeat at will is told once and counted (`Tally`), and what a reader
 * has not taken is bounded (`Backlog`).
 */
import { Clock, Context, Effect, Layer, Stream } from "effect"
import * as Backlog from "./Backlog.ts"
import * as Alarm from "./clocks/Alarm.ts"
import { HostEvent, repeatable } from "./HostEvent.ts"
import * as Readers from "./Readers.ts"
import * as Tally from "./Tally.ts"

/** Carries events from the host to whoever watches it. */
export class HostEvents extends Context.Service<
  HostEvents,
  {
    readonly publish: (event: HostEvent) => void
    /**
     * Events from the moment of subscription on, in order; ends with the host, after its last event. A reader that falls
     * behind misses the oldest of the plugin that is ahead of it.
     */
    readonly stream: Stream.Stream<HostEvent>
  }
>()("@lanyard/flash-host/HostEvents") {
  static readonly layer: Layer.Layer<HostEvents> = Layer.effect(
    HostEvents,
    Effect.suspend(() => make)
  )
}

const make = Effect.gen(function* () {
  const clock = yield* Clock.Clock
  const readers = yield* Readers.make({ begin: Backlog.make, take: Backlog.takeAll })
  const tally = Tally.make()

  const deliver = (event: HostEvent) => readers.tell((backlog) => Backlog.offer(backlog, event))
  const total = (at: number) => {
    for (const counted of Tally.close(tally, at)) deliver(HostEvent.Repeated(counted))
    alarm.at(Tally.closesAt(tally))
  }
  const alarm = yield* Alarm.make(total)
  // Before the readers are ended.
  yield* Effect.addFinalizer(() => Effect.sync(() => total(Number.POSITIVE_INFINITY)))

  return HostEvents.of({
    publish: (event) => {
      const repetition = repeatable(event)
      if (repetition === undefined || Tally.isFirst(tally, event.plugin, repetition, Alarm.now(clock))) deliver(event)
      else alarm.at(Tally.closesAt(tally))
    },
    stream: Stream.flattenIterable(readers.stream)
  })
})
