/**
 * Catalogs on their way into the store. One whose frame is within the byte quota is read in the turn it arrived; a larger
 * one has to be counted and is read between turns, one at a time. One that is read gives way to a newer one that is taken, not
 * to one that is refused; of those that wait for it the newest is read.
 */
import { type Catalog, Constants, type Manifest, type Rejection } from "@lanyard/flash-protocol"
import { Effect, FiberSet, Result, type Scope } from "effect"
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
  const run = yield* FiberSet.makeRuntime<never>()
  const { id } = manifest
  const sources = new Set(manifest.sources.map(({ name }) => name))
  let isReading = false
  let isOvertaken = false
  let next: (() => void) | undefined

  const overtaken = () => drop("publish", "a newer one came")

  const outcome = {
    onFailure: ({ message }: Rejection.PayloadRejected) => drop("publish", message),
    onSuccess: (rows: Catalog.Rows) => events.publish(HostEvent.Published({ plugin: id, rows: rows.length }))
  }

  const begin = (params: unknown, frameBytes: number) => {
    isReading = true
    isOvertaken = false
    const ended = (read: Result.Result<Catalog.Rows, Rejection.PayloadRejected>) => {
      if (Result.isSuccess(read) && isOvertaken) overtaken()
      else Result.match(read, outcome)
      isReading = false
      next?.()
    }
    run(Effect.map(Effect.result(catalogs.publishInTurns(id, params, sources, frameBytes)), ended))
  }

  const dropWaiting = () => {
    if (next === undefined) return
    next = undefined
    overtaken()
  }

  return (params, frameBytes) => {
    if (frameBytes <= Constants.quotas.catalog_bytes) {
      const read = catalogs.publish(id, params, sources, frameBytes)
      if (Result.isSuccess(read)) {
        dropWaiting()
        isOvertaken = true
      }
      return Result.match(read, outcome)
    }
    dropWaiting()
    if (!isReading) return begin(params, frameBytes)
    next = () => {
      next = undefined
      begin(params, frameBytes)
    }
  }
})
