/** Opens addresses and apps, by what the user's session opens them with. */
import { Constants, type HostCalls as Contract } from "@lanyard/flash-protocol"
import { Context, Effect, Layer } from "effect"
import * as Desktop from "./Desktop.ts"
import type { Handler } from "./Family.ts"

/** Opens addresses and apps. */
export class Opener extends Context.Service<Opener, { readonly open: Handler<"host.open"> }>()(
  "@lanyard/flash-host/Opener"
) {
  /** Hands them to `open`, `xdg-open` or `gtk-launch`. Neither says which app it was, so the reply names none. */
  static readonly layer: Layer.Layer<Opener, never, Desktop.Means> = Layer.effect(
    Opener,
    Effect.map(Effect.context<Desktop.Means>(), (means) =>
      Opener.of({
        open: (target) =>
          Effect.flatMap(Effect.provide(Desktop.hand(programs(target), { stays: true }), means), (opened) =>
            opened ? Effect.succeed({}) : Effect.fail(Constants.hostCallErrors.open_failed)
          )
      })
    )
  )
}

const none: Desktop.Programs = { macos: [], freedesktop: [] }

const programs = (target: Contract.Apps.Openable): Desktop.Programs => {
  if ("url" in target) {
    return {
      macos: [{ name: "open", args: [target.url] }],
      freedesktop: [{ name: "xdg-open", args: [target.url] }]
    }
  }
  return isBundleId.test(target.bundle_id)
    ? {
        macos: [{ name: "open", args: ["-b", target.bundle_id] }],
        freedesktop: [{ name: "gtk-launch", args: [target.bundle_id] }]
      }
    : none
}

// What is no name of an app could be taken for an option or a path.
const isBundleId = /^[A-Za-z0-9][A-Za-z0-9._-]*$/
