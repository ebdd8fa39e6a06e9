/**
 * What a plugin sends on its own account. A notification is taken whole or dropped whole, and neither a notification nor a
 * request can end the session.
 */
import { Log, Refusal, Response } from "@lanyard/flash-protocol"
import type { Notification, Request } from "@lanyard/wire"
import { Effect, Result } from "effect"
import type { CatalogStore } from "./CatalogStore.ts"
import { type DroppedMethod, HostEvent } from "./HostEvent.ts"
import type { HostEvents } from "./HostEvents.ts"
import type { PluginSpec } from "./PluginSpec.ts"

/** Takes the messages of one attempt. */
export interface Inbound {
  /** Applies a notification, which came in a line of at most `frameBytes` bytes, in the turn it arrived. */
  readonly notification: (notification: Notification, frameBytes: number) => void
  /** Answers a request. A publish or log that came with an id is no notification and is not applied. */
  readonly request: (request: Request) => Effect.Effect<Response.Body>
}

/** What the inbound side of one attempt is made of. */
export interface Options {
  readonly spec: PluginSpec
  readonly catalogs: CatalogStore["Service"]
  readonly events: HostEvents["Service"]
  /** Whether the attempt is still the plugin's own; what it publishes afterwards must not outlive a park. */
  readonly isLive: () => boolean
}

/** Builds the inbound side of one attempt. */
export const make = ({ spec, catalogs, events, isLive }: Options): Inbound => {
  const sources = new Set(spec.sources)
  const drop = (method: DroppedMethod, reason: string) =>
    events.publish(HostEvent.Dropped({ plugin: spec.id, method, reason }))
  const publish = (params: unknown, frameBytes: number) => {
    if (!isLive()) return drop("publish", "the attempt is over")
    return Result.match(catalogs.publish(spec.id, params, sources, frameBytes), {
      onFailure: (rejection) => drop("publish", rejection.message),
      onSuccess: (rows) => events.publish(HostEvent.Published({ plugin: spec.id, rows: rows.length }))
    })
  }

  return {
    notification: ({ method, params }, frameBytes) => {
      switch (method) {
        case "publish":
          return publish(params, frameBytes)
        case "log":
          return events.publish(HostEvent.Logged({ plugin: spec.id, entry: Log.decode(params) }))
        default:
          return drop("notification", "no such notification")
      }
    },
    request: ({ method }) => Effect.succeed(Response.failure(Refusal.unknownMethod(method)))
  }
}
