/** The apps of the user's session: which one normal mode acts on, and which one is in front. */
import { Context, Effect, Layer } from "effect"
import { type Handler, unavailable } from "./Family.ts"

/** Names and raises apps. */
export class AppControl extends Context.Service<
  AppControl,
  {
    /** Names the app that normal mode acts on, with the WindowServer's number of its focused window where there is one. */
    readonly normalModeTarget: Handler<"host.normal_mode_target">
    /** Raises an app; without one of that pid the refusal is `no running app for pid`. */
    readonly activate: Handler<"host.activate">
  }
>()("@lanyard/flash-host/AppControl") {
  /** Knows of no app. */
  static readonly layerUnavailable: Layer.Layer<AppControl> = Layer.succeed(AppControl, {
    normalModeTarget: () => Effect.succeedNone,
    activate: unavailable("host.activate")
  })
}
