/** Strokes of ordinary keys, each with a modifier: nothing is ever typed. */
import { Constants } from "@lanyard/flash-protocol"
import { Context, Effect, Layer } from "effect"
import type { Handler } from "./Family.ts"

/** Posts strokes. */
export class Keys extends Context.Service<
  Keys,
  {
    /** Posts strokes to an app, `interval_ms` apart. */
    readonly post: Handler<"host.post_keys">
    /** Posts one stroke to the session, where the system's own shortcuts hear it. */
    readonly postGlobal: Handler<"host.post_global_key">
  }
>()("@lanyard/flash-host/Keys") {
  /** Can post to nobody. */
  static readonly layerUnavailable: Layer.Layer<Keys> = Layer.succeed(Keys, {
    post: () => Effect.fail(Constants.hostCallErrors.post_keys_unavailable),
    postGlobal: () => Effect.fail(Constants.hostCallErrors.global_key_unavailable)
  })
}
