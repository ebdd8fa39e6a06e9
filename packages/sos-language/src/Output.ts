/** Where a program shows things; its host decides what is behind it. */
import { Context, type Effect } from "effect"

/** Takes what `show` prints. The text ends with a newline; the program goes on when it has been taken. */
export class Output extends Context.Service<Output, { readonly write: (text: string) => Effect.Effect<void> }>()(
  "@lanyard/sos-language/Output"
) {}
