/** The media keys of the keyboard. */
import { Context, Layer } from "effect"
import { type Handler, unavailable } from "./Family.ts"

/** Presses media keys. */
export class MediaKeys extends Context.Service<
  MediaKeys,
  {
    /** Presses a key and releases it; the refusal of what fails is `media key event synthesis failed`. */
    readonly post: Handler<"host.post_media_key">
  }
>()("@lanyard/flash-host/MediaKeys") {
  /** Has no keyboard. */
  static readonly layerUnavailable: Layer.Layer<MediaKeys> = Layer.succeed(MediaKeys, {
    post: unavailable("host.post_media_key")
  })
}
