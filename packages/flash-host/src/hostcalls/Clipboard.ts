/** Replaces the clipboard of the user's session. */
import { Refusal } from "@lanyard/flash-protocol"
import { Context, Effect, Layer, Semaphore } from "effect"
import * as Desktop from "./Desktop.ts"
import type { Handler } from "./Family.ts"

/** Writes to the clipboard. */
export class Clipboard extends Context.Service<Clipboard, { readonly write: Handler<"host.clipboard_write"> }>()(
  "@lanyard/flash-host/Clipboard"
) {
  /**
   * Hands the text to `pbcopy`, `wl-copy`, `xclip` or `xsel`, on their input, where no other process sees it; one after the other,
   * so that the last to ask is the one whose text stays.
   */
  static readonly layer: Layer.Layer<Clipboard, never, Desktop.Means> = Layer.effect(
    Clipboard,
    Effect.gen(function* () {
      const means = yield* Effect.context<Desktop.Means>()
      const turn = yield* Semaphore.make(1)
      const hand = (text: string) => turn.withPermit(Desktop.hand(programs(text), { stays: false }))
      return Clipboard.of({
        write: ({ text }) =>
          Effect.flatMap(Effect.provide(hand(text), means), (written) =>
            written ? Effect.void : Effect.fail(Refusal.unavailable("host.clipboard_write"))
          )
      })
    })
  )
}

const programs = (text: string): Desktop.Programs => ({
  // It reads its input in the encoding of the locale, which an app of the desktop may not have.
  macos: [{ name: "pbcopy", args: [], stdin: text, variables: { LC_CTYPE: "UTF-8" } }],
  freedesktop: [
    {
      name: "wl-copy",
      args: text === "" ? ["--clear"] : ["--type", "text/plain;charset=utf-8"],
      stdin: text,
      needs: "WAYLAND_DISPLAY"
    },
    { name: "xclip", args: ["-selection", "clipboard", "-in"], stdin: text, needs: "DISPLAY" },
    { name: "xsel", args: ["--clipboard", "--input"], stdin: text, needs: "DISPLAY" }
  ]
})
