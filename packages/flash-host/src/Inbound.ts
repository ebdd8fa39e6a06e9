/**
 * What a plugin sends on its own account. A notification is taken whole or dropped whole, and neither a notification nor a
 * request can end the session.
 */
import { Event, Methods, type Poll, type Response } from "@lanyard/flash-protocol"
import type { Notification, Request } from "@lanyard/wire"
import { Effect, Equal, Result, type Scope } from "effect"
import { PollClock } from "./clocks/PollClock.ts"
import { type DroppedMethod, HostEvent } from "./HostEvent.ts"
import { HostEvents } from "./HostEvents.ts"
import { HostCalls } from "./hostcalls/HostCalls.ts"
import type { PluginSpec } from "./PluginSpec.ts"
import * as Publishing from "./Publishing.ts"
import type { CatalogStore } from "./stores/CatalogStore.ts"
import { StatusStore } from "./stores/StatusStore.ts"

/** Takes the messages of one attempt. */
export interface Inbound {
  /** Takes a notification, which came in a line of at most `frameBytes` bytes, in the turn it arrived. */
  readonly notification: (notification: Notification, frameBytes: number) => void
  /** Answers a request. A publish or log that came with an id is no notification and is not applied. */
  readonly request: (request: Request) => Effect.Effect<Response.Body>
  /** The plugin can be sent events from now on; it is told the ticks that came before. */
  readonly opened: (send: (event: Event.Event) => void) => void
}

/** What the inbound side of one attempt is made of. */
export interface Options {
  readonly spec: PluginSpec
  readonly generation: number
  /** Whether the attempt is still the plugin's own; once it is not, what it sends changes nothing. */
  readonly isLive: () => boolean
}

/** Services that keep or answer what a plugin sends. */
export type Services = CatalogStore | StatusStore | PollClock | HostCalls | HostEvents

/** Builds the inbound side of one attempt; what it registered ends with the scope. */
export const make = Effect.fnUntraced(function* ({
  spec: { manifest, dataDir },
  generation,
  isLive
}: Options): Effect.fn.Return<Inbound, never, Services | Scope.Scope> {
  const statuses = yield* StatusStore
  const clock = yield* PollClock
  const calls = yield* HostCalls
  const events = yield* HostEvents
  const { id } = manifest
  const owner = `${id} ${generation}`
  const segments = new Set(manifest.status)
  const caller = {
    plugin: id,
    dataDir,
    capabilities: new Set(manifest.capabilities),
    fetchUrls: manifest.fetch_urls
  }
  const drop = (method: DroppedMethod, reason: string) =>
    events.publish(HostEvent.Dropped({ plugin: id, method, reason }))
  const publish = yield* Publishing.make(manifest, drop)
  yield* Effect.addFinalizer(() =>
    Effect.suspend(() => {
      clock.release(owner)
      return calls.forget(id)
    })
  )

  let send: ((event: Event.Event) => void) | undefined
  // Counted from their receipt, although the plugin hears no tick before it can be sent events.
  const held = new Set<string>()
  let registrations: Poll.Registrations = new Map()
  const tick = (name: string) => {
    if (send === undefined) held.add(name)
    else send(Event.tick(name))
  }
  const arm = (next: Poll.Registrations) => {
    for (const name of held) if (!Equal.equals(registrations.get(name), next.get(name))) held.delete(name)
    registrations = next
    clock.set(owner, next, tick)
  }

  const poll = (params: unknown) =>
    Result.match(Methods.poll.decodeParams(params), {
      onFailure: ({ message }) => drop("poll", message),
      onSuccess: arm
    })

  const status = (params: unknown) =>
    Result.match(Methods.status.decodeParams(params, segments), {
      onFailure: ({ message }) => drop("status", message),
      onSuccess: (update) => {
        for (const { message } of update.refused.values()) drop("status", message)
        statuses.update(id, update.segments)
      }
    })

  const take = (method: string, params: unknown, frameBytes: number) => {
    switch (method) {
      case "publish":
        return publish(params, frameBytes)
      case "status":
        return status(params)
      case "poll":
        return poll(params)
      default:
        return drop("notification", "no such notification")
    }
  }

  return {
    notification: ({ method, params }, frameBytes) => {
      if (method === Methods.log.method) {
        events.publish(HostEvent.Logged({ plugin: id, entry: Methods.log.decodeParams(params) }))
      } else if (isLive()) take(method, params, frameBytes)
      else drop(nameOf(method), "the attempt is over")
    },
    request: ({ method, params }) => calls.answer(caller, method, params),
    opened: (to) => {
      send = to
      for (const name of held) to(Event.tick(name))
      held.clear()
    }
  }
})

const nameOf = (method: string): DroppedMethod =>
  method === "publish" || method === "status" || method === "poll" ? method : "notification"
