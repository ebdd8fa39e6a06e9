/** `flash run`: a resident host that answers lines, typed or piped. */
import { Effect } from "effect"
import * as Prompt from "../prompt/Prompt.ts"

/** Answers every line; returns whether all of them were done. */
export const run = Effect.withSpan(Prompt.run, "flash run")
