/**
 * Where the parts of a host say what happened. Publishing is synchronous and never waits for a reader; one that is idle
 * goes on in the turn of the event. What a plugin can repeat at will is told once and counted (`Tally`), and what a reader
 * has not taken is bounded (`Backlog`).
 */
import { Cause, Clock, Context, Effect, Latch, Layer, Stream } from "effect"
import * as Backlog from "./Backlog.ts"
import { HostEvent, repeatable } from "./HostEvent.ts"
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

interface Reader {
  readonly backlog: Backlog.Backlog
  /** Open while there is something to take, or nothing more to come. */
  readonly ready: Latch.Latch
}

const make = Effect.gen(function* () {
  const clock = yield* Clock.Clock
  const now = () => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)
  const readers = new Set<Reader>()
  const tally = Tally.make()
  const counting = Latch.makeUnsafe(false)
  let over = false

  const deliver = (event: HostEvent) => {
    for (const { backlog, ready } of readers) {
      Backlog.offer(backlog, event)
      ready.openUnsafe()
    }
  }
  const total = (at: number) => {
    for (const counted of Tally.close(tally, at)) deliver(HostEvent.Repeated(counted))
    if (Tally.closesAt(tally) === undefined) counting.closeUnsafe()
  }

  // Sleeps only while something is counted: a quiet host causes no wake-up.
  const reporter = counting.await.pipe(
    Effect.andThen(Effect.suspend(() => Effect.sleep((Tally.closesAt(tally) ?? now()) - now()))),
    Effect.andThen(Effect.sync(() => total(now()))),
    Effect.forever
  )
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      total(Number.POSITIVE_INFINITY)
      over = true
      for (const { ready } of readers) ready.openUnsafe()
    })
  )
  yield* Effect.forkScoped(reporter)

  const subscribe = Effect.acquireRelease(
    Effect.sync((): Reader => {
      const reader: Reader = { backlog: Backlog.make(), ready: Latch.makeUnsafe(over) }
      readers.add(reader)
      return reader
    }),
    (reader) => Effect.sync(() => readers.delete(reader))
  )
  const take = ({ backlog, ready }: Reader) =>
    Effect.flatMap(ready.await, () => {
      const events = Backlog.takeAll(backlog)
      if (over) return events.length === 0 ? Cause.done() : Effect.succeed(events)
      ready.closeUnsafe()
      return Effect.succeed(events)
    })

  return HostEvents.of({
    publish: (event) => {
      const repetition = repeatable(event)
      if (repetition === undefined || Tally.isFirst(tally, event.plugin, repetition, now())) deliver(event)
      else counting.openUnsafe()
    },
    stream: Stream.unwrap(Effect.map(subscribe, (reader) => Stream.fromIterableEffectRepeat(take(reader))))
  })
})
