/**
 * What a plugin sends on its own account. A notification is taken whole or dropped whole, and neither a notification nor a
 * request can end the session.
 */
import { Log, Refusal, Response } from "@lanyard/flash-protocol"
import type { Notification, Request } from "@lanyard/wire"
import { Effect, Result } from "effect"
import type { CatalogStore } from "./CatalogStore.ts"
import { HostEvent } from "./HostEvent.ts"
import type { HostEvents } from "./HostEvents.ts"
import type { PluginSpec } from "./PluginSpec.ts"

/** Takes one plugin's messages. */
export interface Inbound {
  /** Applies a notification in the turn it arrived. */
  readonly notification: (notification: Notification) => void
  /** Answers a request. A publish or log that came with an id is no notification and is not applied. */
  readonly request: (request: Request) => Effect.Effect<Response.Body>
}

/** Builds the inbound side of one plugin. */
export const make = (spec: PluginSpec, catalogs: CatalogStore["Service"], events: HostEvents["Service"]): Inbound => {
  const sources = new Set(spec.sources)
  const publish = (params: unknown) =>
    Result.match(catalogs.publish(spec.id, params, sources), {
      onFailure: (rejection) =>
        events.publish(HostEvent.Dropped({ plugin: spec.id, method: "publish", reason: rejection.message })),
      onSuccess: (rows) => events.publish(HostEvent.Published({ plugin: spec.id, rows: rows.length }))
    })

  return {
    notification: ({ method, params }) => {
      switch (method) {
        case "publish":
          return publish(params)
        case "log":
          return events.publish(HostEvent.Logged({ plugin: spec.id, entry: Log.decode(params) }))
        default:
          return events.publish(
            HostEvent.Dropped({ plugin: spec.id, method: "notification", reason: "no such notification" })
          )
      }
    },
    request: ({ method }) => Effect.succeed(Response.failure(Refusal.unknownMethod(method)))
  }
}
