/**
 * Events of the host on their way to the plugins that listen. An event goes to the attempts that can be called at that
 * moment and to no later one; what a new attempt has to know at its start is told to it first.
 */
import { Constants, Event, Listen, type Manifest, StatusObserved } from "@lanyard/flash-protocol"
import { Context, Effect, FiberMap, Layer, PubSub, type Scope, Stream } from "effect"
import * as Observation from "./Observation.ts"

/** Events that a host tells. What is observed has a way of its own, and so have poll ticks. */
export type Told = Exclude<Event.Event, { readonly name: "core:status.observed" | Event.TickName }>

/** One attempt of a plugin, from its handshake to its end. */
export interface Listener {
  readonly manifest: Manifest.Manifest
  /** Queues an event for the plugin, in the turn of its call. Must not throw. */
  readonly send: (event: Event.Event) => void
}

/** Carries events from the host to its plugins. */
export class EventBus extends Context.Service<
  EventBus,
  {
    /**
     * Tells every attached plugin whose patterns and capabilities let it hear the event. Running apps that did not change
     * are not told again, and a burst of network or volume changes is told once, 500 ms after it began.
     */
    readonly tell: (event: Told) => Effect.Effect<void>
    /** Replaces what is observed, and tells every plugin whose own set changed. */
    readonly observe: (observed: Observation.Observed) => Effect.Effect<void>
    /** What is observed now. */
    readonly observed: Effect.Effect<Observation.Observed>
    /** The apps that run, as they were told last. */
    readonly apps: Effect.Effect<ReadonlyArray<Event.App>>
    /**
     * Attaches a plugin until the scope closes. First it is told the running apps and what of it is observed, even when
     * that is nothing, as far as it listens.
     */
    readonly attach: (listener: Listener) => Effect.Effect<void, never, Scope.Scope>
    /** Names that some attached plugin hears, now and at every change; ends with the host. */
    readonly interest: Stream.Stream<ReadonlySet<Event.HostName>>
  }
>()("@lanyard/flash-host/EventBus") {
  static readonly layer: Layer.Layer<EventBus> = Layer.effect(
    EventBus,
    Effect.suspend(() => make)
  )
}

interface Attached extends Listener {
  readonly subscription: Event.Subscription
  /** The observed segments it was told last. */
  told?: StatusObserved.StatusObserved
}

const make = Effect.gen(function* () {
  const attached = new Set<Attached>()
  // A slow reader finds the newest set, whatever it missed.
  const interest = yield* Effect.acquireRelease(
    PubSub.sliding<ReadonlySet<Event.HostName>>({ capacity: 1, replay: 1 }),
    PubSub.shutdown
  )
  const bursts = yield* FiberMap.make<Event.HostName>()
  let apps: ReadonlyArray<Event.App> = []
  let observed = Observation.nothing

  const send = (event: Told) => {
    for (const { subscription, send } of attached) if (Event.reaches(event.name, subscription)) send(event)
  }

  yield* PubSub.publish(interest, new Set())

  const sendObserved = (listener: Attached) => {
    if (!Event.reaches("core:status.observed", listener.subscription)) return
    const { id, status } = listener.manifest
    const payload = StatusObserved.make(Observation.of(observed, id), new Set(status))
    if (!StatusObserved.isNews(payload, listener.told)) return
    listener.told = payload
    listener.send({ name: "core:status.observed", payload })
  }

  const refreshInterest = Effect.suspend(() =>
    PubSub.publish(
      interest,
      new Set(
        Constants.hostEvents.names.filter((name) =>
          [...attached].some(({ subscription }) => Event.reaches(name, subscription))
        )
      )
    )
  )

  const attach = (listener: Listener) =>
    Effect.acquireRelease(
      Effect.suspend(() => {
        const { listen, capabilities } = listener.manifest
        const subscription = { listen: Listen.make(listen), capabilities: new Set<string>(capabilities) }
        const entry: Attached = { ...listener, subscription }
        attached.add(entry)
        const snapshot = Event.snapshot(apps)
        if (Event.reaches("core:apps.changed", subscription)) entry.send(snapshot)
        sendObserved(entry)
        return Effect.as(refreshInterest, entry)
      }),
      (entry) =>
        Effect.suspend(() => {
          attached.delete(entry)
          return refreshInterest
        })
    )

  return EventBus.of({
    tell: (event) =>
      Effect.suspend(() => {
        if (event.name === "core:apps.changed") {
          const { running_applications: running } = event.payload
          if (isSame(apps, running)) return Effect.void
          apps = running
        }
        if (!bursting.has(event.name)) return Effect.sync(() => send(event))
        const told = Effect.delay(
          Effect.sync(() => send(event)),
          Constants.retention.event_burst
        )
        return Effect.asVoid(FiberMap.run(bursts, event.name, told, { onlyIfMissing: true }))
      }),
    observe: (next) =>
      Effect.sync(() => {
        observed = next
        for (const listener of attached) sendObserved(listener)
      }),
    observed: Effect.sync(() => observed),
    apps: Effect.sync(() => apps),
    attach: (listener) => Effect.asVoid(attach(listener)),
    interest: Stream.fromPubSub(interest)
  })
})

/** Signals of the system that come in bursts and say nothing but that something changed. */
const bursting: ReadonlySet<Event.HostName> = new Set(["core:network.changed", "core:volumes.changed"])

/** The same processes of the same apps, in any order; their names may differ. */
const isSame = (before: ReadonlyArray<Event.App>, now: ReadonlyArray<Event.App>): boolean => {
  const processes = (apps: ReadonlyArray<Event.App>) => new Set(apps.map(({ bundle_id, pid }) => `${pid} ${bundle_id}`))
  const known = processes(before)
  const current = processes(now)
  return known.size === current.size && [...current].every((process) => known.has(process))
}
