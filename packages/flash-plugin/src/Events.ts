/**
 * Events on their way to the author's handler: read in the turn they arrive, handled one at a time and in order. Poll ticks
 * go to whoever armed them and never wait here.
 */
import { Event, Methods, ReceivedEvent, Scalar } from "@lanyard/flash-protocol"
import { Json } from "@lanyard/wire"
import { Effect, Result } from "effect"
import * as Backlog from "./Backlog.ts"
import { eventDropped, type Journal } from "./Journal.ts"
import type { Tasks } from "./Tasks.ts"

/** The events of one plugin. */
export interface Events {
  /** Takes the params of a notification that came in at most `frameBytes`. */
  readonly receive: (params: unknown, frameBytes: number) => void
  /** The apps of the last snapshot that was handled. */
  readonly apps: () => ReadonlyArray<Event.App>
}

/** What events need of the plugin around them. */
export interface Surroundings {
  /** Runs the author's handler; it cannot fail any more. */
  readonly handle: (event: ReceivedEvent.ReceivedEvent) => Effect.Effect<void>
  readonly tick: (registration: string) => void
  readonly tasks: Tasks
  readonly journal: Journal
}

/** Makes the events of one plugin. No fiber waits while there are none. */
export const make = ({ handle, journal, tasks, tick }: Surroundings): Events => {
  const backlog = Backlog.make<ReceivedEvent.ReceivedEvent>()
  let apps: ReadonlyArray<Event.App> = []
  let isHandling = false

  const handleAll: Effect.Effect<void> = Effect.suspend(() => {
    const event = Backlog.take(backlog)
    if (event === undefined) {
      isHandling = false
      return Effect.void
    }
    if (ReceivedEvent.is(event, "core:apps.changed")) apps = event.payload.running_applications ?? []
    return Effect.andThen(handle(event), handleAll)
  })

  return {
    apps: () => apps,
    receive: (params, frameBytes) => {
      const decoded = Methods.event.decodeParams(params)
      if (Result.isFailure(decoded)) return journal.warn(`dropped event (${reasonOf(params)})`)
      const event = decoded.success
      const registration = ReceivedEvent.registrationOf(event.name)
      if (registration !== undefined) return tick(registration)
      const bytes = isHandling ? bytesOf(params, frameBytes) : 0
      if (!Backlog.offer(backlog, event, bytes, Event.coalescingKey(event))) return journal.warn(eventDropped)
      if (isHandling) return
      isHandling = true
      tasks.run(handleAll)
    }
  }
}

/** What an event that has to wait takes by itself; `frameBytes` counts every line that came in one piece with it. */
const bytesOf = (params: unknown, frameBytes: number): number =>
  Result.getOrElse(Json.byteSize({ method: Methods.event.method, params }, frameBytes), () => frameBytes)

const reasonOf = (params: unknown): string =>
  Scalar.isObject(params) && typeof params.name === "string" && params.name.trim() === ""
    ? "event name must not be empty"
    : "invalid event params"
