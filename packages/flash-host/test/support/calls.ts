/** Host calls as a plugin makes them, without a plugin. */
import { Constants } from "@lanyard/flash-protocol"
import { Effect, Layer } from "effect"
import * as Families from "../../src/hostcalls/Families.ts"
import type { Caller } from "../../src/hostcalls/Family.ts"
import { HostCalls } from "../../src/hostcalls/HostCalls.ts"

/** A plugin that may do everything. */
export const caller: Caller = {
  plugin: "asker",
  dataDir: "/data/asker",
  capabilities: new Set(Constants.capabilities),
  fetchUrls: ["https://api.example.com/v1"]
}

const unexpected = () => Effect.die(new Error("nobody should have asked for this"))

/** Families none of which expects a call. */
export const layerUnexpected: Layer.Layer<Families.Family> = Layer.mergeAll(
  Layer.succeed(Families.Accessibility, {
    snapshot: unexpected,
    perform: unexpected,
    set: unexpected,
    selectChild: unexpected,
    forget: unexpected
  }),
  Layer.succeed(Families.AppControl, { normalModeTarget: unexpected, activate: unexpected }),
  Layer.succeed(Families.Clipboard, { write: unexpected }),
  Layer.succeed(Families.Fetch, { fetch: unexpected }),
  Layer.succeed(Families.Keys, { post: unexpected, postGlobal: unexpected }),
  Layer.succeed(Families.MediaKeys, { post: unexpected }),
  Layer.succeed(Families.Notifier, { notify: unexpected }),
  Layer.succeed(Families.Opener, { open: unexpected }),
  Layer.succeed(Families.Processes, { table: unexpected, signal: unexpected }),
  Layer.succeed(Families.Storage, { get: unexpected, set: unexpected }),
  Layer.succeed(Families.Wifi, { info: unexpected })
)

/** Builds what answers calls; families that are not given expect none. */
export const callsOf = Effect.fn(function* (families: Layer.Layer<Families.Family> | Layer.Layer<never> = Layer.empty) {
  const layer = HostCalls.layer.pipe(Layer.provide(Layer.merge(layerUnexpected, families)))
  return yield* Effect.provide(HostCalls, yield* Layer.build(layer))
})
