/** Shows banners that go by themselves. How often a plugin may show one is not decided here. */
import { type HostCalls as Contract, Refusal } from "@lanyard/flash-protocol"
import { Context, Effect, Layer } from "effect"
import * as Desktop from "./Desktop.ts"
import type { Handler } from "./Family.ts"

/** Shows banners. */
export class Notifier extends Context.Service<Notifier, { readonly notify: Handler<"host.notify"> }>()(
  "@lanyard/flash-host/Notifier"
) {
  /** Hands the message to `osascript` or `notify-send`; the former leaves the duration to the system. */
  static readonly layer: Layer.Layer<Notifier, never, Desktop.Means> = Layer.effect(
    Notifier,
    Effect.map(Effect.context<Desktop.Means>(), (means) =>
      Notifier.of({
        notify: (banner, { plugin }) =>
          Effect.flatMap(Effect.provide(Desktop.hand(programs(banner, plugin), { stays: false }), means), (shown) =>
            shown ? Effect.void : Effect.fail(Refusal.unavailable("host.notify"))
          )
      })
    )
  )
}

const programs = ({ message, duration_ms }: Contract.Received<"host.notify">, plugin: string): Desktop.Programs => ({
  // The message is an argument of the script and never part of it.
  macos: [{ name: "osascript", args: [...script.flatMap((line) => ["-e", line]), "--", message, plugin] }],
  // As the summary, which is plain text everywhere; a body may be read as markup.
  freedesktop: [
    {
      name: "notify-send",
      args: [`--app-name=${plugin}`, `--expire-time=${duration_ms}`, "--", message],
      needs: "DBUS_SESSION_BUS_ADDRESS"
    }
  ]
})

const script = ["on run argv", "display notification (item 1 of argv) with title (item 2 of argv)", "end run"]
