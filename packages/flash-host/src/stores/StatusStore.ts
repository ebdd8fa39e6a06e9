/**
 * What plugins show in their status segments. Values are live state: they go with their process, except over a planned
 * reload. Carousels turn on the host's clock while they can be seen, and cost no wake-up otherwise.
 */
import type { Status } from "@lanyard/flash-protocol"
import { Clock, Context, Effect, Layer, Stream } from "effect"
import * as Alarm from "../clocks/Alarm.ts"
import { Presence } from "../clocks/Presence.ts"
import type * as Observation from "../events/Observation.ts"
import * as Segments from "./Segments.ts"
import * as Signal from "./Signal.ts"

/** Holds what plugins show. */
export class StatusStore extends Context.Service<
  StatusStore,
  {
    /** Takes the decoded values of a notification, in the turn of its call. A cleared segment goes; others stay. */
    readonly update: (plugin: string, segments: Status.Segments) => void
    /**
     * A replacement takes over as planned: what the plugin shows stays until it is published again, for ten seconds at
     * most. Another reload within them begins them anew.
     */
    readonly beginReload: (plugin: string) => void
    /** The plugin ended in any other way: it shows nothing. */
    readonly clear: (plugin: string) => void
    /** Replaces what surfaces show: the carousels among it turn. */
    readonly observe: (observed: Observation.Observed) => Effect.Effect<void>
    /** The markup of a segment; empty when it shows nothing. Of a carousel, its prefix and the line whose turn it is. */
    readonly rendered: (plugin: string, segment: string) => Effect.Effect<string>
    /**
     * Segments that look different now, as `flash.plugin.<id>.<segment>`, seen or not. Begins with every segment that shows
     * something; a slow reader finds what it missed in one element.
     */
    readonly changes: Stream.Stream<ReadonlySet<string>>
  }
>()("@lanyard/flash-host/StatusStore") {
  static readonly layer: Layer.Layer<StatusStore, never, Presence> = Layer.effect(
    StatusStore,
    Effect.suspend(() => make)
  )
}

const make = Effect.gen(function* () {
  const clock = yield* Clock.Clock
  const presence = yield* Presence
  const segments = Segments.make()
  const signal = yield* Signal.make(() => Segments.references(segments))

  const alarm = yield* Alarm.make((time) => apply(Segments.advance(segments, time)))
  const apply = (changed: Segments.References) => {
    signal.raise(changed)
    alarm.at(Segments.nextAt(segments))
  }
  const observe = (observed: Observation.Observed) =>
    apply(Segments.observe(segments, observed, !presence.isHeld(), Alarm.now(clock)))
  yield* Effect.forkScoped(Stream.runForEach(presence.held, () => Effect.sync(() => observe(segments.observed))))

  return StatusStore.of({
    update: (plugin, published) => apply(Segments.update(segments, plugin, published, Alarm.now(clock))),
    beginReload: (plugin) => apply(Segments.beginReload(segments, plugin, Alarm.now(clock))),
    clear: (plugin) => apply(Segments.clear(segments, plugin)),
    observe: (observed) => Effect.sync(() => observe(observed)),
    rendered: (plugin, segment) => Effect.sync(() => Segments.rendered(segments, plugin, segment)),
    changes: signal.stream
  })
})
