/**
 * Catalogs on their way into the store. One whose frame is within the byte quota is read in the turn it arrived; a larger
 * one has to be counted and is read between turns, one at a time, and gives way to a newer one.
 */
import { type Catalog, Constants, type Manifest, type Rejection } from "@lanyard/flash-protocol"
import { Effect, FiberHandle, Result, type Scope } from "effect"
import { type DroppedMethod, HostEvent } from "./HostEvent.ts"
import { HostEvents } from "./HostEvents.ts"
import { CatalogStore } from "./stores/CatalogStore.ts"

/** Makes the way of one attempt's catalogs; `drop` is told why one was refused. A reading ends with the scope. */
export const make = Effect.fnUntraced(function* (
  manifest: Manifest.Manifest,
  drop: (method: DroppedMethod, reason: string) => void
): Effect.fn.Return<(params: unknown, frameBytes: number) => void, never, CatalogStore | HostEvents | Scope.Scope> {
  const catalogs = yield* CatalogStore
  const events = yield* HostEvents
  const read = yield* FiberHandle.makeRuntime<never>()
  const { id } = manifest
  const sources = new Set(manifest.sources.map(({ name }) => name))
  let reading = false

  const outcome = {
    onFailure: ({ message }: Rejection.PayloadRejected) => drop("publish", message),
    onSuccess: (rows: Catalog.Rows) => events.publish(HostEvent.Published({ plugin: id, rows: rows.length }))
  }

  const readInTurns = (params: unknown, frameBytes: number) =>
    catalogs.publishInTurns(id, params, sources, frameBytes).pipe(
      Effect.match(outcome),
      Effect.ensuring(
        Effect.sync(() => {
          reading = false
        })
      )
    )

  return (params, frameBytes) => {
    if (reading) drop("publish", "a newer one came")
    if (frameBytes <= Constants.quotas.catalog_bytes) {
      return Result.match(catalogs.publish(id, params, sources, frameBytes), outcome)
    }
    // Takes the place of the reading before it, which it interrupts.
    read(readInTurns(params, frameBytes))
    reading = true
  }
})
