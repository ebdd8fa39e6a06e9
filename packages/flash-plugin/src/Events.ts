/**
 * Events on their way to the author's handler: read in the turn they arrive, handled one at a time and in order. Poll ticks
 * go to whoever armed them and never wait here.
 */
import { Event, Methods, ReceivedEvent, Scalar } from "@lanyard/flash-protocol"
import { Cause, Effect, Result } from "effect"
import * as Backlog from "./Backlog.ts"
import type { Handlers } from "./Handlers.ts"
import type { Host } from "./Host.ts"
import type { Journal } from "./Journal.ts"
import type { Tasks } from "./Tasks.ts"
import * as Work from "./Work.ts"

/** The events of one plugin. */
export interface Events {
  /** Takes the params of a notification that came in at most `frameBytes`. */
  readonly receive: (params: unknown, frameBytes: number) => void
  /** The apps of the last snapshot that was handled. */
  readonly apps: () => ReadonlyArray<Event.App>
}

/** What events need of the plugin around them. */
export interface Surroundings {
  readonly handlers: Handlers
  readonly host: () => Host
  readonly tick: (registration: string) => void
  readonly tasks: Tasks
  readonly journal: Journal
}

/** Makes the events of one plugin. No fiber waits while there are none. */
export const make = ({ handlers, host, journal, tasks, tick }: Surroundings): Events => {
  const backlog = Backlog.make<ReceivedEvent.ReceivedEvent>()
  let apps: ReadonlyArray<Event.App> = []
  let isHandling = false

  const handle = (event: ReceivedEvent.ReceivedEvent): Effect.Effect<void> => {
    if (ReceivedEvent.is(event, "core:apps.changed")) apps = event.payload.running_applications ?? []
    return Effect.catchCause(
      Work.run(() => handlers.event?.(event, host())),
      (cause) => (tasks.isStopped() ? Effect.void : Effect.sync(() => journal.failed("event", Cause.squash(cause))))
    )
  }

  const handleAll: Effect.Effect<void> = Effect.suspend(() => {
    const event = Backlog.take(backlog)
    if (event !== undefined) return Effect.andThen(handle(event), handleAll)
    isHandling = false
    return Effect.void
  })

  return {
    apps: () => apps,
    receive: (params, frameBytes) => {
      const decoded = Methods.event.decodeParams(params)
      if (Result.isFailure(decoded)) return journal.warn(`dropped event (${reasonOf(params)})`)
      const event = decoded.success
      const registration = ReceivedEvent.registrationOf(event.name)
      if (registration !== undefined) return tick(registration)
      if (!Backlog.offer(backlog, event, frameBytes, Event.coalescingKey(event))) {
        return journal.warn("event queue full; dropped event")
      }
      if (isHandling) return
      isHandling = true
      tasks.run(handleAll)
    }
  }
}

const reasonOf = (params: unknown): string =>
  Scalar.isObject(params) && typeof params.name === "string" && params.name.trim() === ""
    ? "event name must not be empty"
    : "invalid event params"
