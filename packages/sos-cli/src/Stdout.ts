/** Standard output, to the letter: what a program shows, and nothing else. */
import { Context, type Effect } from "effect"

/** Writes text as it is; the effect ends when it has been taken. */
export class Stdout extends Context.Service<Stdout, { readonly write: (text: string) => Effect.Effect<void> }>()(
  "@lanyard/sos-cli/Stdout"
) {}
