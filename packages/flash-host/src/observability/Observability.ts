/**
 * Counts and logs what happens in a host. Where lines and figures go is the choice of whoever composes the host: a logger,
 * an exporter and a tracer are layers of Effect.
 */
import { Effect, Layer, Stream } from "effect"
import { PluginHost } from "../PluginHost.ts"
import * as Logging from "./Logging.ts"
import * as Metrics from "./Metrics.ts"

/** Watches a host for as long as the layer's scope is open. */
export const layer: Layer.Layer<never, never, PluginHost> = Layer.effectDiscard(
  Effect.flatMap(PluginHost, ({ events }) =>
    events.pipe(
      Stream.runForEach((event) => Effect.all([Metrics.record(event), Logging.record(event)], { discard: true })),
      Effect.forkScoped({ startImmediately: true })
    )
  )
)
