/** Where the tour writes. */
import { Console, Context, Effect } from "effect"
import { plain, type Style } from "./Rendering.ts"

/** How lines are marked; plain unless someone knows that they go to a terminal. */
export const Marks = Context.Reference<Style>("@lanyard/flash-cli/tour/Marks", { defaultValue: () => plain })

/** Writes lines. */
export const lines = (...text: ReadonlyArray<string>): Effect.Effect<void> => Console.log(text.join("\n"))

/** Writes the title of a step. */
export const heading = (text: string): Effect.Effect<void> =>
  Effect.flatMap(Marks, ({ title }) => lines("", title(text)))
