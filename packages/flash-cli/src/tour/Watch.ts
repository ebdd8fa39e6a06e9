/** What a host's plugins did since the watch began, kept in order, and a way to wait for what they do next. */
import { HostEvent, PluginHost } from "@lanyard/flash-host"
import { Clock, Effect, Option, Stream, SubscriptionRef } from "effect"

/** One event and when it was seen, in monotonic milliseconds. */
export interface Seen {
  readonly at: number
  readonly event: HostEvent
}

/** A running watch. */
export interface Watch {
  /** Everything so far. */
  readonly seen: Effect.Effect<ReadonlyArray<Seen>>
  /** Waits until what was seen is enough; false when it was not within the given milliseconds. */
  readonly until: (enough: (seen: ReadonlyArray<Seen>) => boolean, limit: number) => Effect.Effect<boolean>
}

/** Monotonic milliseconds. */
export const now = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos) / 1e6)

/** Whether an attempt of the plugin ended because this machine has no such program. */
export const lacksProgram = (seen: ReadonlyArray<Seen>, plugin: string): boolean =>
  seen.some(
    ({ event }) =>
      event._tag === "AttemptFailed" && event.plugin === plugin && event.failure._tag === "ExecutableNotFound"
  )

/** Begins to watch; the enclosing scope ends it. */
export const begin = Effect.gen(function* () {
  const host = yield* PluginHost
  const events = yield* SubscriptionRef.make<ReadonlyArray<Seen>>([])
  yield* host.events.pipe(
    Stream.filter((event) => !HostEvent.$is("Logged")(event)),
    Stream.runForEach((event) =>
      Effect.flatMap(now, (at) => SubscriptionRef.update(events, (seen) => [...seen, { at, event }]))
    ),
    Effect.forkScoped({ startImmediately: true })
  )
  yield* Effect.yieldNow
  const watch: Watch = {
    seen: SubscriptionRef.get(events),
    until: (enough, limit) =>
      SubscriptionRef.changes(events).pipe(
        Stream.filter(enough),
        Stream.runHead,
        Effect.timeoutOption(limit),
        Effect.map(Option.isSome)
      )
  }
  return watch
})
