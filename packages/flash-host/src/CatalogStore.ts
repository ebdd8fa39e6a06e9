/**
 * The last catalog each plugin published. It survives crashes, restarts, stops and reloads, so that a first paint never
 * waits for a plugin, and is dropped when the plugin parks.
 */
import { Catalog, type Rejection } from "@lanyard/flash-protocol"
import { Context, Effect, Layer, Result } from "effect"

/** Holds what plugins published. */
export class CatalogStore extends Context.Service<
  CatalogStore,
  {
    /**
     * Replaces a plugin's catalog whole; on rejection the previous one stays. `frameBytes` is at most what the frame of
     * `params` took. Runs in the turn of its call.
     */
    readonly publish: (
      plugin: string,
      params: unknown,
      sources: ReadonlySet<string>,
      frameBytes: number
    ) => Result.Result<Catalog.Rows, Rejection.PayloadRejected>
    /** Returns a plugin's rows; none before its first publish. */
    readonly rows: (plugin: string) => Effect.Effect<Catalog.Rows>
    /** Forgets a plugin's catalog, in the turn of its call. */
    readonly drop: (plugin: string) => void
  }
>()("@lanyard/flash-host/CatalogStore") {
  static readonly layer: Layer.Layer<CatalogStore> = Layer.sync(CatalogStore, () => {
    const catalogs = new Map<string, Catalog.Rows>()
    return CatalogStore.of({
      publish: (plugin, params, sources, frameBytes) => {
        const decoded = Catalog.decode(params, sources, frameBytes)
        if (Result.isSuccess(decoded)) catalogs.set(plugin, decoded.success)
        return decoded
      },
      rows: (plugin) => Effect.sync(() => catalogs.get(plugin) ?? []),
      drop: (plugin) => void catalogs.delete(plugin)
    })
  })
}
