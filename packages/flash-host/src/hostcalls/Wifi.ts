/** The name of the Wi-Fi network, which tells where the user is. */
import { Context, Effect, Layer } from "effect"
import type { Handler } from "./Family.ts"

/** Names the network. */
export class Wifi extends Context.Service<
  Wifi,
  {
    /**
     * Returns the network's name, or none. `request_authorization` may start the host's prompt, and even then the answer comes
     * at once: none, until the user has allowed it. Without it nobody is ever asked.
     */
    readonly info: Handler<"host.wifi_info">
  }
>()("@lanyard/flash-host/Wifi") {
  /** Knows of no network. */
  static readonly layerUnavailable: Layer.Layer<Wifi> = Layer.succeed(Wifi, {
    info: () => Effect.succeedNone
  })
}
