/**
 * What a plugin sends on its own account. A notification is taken whole or dropped whole, and neither a notification nor a
 * request can end the session.
 */
import { Methods, Refusal, Response } from "@lanyard/flash-protocol"
import type { Notification, Request } from "@lanyard/wire"
import { Effect, Result } from "effect"
import { CatalogStore } from "./CatalogStore.ts"
import { type DroppedMethod, HostEvent } from "./HostEvent.ts"
import { HostEvents } from "./HostEvents.ts"
import type { PluginSpec } from "./PluginSpec.ts"

/** Takes the messages of one attempt. */
export interface Inbound {
  /** Applies a notification, which came in a line of at most `frameBytes` bytes, in the turn it arrived. */
  readonly notification: (notification: Notification, frameBytes: number) => void
  /** Answers a request. A publish or log that came with an id is no notification and is not applied. */
  readonly request: (request: Request) => Effect.Effect<Response.Body>
}

/** Builds the inbound side of one attempt; once that is not live, what it sends changes nothing. */
export const make = Effect.fnUntraced(function* (
  { manifest }: PluginSpec,
  isLive: () => boolean
): Effect.fn.Return<Inbound, never, CatalogStore | HostEvents> {
  const catalogs = yield* CatalogStore
  const events = yield* HostEvents
  const { id } = manifest
  const sources = new Set(manifest.sources.map(({ name }) => name))
  const drop = (method: DroppedMethod, reason: string) =>
    events.publish(HostEvent.Dropped({ plugin: id, method, reason }))

  const publish = (params: unknown, frameBytes: number) =>
    Result.match(catalogs.publish(id, params, sources, frameBytes), {
      onFailure: (rejection) => drop("publish", rejection.message),
      onSuccess: (rows) => events.publish(HostEvent.Published({ plugin: id, rows: rows.length }))
    })

  return {
    notification: ({ method, params }, frameBytes) => {
      switch (method) {
        case Methods.log.method:
          return events.publish(HostEvent.Logged({ plugin: id, entry: Methods.log.decodeParams(params) }))
        case Methods.publish.method:
          return isLive() ? publish(params, frameBytes) : drop("publish", "the attempt is over")
        default:
          return drop("notification", "no such notification")
      }
    },
    request: ({ method }) => Effect.succeed(Response.failure(Refusal.unknownMethod(method)))
  }
})
